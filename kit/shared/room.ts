import type { Call } from './call.ts'
import type { Entity } from './entity.ts'

/** A node of the menu as a room declares it; from then on it lives in the database. Platform §6.3. */
export interface MenuNode {
  /** stable name by which an upgrade finds it again; unique in the house */
  key: string
  name: string
  /** C: route of its screen, with :params for a hidden page; M: none */
  path?: string
  icon?: string
  /** descending */
  sort?: number
  /** codes of the page itself (C) or of the button (A) */
  permissions?: readonly string[]
  /** hidden pages (details, forms) */
  hidden?: boolean
  noCache?: boolean
  affix?: boolean
  /** the list that is highlighted while this page is open */
  activeMenu?: string
  adminOnly?: boolean
  children?: readonly MenuNode[]
  /** buttons of the page */
  buttons?: readonly MenuButton[]
}

export interface MenuButton {
  name: string
  permissions: readonly string[]
}

/** What a room tells both sides. Architecture §2. */
export interface RoomFacts {
  name: string
  /** its number in the layers of the house: a room uses only rooms below it */
  layer: number
  label: string
  entities: readonly Entity[]
  calls: readonly Call[]
  menus: readonly MenuNode[]
  /** prefixes of its document numbers */
  prefixes?: readonly string[]
}

/** What one thing of a crowded room tells; the room's manifest joins them. */
export type FactsPart = Pick<RoomFacts, 'entities' | 'calls' | 'prefixes'>

/** The parts of a room as one. */
export function joinFacts(...parts: readonly FactsPart[]): Required<FactsPart> {
  return {
    entities: parts.flatMap((one) => one.entities),
    calls: parts.flatMap((one) => one.calls),
    prefixes: parts.flatMap((one) => one.prefixes ?? []),
  }
}

/** Makes a button for calls: it carries their permission codes, each once. */
export function button(name: string, ...calls: readonly Call[]): MenuButton {
  return { name, permissions: [...new Set(calls.map((call) => call.permission))] }
}
