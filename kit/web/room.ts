import type { ComponentType } from 'react'
import type { Page } from '#kit/shared/pages.ts'

/**
 * What a room tells the browser at its start: where its pages are declared, and what it registers with the kit (pickers,
 * options). Every browser loads it with the first page, so it names calls and pages and imports neither at once. Architecture §2.
 */
export interface RoomWeb {
  name: string
  /** its pages.ts; loaded with the first address that begins like one of them */
  pages?(): Promise<{ default: readonly Page[] }>
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
