import type { ComponentType } from 'react'

/** A page of a room. Architecture §5. */
export interface RoomRoute {
  /** with :params; starts with a slash */
  path: string
  /** of its tab and of the window */
  title: string
  lazy: () => Promise<{ default: ComponentType }>
  /** code a person needs to open it; none: the menu decides */
  permission?: string
  /** reloads each time it is opened instead of keeping its state */
  noCache?: boolean
  /** the list that is highlighted while this page is open */
  activeMenu?: string
  /** may be opened without a session; it then stands alone */
  public?: boolean
  /** stands alone, without the shell around it */
  bare?: boolean
}

/** What a room tells the browser: its pages, and what it registers with the kit (pickers, options). Architecture §2. */
export interface RoomWeb {
  name: string
  routes: readonly RoomRoute[]
  /** what waits behind a page, beside its entry of the menu, by the page's path; renders nothing when nothing waits */
  badges?: Readonly<Record<string, ComponentType>>
  /** called once, before the first screen */
  register?(): void
}

/** What one thing of a crowded room tells the browser; the room's manifest joins them. */
export type WebPart = Omit<RoomWeb, 'name'>

/** The parts of a room as one. */
export function joinWeb(...parts: readonly WebPart[]): Required<WebPart> {
  return {
    routes: parts.flatMap((one) => one.routes),
    badges: Object.assign({}, ...parts.map((one) => one.badges ?? {})),
    register() {
      for (const one of parts) one.register?.()
    },
  }
}
