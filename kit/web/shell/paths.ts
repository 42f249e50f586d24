import { matchPath } from 'react-router'

/** A parameter that follows a word within its segment, e.g. print:ids?; the router knows whole segments only. */
const GLUED = /\/([\w-]+):(\w+)\??/g

/** The pattern as the router takes it: a glued parameter is the whole segment, its word included. */
export const plainPath = (pattern: string): string => pattern.replace(GLUED, '/:$2')

/** Whether an address fits the pattern of a page. */
export function fitsPath(pattern: string, pathname: string): boolean {
  const found = matchPath(plainPath(pattern), pathname)
  if (found === null) return false
  return [...pattern.matchAll(GLUED)].every(([whole, word = '', name = '']) => {
    const segment = found.params[name] ?? ''
    return segment.startsWith(word) && (segment !== word || whole.endsWith('?'))
  })
}

/** The value of a glued parameter: its segment without the word. */
export const gluedValue = (segment: string | undefined, word: string): string =>
  (segment ?? '').slice(word.length)

/** The address of a form without a record. */
export const emptyForm = (path: string): string => path.replace(/\/:\w+\?/g, '')

/** 新增 and what a form is of, by the title of its page; one that says what is done there stays as it is. */
export const newName = (title: string): string => {
  const thing = title.replace(/^(?:新增|添加|编辑)/, '').replace(/资料$/, '')
  return thing === title ? title : `新增${thing}`
}
