import { lazy } from 'react'
import type { RouteObject } from 'react-router'
import type { RoomRoute } from '../room.ts'
import { routeOf } from './guard.ts'

const pages = new Map<RoomRoute, RouteObject[]>()

/** The page of a path as the router takes it; made once, so that every tab shares the loaded code. */
export function pageRoutes(pathname: string): RouteObject[] {
  const route = routeOf(pathname)
  if (!route) return []
  const known = pages.get(route)
  if (known) return known
  const Page = lazy(() =>
    route.lazy().catch((error: unknown) => {
      // React would keep the failure; a refresh of the tab is to try again.
      pages.delete(route)
      throw error
    }),
  )
  const made = [{ path: route.path, element: <Page /> }]
  pages.set(route, made)
  return made
}

/** Loads the code of a page the person is about to open. */
export function preload(pathname: string): void {
  // Told when the page is opened.
  routeOf(pathname)
    ?.lazy()
    .catch(() => undefined)
}
