import { flow } from '../engine/testing.ts'
import type { Process, Properties } from '../model/types.ts'

/** For tests: a definition under a name, drawn as `flow` takes it. */
export function named(name: string, line: string, properties: Record<string, Properties> = {}): Process {
  return flow(line, { '': { name, displayName: `流程${name}` }, ...properties })
}

/** For tests: start → one task for the given participants → end. */
export function oneTask(name: string, assignee: string, more: Properties = {}, task = '审核'): Process {
  return named(name, `start > ${task} > end`, { [task]: { assignee, ...more } })
}
