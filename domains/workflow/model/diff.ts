import { isEqual, isRecord, type Plain, sortKeys } from './plain.ts'
import type { Process } from './types.ts'

/** One field of an element that is not what it was; `path` by keys, 'properties.assignee'. */
export interface FieldChange {
  path: string
  before: unknown
  after: unknown
}

export interface ElementChange {
  id: string
  kind: 'node' | 'edge'
  fields: FieldChange[]
}

/** What lies between two versions of a definition. */
export interface ProcessDiff {
  /** fields of the process itself */
  process: FieldChange[]
  added: { id: string; kind: 'node' | 'edge' }[]
  removed: { id: string; kind: 'node' | 'edge' }[]
  changed: ElementChange[]
}

/** Compares two canonical definitions, elements by their ids; their order does not count. Workflow §4 (compare). */
export function diffProcess(before: Process, after: Process): ProcessDiff {
  const { nodes: oldNodes, edges: oldEdges, ...oldValues } = before
  const { nodes, edges, ...values } = after
  const parts = [compare('node', oldNodes, nodes), compare('edge', oldEdges, edges)]
  return {
    process: changes(oldValues, values, ''),
    added: parts.flatMap((part) => part.added),
    removed: parts.flatMap((part) => part.removed),
    changed: parts.flatMap((part) => part.changed),
  }
}

function compare(
  kind: 'node' | 'edge',
  before: readonly (Plain & { id: string })[],
  after: readonly (Plain & { id: string })[],
): Omit<ProcessDiff, 'process'> {
  const old = new Map(before.map((element) => [element.id, element]))
  const now = new Set(after.map((element) => element.id))
  const name = ({ id }: { id: string }) => ({ id, kind })
  return {
    added: after.filter(({ id }) => !old.has(id)).map(name),
    removed: before.filter(({ id }) => !now.has(id)).map(name),
    changed: after.flatMap((element) => {
      const was = old.get(element.id)
      const fields = was ? changes(was, element, '') : []
      return fields.length > 0 ? [{ id: element.id, kind, fields }] : []
    }),
  }
}

function changes(before: Plain, after: Plain, above: string): FieldChange[] {
  return sortKeys([...new Set([...Object.keys(before), ...Object.keys(after)])]).flatMap((key) => {
    const [was, is] = [own(before, key), own(after, key)]
    if (isEqual(was, is)) return []
    const path = above + key
    if (isRecord(was) && isRecord(is)) return changes(was, is, `${path}.`)
    return [{ path, before: was, after: is }]
  })
}

/** Not what every object inherits under names like toString. */
function own(values: Plain, key: string): unknown {
  return Object.hasOwn(values, key) ? values[key] : undefined
}
