/** What ticking needs to know of a node of the permission tree. */
export interface TickNode {
  id: number
  menuType: string
  disabled: boolean
  child: readonly TickNode[]
}

/** A node and everything below it. */
export function allOf(node: TickNode): TickNode[] {
  return [node, ...node.child.flatMap(allOf)]
}

/**
 * The held ids after a click on a node. Linked, a node takes what is below along and brings the pages above; a
 * directory is held exactly while something in it is (the half-ticked parents that are sent). Not linked, the click
 * touches the node alone. Disabled nodes stay as they are. Platform §6.2.
 */
export function tick(
  tree: readonly TickNode[],
  held: ReadonlySet<number>,
  id: number,
  on: boolean,
  linked: boolean,
): Set<number> {
  const next = new Set(held)
  const put = (node: TickNode) => {
    if (!node.disabled) on ? next.add(node.id) : next.delete(node.id)
  }
  const way = wayTo(tree, id)
  const node = way.at(-1)
  if (node === undefined) return next
  if (!linked) {
    put(node)
    return next
  }
  for (const one of allOf(node)) put(one)
  // A button is of no use without its page, while a page stays when its last button goes.
  if (on) for (const above of way) put(above)
  for (const one of tree) settle(one, next)
  return next
}

/** The ids after 全选 or 全不选. */
export function tickAll(tree: readonly TickNode[], held: ReadonlySet<number>, on: boolean): Set<number> {
  return tree.reduce((now, node) => tick(tree, now, node.id, on, true), new Set(held))
}

function wayTo(tree: readonly TickNode[], id: number): TickNode[] {
  for (const node of tree) {
    if (node.id === id) return [node]
    const below = wayTo(node.child, id)
    if (below.length > 0) return [node, ...below]
  }
  return []
}

/** Directories follow what is in them; whether anything is held at the node or below. */
function settle(node: TickNode, held: Set<number>): boolean {
  const below = node.child.map((child) => settle(child, held)).some(Boolean)
  if (node.menuType === 'M' && node.child.length > 0) {
    if (below) held.add(node.id)
    else held.delete(node.id)
    return below
  }
  return below || held.has(node.id)
}

/** Which boxes are ticked and which half-ticked: linked, a box is full when everything below is held as well. */
export function boxes(
  tree: readonly TickNode[],
  held: ReadonlySet<number>,
  linked: boolean,
): { checked: number[]; half: number[] } {
  if (!linked) return { checked: [...held], half: [] }
  const checked: number[] = []
  const half: number[] = []
  const look = (node: TickNode): 'all' | 'some' | 'none' => {
    const below = node.child.map(look)
    const own = node.menuType === 'M' && below.length > 0 ? [] : [held.has(node.id) ? 'all' : 'none']
    const states = [...own, ...below]
    if (states.every((state) => state === 'all')) {
      checked.push(node.id)
      return 'all'
    }
    if (states.every((state) => state === 'none')) return 'none'
    half.push(node.id)
    return 'some'
  }
  for (const node of tree) look(node)
  return { checked, half }
}
