import type { Route } from '#kit/shared/pages.ts'
import type { MenuItem } from './calls.ts'
import { mayOpen } from './guard.ts'
import { knowledge } from './house.ts'
import { HOME } from './keptTabs.ts'
import { chainOf } from './menu.ts'
import { WITHOUT_TAB } from './ownRoutes.ts'
import { routeOf } from './routes.ts'
import type { PlaceFacts } from './tabs.ts'

/** Route name of the chat's own window, which never gets a tab. Platform §4.3. */
const WITHOUT_TAB_NAME = 'WebKefu'

/** What the menu and the routes say about a path; null when it is no page of the application. */
export function placeFacts(pathname: string): PlaceFacts | null {
  const route = routeOf(pathname)
  if (!route) return null
  const node = nodeOf(pathname)
  return {
    title: titleOf(route, node),
    pinned: pathname === HOME || node?.affix === 1,
    noCache: route.noCache === true || node?.noCache === 1,
    listed: !WITHOUT_TAB.has(pathname) && node?.routeName !== WITHOUT_TAB_NAME,
  }
}

/** Like placeFacts, but null as well for pages the person may not open (any more). */
export function openFacts(pathname: string): PlaceFacts | null {
  const route = routeOf(pathname)
  return route && mayOpen(route, pathname) ? placeFacts(pathname) : null
}

/** The chain of menu nodes above and including the page that is highlighted for a path, and the page's own title. */
export function crumbsOf(pathname: string): { chain: readonly MenuItem[]; title: string } {
  const route = routeOf(pathname)
  const menus = knowledge().menus ?? []
  const own = chainOf(menus, pathname)
  const node = own.at(-1)
  const parent = node?.activeMenu || route?.activeMenu
  const chain = parent ? chainOf(menus, parent) : own.filter((item) => item.isShow === 1)
  return { chain, title: route ? titleOf(route, node) : (node?.name ?? '') }
}

function nodeOf(pathname: string): MenuItem | undefined {
  return chainOf(knowledge().menus ?? [], pathname).at(-1)
}

// A person may have renamed the node; the route's title is only the default.
function titleOf(route: Route, node: MenuItem | undefined): string {
  return node?.name || route.title
}
