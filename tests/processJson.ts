// Definitions of processes out of a few words, as text that is deployed.

type Properties = Record<string, unknown>

const place = (id: string, type: string, properties: Properties = {}) => ({ id, type, properties })

export const start = (id = 'start') => place(id, 'start')
export const end = (id = 'end') => place(id, 'end')
export const task = (id: string, assignee: string, more: Properties = {}) =>
  place(id, 'task', { assignee, ...more })
export const node = place

/** A way: source, target and, after a decision, its condition. */
export type Way = readonly [from: string, to: string, expr?: string]

/** Deployable json of a process. Nodes stand in a row, for nobody looks at them. */
export function processJson(
  name: string,
  nodes: readonly ReturnType<typeof place>[],
  ways: readonly Way[],
  values: Properties = {},
): string {
  return JSON.stringify({
    name,
    displayName: `${name}流程`,
    ...values,
    nodes: nodes.map(({ id, type, properties }, at) => ({
      id,
      type: `snaker:${type}`,
      x: 100 + at * 160,
      y: 200,
      text: { x: 100 + at * 160, y: 200, value: `${id}名` },
      properties,
    })),
    edges: ways.map(([from, to, expr], at) => ({
      id: `w${at + 1}`,
      type: 'snaker:transition',
      sourceNodeId: from,
      targetNodeId: to,
      properties: expr === undefined ? {} : { expr },
    })),
  })
}

/** start → one task after the other → end. */
export function lineJson(
  name: string,
  tasks: readonly ReturnType<typeof place>[],
  values: Properties = {},
): string {
  const all = [start(), ...tasks, end()]
  const ways = all.slice(1).map((to, at): Way => [all[at]?.id ?? '', to.id])
  return processJson(name, all, ways, values)
}
