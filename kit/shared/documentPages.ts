import type { ComponentType } from 'react'
import { type Page, page, type Route, type Screen } from './pages.ts'

/** Where the pages of a document stand; {id} stands for its id. Frame §5. */
export interface DocumentPlaces {
  list: string
  /** left out: 新增 and 编辑 are dialogs of the list */
  create?: string
  edit: string
  /** where every reader sees it */
  see: string
  /** with 通过 and 驳回; to-dos lead here */
  examine: string
  /** of those in ?ids=; with {id} of one, and of several where 0 stands for it. Left out: it is not printed */
  print?: string
}

/** The usual addresses of a document behind the address of its list; `others` stand elsewhere. Frame §5. */
export function placesAt(at: string, others: Partial<DocumentPlaces> = {}): Required<DocumentPlaces> {
  return {
    list: at,
    create: `${at}/add`,
    edit: `${at}/edit/{id}`,
    see: `${at}/see/{id}`,
    examine: `${at}/examine/{id}`,
    print: `${at}/print`,
    ...others,
  }
}

/** The address of one document. */
export const placeOfOne = (place: string, id: number | string): string => place.replace('{id}', String(id))

/** The address at which documents are printed. */
export function printPlace(place: string, ids: readonly number[]): string {
  const [first = 0, ...more] = ids
  if (place.includes('{id}') && more.length === 0) return placeOfOne(place, first)
  return `${placeOfOne(place, 0)}?ids=${ids.join(',')}`
}

/** What documentScreens makes of a document; each can be replaced by name. */
export interface DocumentScreens {
  List: ComponentType
  Form: ComponentType
  /** 详情 and 审核 */
  Page: ComponentType
  Print: ComponentType
  /** what a task of a process shows of it */
  Task: ComponentType<{ businessId: number }>
}

/** The screens of a document as pages take them; the first that is opened loads all of them. */
export function screensOf(
  load: () => Promise<{ default: DocumentScreens }>,
): Readonly<Record<'List' | 'Form' | 'Page' | 'Print', Screen>> {
  const screen =
    (name: 'List' | 'Form' | 'Page' | 'Print'): Screen =>
    async () => ({ default: (await load()).default[name] })
  return { List: screen('List'), Form: screen('Form'), Page: screen('Page'), Print: screen('Print') }
}

/**
 * The list of a document, under its key of the menu, with the pages behind it; their keys end as their addresses begin.
 * `at` as in declareDocument. Frame §5.
 */
export function documentPages(
  key: string,
  title: string,
  at: string | Required<DocumentPlaces>,
  load: () => Promise<{ default: DocumentScreens }>,
  { adds, ...facts }: Pick<Page, 'sort' | 'icon' | 'adds'> = {},
): Route {
  const { List, Form, Page, Print } = screensOf(load)
  const places = typeof at === 'string' ? placesAt(at) : at
  const behind = (name: string, place: string, screen: Screen, more: Pick<Page, 'adds'> = {}) => {
    const [end = ''] = place.slice(places.list.length + 1).split('/')
    return page(`${key}.${end}`, name, place.replace('{id}', ':id'), screen, more)
  }
  return page(key, title, places.list, List, {
    ...facts,
    behind: [
      behind(`新增${title}`, places.create, Form, adds === undefined ? {} : { adds }),
      behind(`编辑${title}`, places.edit, Form),
      behind(`${title}详情`, places.see, Page),
      behind(`${title}审核`, places.examine, Page),
      behind(`${title}打印`, places.print, Print),
    ],
  })
}
