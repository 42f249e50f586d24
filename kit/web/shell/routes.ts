import { matchPath } from 'react-router'
import type { RoomRoute } from '../room.ts'
import { roomRoutes } from './house.ts'
import { ownRoutes } from './ownRoutes.ts'

/** The route of a path, of the shell or of a room. */
export function routeOf(pathname: string): RoomRoute | null {
  const all = [...ownRoutes, ...roomRoutes()]
  return (
    all.find((route) => route.path === pathname) ??
    all.find((route) => matchPath(route.path, pathname) !== null) ??
    null
  )
}
