import type { ComponentType } from 'react'
import type { Master } from './declareMaster.ts'

/** Loads the screen of a page, or the master whose list it is; called in the browser alone. */
export type Screen = () => Promise<{ default: ComponentType | Master }>

interface PageFacts {
  icon?: string
  /** of its place in the menu, descending */
  sort?: number
  /** not shown in the menu */
  hidden?: boolean
  /** reloads each time it is opened instead of keeping its state */
  noCache?: boolean
  /** its tab cannot be closed */
  affix?: boolean
  adminOnly?: boolean
  /** of the page of a form: code of the call that saves something new, so that the search offers 新增… */
  adds?: string
  /** code a person needs to open it; none: the menu decides */
  permission?: string
  /** path of the list that is highlighted while this page is open */
  activeMenu?: string
  /** may be opened without a session; it then stands alone */
  public?: boolean
  /** stands alone, without the shell around it */
  bare?: boolean
  /** pages below it in the menu */
  pages?: readonly Page[]
  /** pages that are reached from it: not shown in the menu, read anew each time, and it is highlighted meanwhile */
  behind?: readonly Page[]
}

/** A directory of the menu or a page, declared once; menu, routes, tabs and rights to open it follow. Architecture §3. */
export interface Page extends PageFacts {
  /** its stable name in the menu, unique in the house; none: the menu does not know it */
  key?: string
  /** in the menu, of its tab and of the window */
  title: string
  /** with :params, from the first slash on; none: a directory */
  path?: string
  /** none: the shell's own page */
  screen?: Screen
}

/** A page that can be opened. */
export interface Route extends Page {
  path: string
  screen: Screen
}

/** A page of the menu; hidden behind a list it stands in the menu as well, where roles are given it. */
export function page(key: string, title: string, path: string, screen: Screen, facts: PageFacts = {}): Route {
  return { key, title, path, screen, ...facts }
}

/** A page that the menu does not know: whoever has the permission opens it, e.g. a print; login: everybody. */
export function unlisted(
  permission: string,
  title: string,
  path: string,
  screen: Screen,
  facts: PageFacts = {},
): Route {
  return { permission, title, path, screen, ...facts }
}

/** A directory of the menu. Several rooms may hang pages into one: the same key then stands for the same directory. */
export function directory(
  key: string,
  title: string,
  facts: Pick<PageFacts, 'icon' | 'sort' | 'adminOnly'>,
  pages: readonly Page[],
): Page {
  return { key, title, pages, ...facts }
}

/** The pages behind a page, as the pages they are. */
export function behindOf({ behind = [], path = '', adminOnly = false }: Page): Page[] {
  return behind.map((one) => ({ hidden: true, noCache: true, activeMenu: path, adminOnly, ...one }))
}

/** Everything that can be opened, in the order of its declaration. */
export function routesOf(pages: readonly Page[]): Route[] {
  return pages.flatMap((one) => {
    const { path, screen } = one
    const own = path === undefined || screen === undefined ? [] : [{ ...one, path, screen }]
    return [...own, ...routesOf(one.pages ?? []), ...routesOf(behindOf(one))]
  })
}

/** First segment of an address. */
export const placeOf = (path: string): string => path.split(/[/?#]/)[1] ?? ''

/** The first segments of the addresses of pages. */
export const placesOf = (pages: readonly Page[]): string[] => [
  ...new Set(routesOf(pages).map(({ path }) => placeOf(path))),
]
