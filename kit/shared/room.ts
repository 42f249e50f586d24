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

/** The usual changes of a page, in the order of their buttons. */
const USUAL = [
  ['save', '新增'],
  ['update', '编辑'],
  ['submit', '提交'],
  ['withdraw', '撤回'],
  ['examine', '审核'],
  ['status', '启用/停用'],
  ['remove', '删除'],
  ['importSheet', '导入'],
  ['exportRows', '导出'],
  ['print', '打印'],
] as const
type Usual = (typeof USUAL)[number][0]

interface PageFacts extends Omit<MenuNode, 'key' | 'name' | 'path' | 'permissions'> {
  /** of the thing: list and info belong to the page, each of the usual changes there is to a button */
  calls?: { readonly [name: string]: Call }
  /** what else the page reads */
  reads?: readonly (Call | string)[]
  /** usual changes under another name; false: no button of their own */
  labels?: Partial<Record<Usual, string | false>>
}

/**
 * A page in the menu: what it reads, and a button for each change that can be granted; `buttons` come after the
 * usual ones. Frame §4.
 */
export function menuPage(
  key: string,
  name: string,
  path: string,
  { calls = {}, reads = [], labels = {}, buttons = [], ...page }: PageFacts,
): MenuNode {
  const codes = [calls.list, calls.info, ...reads].flatMap((one) =>
    one === undefined ? [] : [typeof one === 'string' ? one : one.permission],
  )
  const usual = USUAL.flatMap(([change, label]) => {
    const call = calls[change]
    const called = labels[change] ?? label
    return call === undefined || called === false ? [] : [button(called, call)]
  })
  return { key, name, path, ...page, permissions: [...new Set(codes)], buttons: [...usual, ...buttons] }
}

/** A page that is reached from another one: whoever comes back to it meets what is stored now. Platform §4.3. */
export function hiddenPage(key: string, name: string, path: string, activeMenu: string): MenuNode {
  return { key, name, path, activeMenu, hidden: true, noCache: true }
}

/** A directory of the menu with its pages: of all pages those whose key begins with the one of the directory. */
export function menuGroup(
  key: string,
  name: string,
  icon: string,
  sort: number,
  pages: readonly MenuNode[],
): MenuNode {
  return { key, name, icon, sort, children: pages.filter((page) => page.key.startsWith(`${key}.`)) }
}
