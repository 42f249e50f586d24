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

/**
 * What a room tells the browser at its start: where its pages stand, and what it registers with the kit (pickers,
 * options). Every browser loads it with the first page, so it names calls and pages and imports neither. Architecture §2.
 */
export interface RoomWeb {
  name: string
  /** the first segments of the addresses of its pages; rooms may share one */
  places?: readonly string[]
  /** its pages; loaded with the first address at one of its places */
  screens?(): Promise<{ default: readonly RoomRoute[] }>
  /** what waits behind a page, beside its entry of the menu, by the page's path; renders nothing when nothing waits */
  badges?: Readonly<Record<string, ComponentType>>
  /** called once, before the first screen */
  register?(): void
}

/** What one thing of a crowded room tells the browser at its start; the room's manifest joins them. */
export type WebPart = Pick<RoomWeb, 'badges' | 'register'>

/** The parts of a room as one. */
export function joinWeb(...parts: readonly WebPart[]): Required<WebPart> {
  return {
    badges: Object.assign({}, ...parts.map((one) => one.badges ?? {})),
    register() {
      for (const one of parts) one.register?.()
    },
  }
}
