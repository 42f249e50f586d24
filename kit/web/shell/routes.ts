import type { RoomRoute } from '../room.ts'
import { roomRoutes } from './house.ts'
import { ownRoutes } from './ownRoutes.ts'
import { fitsPath } from './paths.ts'

/** The route of a path, of the shell or of a room. */
export function routeOf(pathname: string): RoomRoute | null {
  const all = [...ownRoutes, ...roomRoutes()]
  return (
    all.find((route) => route.path === pathname) ??
    all.find((route) => fitsPath(route.path, pathname)) ??
    null
  )
}
