/** The code of a page that is shown to its maker, and where its scripts and styles lie besides. Platform §7.3. */
export interface PreviewCode {
  /** a page of its own, or the content of a dialog */
  type: 'file' | 'dialog'
  html: string
  css: string
  js: string
  scripts: readonly string[]
  links: readonly string[]
}

/** What the page tells whoever opened it once it listens. */
export const READY = 'previewReady'
export const REFRESH = 'refreshFrame'
export const TOO_LARGE = '预览内容超过500KB'
export const TOO_MANY_LINKS = '外部脚本、样式各不能超过10个'

const MOST_BYTES = 500 * 1024
const MOST_LINKS = 10

/** The window message that shows a page. */
export function refreshMessage({ type, ...code }: PreviewCode): unknown {
  return { type: REFRESH, data: { generateConf: { type }, ...code } }
}

const textIn = (data: object, name: string): string => {
  const value: unknown = Reflect.get(data, name)
  return typeof value === 'string' ? value : ''
}
const textsIn = (data: object, name: string): string[] => {
  const value: unknown = Reflect.get(data, name)
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}
const objectIn = (data: unknown, name: string): object | null => {
  if (typeof data !== 'object' || data === null) return null
  const value: unknown = Reflect.get(data, name)
  return typeof value === 'object' ? value : null
}

/** The code in a window message; null when it is none, a text when it is more than is shown. */
export function readRefresh(message: unknown): PreviewCode | string | null {
  const data = objectIn(message, 'data')
  if (data === null || textIn(Object(message), 'type') !== REFRESH) return null
  const code: PreviewCode = {
    type: textIn(objectIn(data, 'generateConf') ?? {}, 'type') === 'dialog' ? 'dialog' : 'file',
    html: textIn(data, 'html'),
    css: textIn(data, 'css'),
    js: textIn(data, 'js'),
    scripts: textsIn(data, 'scripts'),
    links: textsIn(data, 'links'),
  }
  if (new TextEncoder().encode(JSON.stringify(code)).length > MOST_BYTES) return TOO_LARGE
  if (code.scripts.length > MOST_LINKS || code.links.length > MOST_LINKS) return TOO_MANY_LINKS
  return code
}
