import type { Highlight } from '../canvas.types.ts'
import type { Mark } from './look.ts'

/** Which element is marked how; active wins over history. Workflow §2.1. */
export function marksOf({
  historyNodeNames,
  historyEdgeNames,
  activeNodeNames,
}: Highlight): Map<string, Mark> {
  return new Map([
    ...[...historyNodeNames, ...historyEdgeNames].map((name) => [name, 'history'] as const),
    ...activeNodeNames.map((name) => [name, 'active'] as const),
  ])
}

/** The names that nothing in the drawing has. */
export function unknownOf(
  { historyNodeNames, historyEdgeNames, activeNodeNames }: Highlight,
  nodes: readonly { id: string }[],
  edges: readonly { id: string }[],
): string[] {
  const without = (names: readonly string[], there: readonly { id: string }[]) => {
    const known = new Set(there.map(({ id }) => id))
    return names.filter((name) => !known.has(name))
  }
  const missing = [
    ...without([...historyNodeNames, ...activeNodeNames], nodes),
    ...without(historyEdgeNames, edges),
  ]
  return [...new Set(missing)]
}
