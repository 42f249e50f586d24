import { canonical } from './canonical.ts'
import type { Process, Properties } from './types.ts'

/** A node of a drawing in a test: id, or id and type, or with fields; the type is the id without its number. */
type Drawn = string | [id: string, properties: Properties]
/** 'from>to', named by both; or with an expression. */
type Way = string | [way: string, expr: string]

/** Definitions for tests, drawn in short: `draw(['start', 'task1', 'end'], ['start>task1', 'task1>end'])`. */
export function draw(nodes: readonly Drawn[], ways: readonly Way[], values: Partial<Process> = {}): Process {
  return canonical({
    name: 'sample',
    displayName: '示例',
    ...values,
    nodes: nodes.map((node) => {
      const [id, own] = typeof node === 'string' ? [node, {}] : node
      const type = id.replace(/[\d_].*$/, '')
      return { id, type, x: 0, y: 0, properties: type === 'task' ? { assignee: 'applicant', ...own } : own }
    }),
    edges: ways.map((way) => {
      const [text, expr] = typeof way === 'string' ? [way, ''] : way
      const [sourceNodeId, targetNodeId] = text.split('>')
      return { id: text.replace('>', '-'), sourceNodeId, targetNodeId, properties: { expr } }
    }),
  })
}

/** A definition of so many nodes: tasks in rows between forks and joins, every tenth a decision. */
export function drawLarge(size: number): Process {
  const nodes: Drawn[] = ['start']
  const ways: Way[] = []
  let last = 'start'
  for (let number = 1; nodes.length + 6 <= size; number++) {
    const [fork, left, right, join, route] = [
      `fork${number}`,
      `task${number}_l`,
      `task${number}_r`,
      `join${number}`,
      `decision${number}`,
    ]
    nodes.push(fork, left, right, join, route)
    ways.push(`${last}>${fork}`, `${fork}>${left}`, `${fork}>${right}`, `${left}>${join}`, `${right}>${join}`)
    ways.push(`${join}>${route}`, [`${route}>${fork}`, '#again == true'])
    last = route
  }
  nodes.push('end')
  ways.push(`${last}>end`)
  return draw(nodes, ways)
}
