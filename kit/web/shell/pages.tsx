import { type ComponentType, lazy } from 'react'
import type { RouteObject } from 'react-router'
import type { Route } from '#kit/shared/pages.ts'
import { arrives } from '../arrives.ts'
import { openRooms } from './house.ts'
import { plainPath } from './paths.ts'
import { routeOf } from './routes.ts'

const loaded = new Map<Route, ComponentType>()
const pages = new Map<Route, RouteObject[]>()

async function load(route: Route): Promise<{ default: ComponentType }> {
  const { default: found } = await arrives(route.screen)
  const page = 'calls' in found ? (await arrives(masterLists)).masterList(found) : found
  loaded.set(route, page)
  return { default: page }
}

const masterLists = () => import('../list/masterList.tsx')

/** The page of a path as the router takes it; made once, so that every tab shares the loaded code. */
export function pageRoutes(pathname: string): RouteObject[] {
  const route = routeOf(pathname)
  if (!route) return []
  const known = pages.get(route)
  if (known) return known
  // What is there already is drawn at once: `lazy` would draw what stands in its place first.
  const Page = loaded.get(route) ?? lazy(() => load(route))
  const made = [{ path: plainPath(route.path), element: <Page /> }]
  pages.set(route, made)
  return made
}

/** Lets a page whose code did not arrive be asked for again; React keeps the failure. */
export function forgetFailed(): void {
  for (const route of pages.keys()) if (!loaded.has(route)) pages.delete(route)
}

/** Loads the code of a page the person is about to open; a failure shows when it is opened. */
export async function preload(pathname: string): Promise<void> {
  await openRooms(pathname).catch(() => undefined)
  const route = routeOf(pathname)
  if (!route || loaded.has(route)) return
  await load(route).catch(() => undefined)
}
