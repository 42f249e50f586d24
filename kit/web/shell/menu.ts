import type { MenuItem } from './calls.ts'
import { fitsPath } from './paths.ts'

/** Whether a menu node leads out of the application. Platform §4.1. */
export function isExternal(item: MenuItem): boolean {
  return /^https?:\/\//.test(item.component)
}

/** All nodes with their ancestors, in the order of the menu. */
export function flatten(
  menus: readonly MenuItem[],
  above: readonly MenuItem[] = [],
): { item: MenuItem; chain: readonly MenuItem[] }[] {
  return menus.flatMap((item) => {
    const chain = [...above, item]
    return [{ item, chain }, ...flatten(item.childList, chain)]
  })
}

/** The nodes that are shown: hidden ones and directories without a visible page are left out. */
export function visible(menus: readonly MenuItem[]): MenuItem[] {
  return menus
    .filter((item) => item.isShow === 1)
    .map((item) => ({ ...item, childList: visible(item.childList) }))
    .filter((item) => item.menuType !== 'M' || item.childList.length > 0)
}

/** The node of a path: the exact one, else one whose pattern (`:id`) fits; with its ancestors. */
export function chainOf(menus: readonly MenuItem[], pathname: string): readonly MenuItem[] {
  const pages = flatten(menus).filter(({ item }) => item.component.startsWith('/'))
  const found =
    pages.find(({ item }) => item.component === pathname) ??
    pages.find(({ item }) => fitsPath(item.component, pathname))
  return found?.chain ?? []
}

/** Whether the menu grants a route: a node stands for the pattern itself or for the very path. */
export function grants(menus: readonly MenuItem[], pattern: string, pathname: string): boolean {
  const bare = (path: string) => path.replace(/:\w+/g, ':').replace(/\?$/, '')
  return flatten(menus).some(
    ({ item }) => item.component === pathname || bare(item.component) === bare(pattern),
  )
}

/** A line of the menu search. Platform §4.4. */
export interface MenuEntry {
  /** names of the ancestors and the page, joined by " > " */
  name: string
  url: string
  icon: string
}

/** The visible pages of a menu as lines: for the menu search and the home page. */
export function entriesOf(menus: readonly MenuItem[]): MenuEntry[] {
  return flatten(visible(menus))
    .filter(({ item }) => item.menuType === 'C' && item.component !== '')
    .map(({ item, chain }) => ({
      name: chain.map((one) => one.name).join(' > '),
      url: item.component,
      icon: [...chain].reverse().find((one) => one.icon !== '')?.icon ?? '',
    }))
}
