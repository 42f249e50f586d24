import type { Process } from '../model/types.ts'

interface Drawn {
  id: string
  type: string
  label?: string
  [property: string]: unknown
}

/** A drawing in one row for tests: nodes from left to right, edges as pairs with an optional condition. */
export function drawing(
  name: string,
  nodes: readonly Drawn[],
  edges: readonly (readonly [from: string, to: string, expr?: string])[],
  values: Partial<Process> = {},
): Process {
  return {
    name,
    displayName: `流程${name}`,
    ...values,
    nodes: nodes.map(({ id, type, label = id, ...properties }, index) => ({
      id,
      type: `snaker:${type}`,
      x: 100 + index * 160,
      y: 200,
      text: { x: 100 + index * 160, y: 200, value: label },
      properties,
    })),
    edges: edges.map(([sourceNodeId, targetNodeId, expr], index) => ({
      id: `t${index + 1}`,
      type: 'snaker:transition',
      sourceNodeId,
      targetNodeId,
      properties: expr === undefined ? {} : { expr },
    })),
  }
}

/** start → one task for the given participants → end. */
export function oneTask(name: string, assignee: string, more: Record<string, unknown> = {}): Process {
  return drawing(
    name,
    [
      { id: 'start', type: 'start' },
      { id: 'check', type: 'task', label: '审核', assignee, ...more },
      { id: 'end', type: 'end' },
    ],
    [
      ['start', 'check'],
      ['check', 'end'],
    ],
  )
}
