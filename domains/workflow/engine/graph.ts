/** A directed graph over numbers 0…n-1; `out[i]` are the successors of i. */
export type Graph = readonly (readonly number[])[]

/** The same graph walked against its arrows. */
export function reversed(out: Graph): number[][] {
  const back: number[][] = out.map(() => [])
  out.forEach((targets, from) => {
    for (const to of targets) back[to]?.push(from)
  })
  return back
}

/**
 * For every node the next one that lies on each of its ways to an exit; -1 for exits, and for nodes that have no way to
 * one. Following the answer from a node lists all nodes on every way from it to an exit (Cooper, Harvey and Kennedy).
 */
export function nextOnEveryWay(out: Graph, exits: readonly number[]): number[] {
  const back = reversed(out)
  const root = out.length
  const order = postorder([...back, [...exits]], root)
  const rank = new Map(order.map((node, at) => [node, at]))
  const exit = new Set(exits)
  const next = new Map<number, number>([[root, root]])
  const meet = (first: number, second: number): number => {
    let [a, b] = [first, second]
    while (a !== b) {
      while ((rank.get(a) ?? 0) < (rank.get(b) ?? 0)) a = next.get(a) ?? root
      while ((rank.get(b) ?? 0) < (rank.get(a) ?? 0)) b = next.get(b) ?? root
    }
    return a
  }
  for (let moved = true; moved; ) {
    moved = false
    for (let at = order.length - 2; at >= 0; at--) {
      const node = order[at] ?? root
      let found = exit.has(node) ? root : -1
      for (const to of out[node] ?? []) {
        if (next.has(to)) found = found === -1 ? to : meet(found, to)
      }
      if (found !== -1 && next.get(node) !== found) {
        next.set(node, found)
        moved = true
      }
    }
  }
  return out.map((_, node) => {
    const found = next.get(node) ?? root
    return found === root ? -1 : found
  })
}

/** The nodes from which `target` is reached without passing through it or through one of `walls`. */
export function reaching(back: Graph, target: number, walls: ReadonlySet<number>): Set<number> {
  const found = new Set<number>()
  const waiting = [target]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    for (const from of back[node] ?? []) {
      if (from === target || walls.has(from) || found.has(from)) continue
      found.add(from)
      waiting.push(from)
    }
  }
  return found
}

/** What is reached from a node, each after all it leads to; without recursion, for chains are long. */
function postorder(out: Graph, root: number): number[] {
  const seen = new Set([root])
  const done: number[] = []
  const stack = [{ node: root, at: 0 }]
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const to = out[top.node]?.[top.at]
    if (to === undefined) {
      done.push(top.node)
      stack.pop()
    } else {
      top.at += 1
      if (!seen.has(to)) {
        seen.add(to)
        stack.push({ node: to, at: 0 })
      }
    }
  }
  return done
}
