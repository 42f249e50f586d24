interface Node {
  key: string
}
interface Edge {
  from: string
  to: string
}
interface Place {
  column: number
  row: number
}

/**
 * Where the boxes of a small drawing stand: each one column behind the last of those that lead to it, in a row of its own
 * within its column. A circle, which only 互斥 can make, does not push its boxes apart for ever.
 */
export function placeNodes(
  nodes: readonly Node[],
  edges: readonly Edge[],
): { places: ReadonlyMap<string, Place>; columns: number; rows: number } {
  const column = new Map(nodes.map((one) => [one.key, 0]))
  for (let round = 0; round < nodes.length; round++) {
    let moved = false
    for (const { from, to } of edges) {
      const next = (column.get(from) ?? 0) + 1
      if (from === to || next <= (column.get(to) ?? 0) || next >= nodes.length) continue
      column.set(to, next)
      moved = true
    }
    if (!moved) break
  }
  // Columns that stay empty behind a circle are left out.
  const used = [...new Set(column.values())].sort((a, b) => a - b)
  const filled = new Map<number, number>()
  const places = new Map<string, Place>()
  for (const { key } of nodes) {
    const at = used.indexOf(column.get(key) ?? 0)
    const row = filled.get(at) ?? 0
    filled.set(at, row + 1)
    places.set(key, { column: at, row })
  }
  return { places, columns: used.length, rows: Math.max(0, ...filled.values()) }
}
