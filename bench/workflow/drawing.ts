import type { Process } from '#domains/workflow/model/types.ts'

const STEP = 180

/** A process of so many tasks one after the other, each of them for the same participants. */
export function chain(name: string, tasks: number, assignee: string): Process {
  const names = Array.from({ length: tasks }, (_, index) => `task${index + 1}`)
  const all = ['start', ...names, 'end']
  return {
    name,
    displayName: `压测${tasks}步`,
    nodes: all.map((id, index) => {
      const text = { x: 100 + (index % 20) * STEP, y: 100 + Math.floor(index / 20) * STEP }
      const type = names.includes(id) ? 'task' : id
      return {
        id,
        type: `snaker:${type}`,
        ...text,
        text: { ...text, value: id },
        properties: type === 'task' ? { assignee, width: 120, height: 80 } : {},
      }
    }),
    edges: all.slice(1).map((id, index) => ({
      id: `transition${index + 1}`,
      type: 'snaker:transition',
      sourceNodeId: all[index] ?? '',
      targetNodeId: id,
      properties: {},
    })),
  }
}
