/** What the rules on menus need of a node. */
export interface MenuFacts {
  id: number
  pid: number
  name: string
  menuType: string
  component: string
  perms: string
  sort: number
  isShow: number
  adminOnly: number
  activeMenu: string
  systemKey: string
}

export const MENU_DEPTH = 4

/** The codes of a node: a comma list. */
export function codesIn(perms: string): string[] {
  return perms
    .split(',')
    .map((code) => code.trim())
    .filter((code) => code !== '')
}

/** Nodes only the role admin may hand on, besides those marked adminOnly. Platform §6.2. */
const RESTRICTED = new Set(['settings.config', 'access', 'access.admin', 'access.role', 'access.menu'])

export function isRestricted(node: Pick<MenuFacts, 'adminOnly' | 'systemKey'>): boolean {
  return node.adminOnly === 1 || RESTRICTED.has(node.systemKey)
}

export type Tree<N> = N & { children: Tree<N>[] }

/** Nodes as a forest, by sort descending and id ascending; a node whose parent is missing stands at the top. */
export function forest<N extends { id: number; pid: number; sort: number }>(nodes: readonly N[]): Tree<N>[] {
  const byId = new Map<number, Tree<N>>()
  for (const node of [...nodes].sort((a, b) => b.sort - a.sort || a.id - b.id))
    byId.set(node.id, { ...node, children: [] })
  const top: Tree<N>[] = []
  for (const node of byId.values()) (byId.get(node.pid)?.children ?? top).push(node)
  return top
}

/** The pages a person sees: which of the nodes, and whether a code is theirs. */
export interface MenuRights {
  all: boolean
  menuIds: ReadonlySet<number>
  permissions: ReadonlySet<string>
}

/**
 * The nodes M and C of a person's sidebar and routes. A hidden page comes with the page it belongs to as far as the
 * person holds one of its codes; one that needs no code and belongs to no page is everybody's, and so is the home page. Platform §6.3.
 */
export function visibleNodes<N extends MenuFacts>(nodes: readonly N[], rights: MenuRights): N[] {
  const pages = nodes.filter((node) => node.menuType !== 'A')
  if (rights.all) return pages
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const granted = new Set(
    pages.filter((node) => rights.menuIds.has(node.id) && node.adminOnly === 0).map((node) => node.id),
  )
  const open = new Set(
    pages.filter((node) => granted.has(node.id) && node.menuType === 'C').map((node) => node.component),
  )
  for (const node of pages) {
    if (node.menuType !== 'C' || node.adminOnly === 1 || granted.has(node.id)) continue
    const codes = codesIn(node.perms)
    // A page that is shown and asks for no code is everybody's only when the product itself says so.
    if (node.isShow === 1 && (codes.length > 0 || node.systemKey === '')) continue
    const parent = byId.get(node.pid)
    const owner = node.activeMenu !== '' ? node.activeMenu : parent?.menuType === 'C' ? parent.component : ''
    if (owner !== '' && !open.has(owner)) continue
    if (codes.length === 0 || (owner !== '' && codes.some((code) => rights.permissions.has(code))))
      granted.add(node.id)
  }
  // The way up belongs to what is granted: the address of a page is found through its parents.
  for (const id of [...granted])
    for (let node = byId.get(byId.get(id)?.pid ?? 0); node !== undefined; node = byId.get(node.pid)) {
      if (granted.has(node.id)) break
      granted.add(node.id)
    }
  return pages.filter((node) => granted.has(node.id))
}

/** Leaves out directories in which nothing is to be seen. */
export function withoutEmpty<N extends { menuType: string; isShow: number }>(tree: Tree<N>[]): Tree<N>[] {
  return tree.flatMap((node) => {
    const children = withoutEmpty(node.children)
    const isEmpty = node.menuType === 'M' && children.every((child) => child.isShow === 0)
    // A hidden page keeps its route though its directory shows nothing.
    return isEmpty ? children : [{ ...node, children }]
  })
}

/** How deep a node of type M or C lies, from 1; Infinity in a cycle. */
export function depthOf(nodes: ReadonlyMap<number, { pid: number }>, id: number): number {
  let depth = 0
  for (let at = id; at !== 0; at = nodes.get(at)?.pid ?? 0) {
    depth += 1
    if (depth > nodes.size + 1) return Number.POSITIVE_INFINITY
  }
  return depth
}

/** The levels of M and C below a node, itself included. */
export function heightOf(nodes: readonly MenuFacts[], id: number): number {
  const below = nodes.filter((node) => node.pid === id && node.menuType !== 'A')
  return 1 + Math.max(0, ...below.map((node) => heightOf(nodes, node.id)))
}
