import type { Call } from './call.ts'
import type { Entity } from './entity.ts'
import { behindOf, type Page } from './pages.ts'

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
  /** what it stores with declared fields: `<room>.entities.ts`, from which its tables follow as well */
  entities: readonly Entity[]
  calls: readonly Call[]
  pages?: readonly Page[]
  /** what each page of the menu lets people do, by its key */
  rights?: Readonly<Record<string, PageRights>>
  /** prefixes of its document numbers */
  prefixes?: readonly string[]
}

/** What one thing of a crowded room tells; the room's manifest joins them. */
export type FactsPart = Pick<RoomFacts, 'calls' | 'prefixes' | 'rights'>

/** The parts of a room as one. */
export function joinFacts(...parts: readonly FactsPart[]): Required<FactsPart> {
  return {
    calls: parts.flatMap((one) => one.calls),
    prefixes: parts.flatMap((one) => one.prefixes ?? []),
    rights: Object.assign({}, ...parts.map((one) => one.rights ?? {})),
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

/** What a page of the menu reads, and a button for each change that can be granted. Frame §4. */
export interface PageRights {
  /** of the thing: list and info belong to the page, each of the usual changes there is to a button */
  calls?: { readonly [name: string]: Call }
  /** what else the page reads */
  reads?: readonly (Call | string)[]
  /** usual changes under another name; false: no button of their own */
  labels?: Partial<Record<Usual, string | false>>
  /** after the usual ones */
  buttons?: readonly MenuButton[]
}

/** The nodes of the menu that a room declares; rights of a page that is none of its own are refused. Platform §6.3. */
export function menusOf({ name, pages = [], rights = {} }: RoomFacts): MenuNode[] {
  const left = new Set(Object.keys(rights))
  const nodesOf = (some: readonly Page[]): MenuNode[] =>
    some.flatMap((one) => {
      const { key, title, pages: below, permission, behind, screen, ...page } = one
      const hidden = nodesOf(behindOf(one))
      if (key === undefined) return hidden
      left.delete(key)
      const children = below === undefined ? {} : { children: nodesOf(below) }
      return [{ ...page, ...granted(rights[key]), ...children, key, name: title }, ...hidden]
    })
  const nodes = nodesOf(pages)
  if (left.size > 0) throw new Error(`${name} declares rights of no page: ${[...left].join(', ')}`)
  return nodes
}

function granted({ calls = {}, reads = [], labels = {}, buttons = [] }: PageRights = {}) {
  const codes = [calls.list, calls.info, ...reads].flatMap((one) =>
    one === undefined ? [] : [typeof one === 'string' ? one : one.permission],
  )
  const usual = USUAL.flatMap(([change, label]) => {
    const call = calls[change]
    const called = labels[change] ?? label
    return call === undefined || called === false ? [] : [button(called, call)]
  })
  return { permissions: [...new Set(codes)], buttons: [...usual, ...buttons] }
}
