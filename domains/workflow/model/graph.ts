/** A drawing as numbers: nodes 0 … n-1 and the ways between them. All answers take time linear in both. */
export interface Graph {
  out: readonly (readonly number[])[]
  in: readonly (readonly number[])[]
}

export function makeGraph(size: number, ways: Iterable<readonly [number, number]>): Graph {
  const out = Array.from({ length: size }, () => [] as number[])
  const into = Array.from({ length: size }, () => [] as number[])
  for (const [from, to] of ways) {
    out[from]?.push(to)
    into[to]?.push(from)
  }
  return { out, in: into }
}

/** All nodes that can be reached from some, these included; `passes` says of which nodes the ways out count. */
export function reach(
  next: readonly (readonly number[])[],
  from: Iterable<number>,
  passes: (node: number) => boolean = () => true,
): Set<number> {
  const seen = new Set(from)
  // A set hands out what is added while it is walked.
  for (const node of seen) {
    if (passes(node)) for (const to of next[node] ?? []) seen.add(to)
  }
  return seen
}

/** The circles among the nodes that `keeps` lets count: groups whose nodes all reach each other, smallest node first. */
export function cycles(graph: Graph, keeps: (node: number) => boolean): number[][] {
  const found: number[][] = []
  const order = new Map<number, number>()
  const low = new Map<number, number>()
  const open: number[] = []
  const isOpen = new Set<number>()
  const lower = (node: number, to: number) => low.set(node, Math.min(low.get(node) ?? to, to))
  for (const start of graph.out.keys()) {
    if (!keeps(start) || order.has(start)) continue
    // Tarjan's search, with a stack of its own: drawings may be long.
    const stack = [{ node: start, next: 0 }]
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const { node } = top
      if (top.next === 0) {
        order.set(node, order.size)
        lower(node, order.size - 1)
        open.push(node)
        isOpen.add(node)
      }
      const to = graph.out[node]?.[top.next++]
      if (to !== undefined) {
        if (!keeps(to)) continue
        if (!order.has(to)) stack.push({ node: to, next: 0 })
        else if (isOpen.has(to)) lower(node, order.get(to) ?? 0)
        continue
      }
      stack.pop()
      const below = stack.at(-1)
      if (below) lower(below.node, low.get(node) ?? 0)
      if (low.get(node) !== order.get(node)) continue
      const group = open.splice(open.lastIndexOf(node))
      for (const member of group) isOpen.delete(member)
      if (group.length > 1 || graph.out[node]?.includes(node)) found.push(group.sort((a, b) => a - b))
    }
  }
  return found
}

/**
 * For each node the last other node that every way from `start` to it passes; undefined for the start and for what
 * cannot be reached. (Cooper, Harvey and Kennedy: ancestors are met by their place in reverse post-order.)
 */
export function dominators(graph: Graph, start: number): (number | undefined)[] {
  const order = reversePostOrder(graph, start)
  const place = new Map(order.map((node, index) => [node, index]))
  const above = new Map([[start, start]])
  const meet = (a: number, b: number): number => {
    let [left, right] = [a, b]
    while (left !== right) {
      const isLower = (place.get(left) ?? 0) > (place.get(right) ?? 0)
      if (isLower) left = above.get(left) ?? start
      else right = above.get(right) ?? start
    }
    return left
  }
  for (let changed = true; changed; ) {
    changed = false
    for (const node of order) {
      if (node === start) continue
      const known = (graph.in[node] ?? []).filter((from) => above.has(from))
      const [first = start, ...others] = known
      const now = others.reduce(meet, first)
      if (above.get(node) !== now) {
        above.set(node, now)
        changed = true
      }
    }
  }
  return Array.from(graph.out.keys(), (node) => (node === start ? undefined : above.get(node)))
}

function reversePostOrder(graph: Graph, start: number): number[] {
  const order: number[] = []
  const seen = new Set([start])
  const stack = [{ node: start, next: 0 }]
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const to = graph.out[top.node]?.[top.next++]
    if (to === undefined) {
      order.push(top.node)
      stack.pop()
    } else if (!seen.has(to)) {
      seen.add(to)
      stack.push({ node: to, next: 0 })
    }
  }
  return order.reverse()
}
