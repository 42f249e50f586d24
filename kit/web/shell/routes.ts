import type { Route } from '#kit/shared/pages.ts'
import { roomRoutes } from './house.ts'
import { ownRoutes } from './ownRoutes.ts'
import { fitsPath } from './paths.ts'

/** The route of a path, of the shell or of a room. */
export function routeOf(pathname: string): Route | null {
  const all = [...ownRoutes, ...roomRoutes()]
  return (
    all.find((route) => route.path === pathname) ??
    all.find((route) => fitsPath(route.path, pathname)) ??
    null
  )
}
