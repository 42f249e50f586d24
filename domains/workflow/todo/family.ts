import type { Trace, TraceRecord } from '../instance/instance.calls.ts'

/** A line of a timeline with the child instance that began there. */
export interface StoryLine {
  record: TraceRecord
  child: Trace | undefined
}

export interface Story {
  lines: readonly StoryLine[]
  /** children no line tells of */
  rest: readonly Trace[]
}

/** The timeline of an instance with its children where they were begun: the rounds of a node in their order. */
export function storyOf(instance: Trace, family: readonly Trace[]): Story {
  const rest = family.filter((one) => one.parentId === instance.id)
  const said = new Set(instance.records.map(({ kind, taskId }) => `${kind} ${taskId}`))
  // How the task ended tells of a return too, with the same words.
  const told = instance.records.filter(
    ({ kind, taskId }) => kind !== 'return' || !said.has(`taskDone ${taskId}`),
  )
  const lines = told.map((record) => {
    const at = record.kind === 'child' ? rest.findIndex((one) => one.parentNode === record.node) : -1
    const [child] = at < 0 ? [] : rest.splice(at, 1)
    return { record, child }
  })
  return { lines, rest }
}

/** An instance and those above it, the outermost first. */
export function chainTo(id: number, family: readonly Trace[]): Trace[] {
  const found = family.find((one) => one.id === id)
  if (found === undefined) return []
  const above = found.parentId === null ? [] : chainTo(found.parentId, family)
  return [...above, found]
}
