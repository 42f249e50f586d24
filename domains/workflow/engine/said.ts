import { choose } from './chosen.ts'
import type { Said } from './commands.ts'
import type { InstanceRecord } from './records.ts'
import { type Run, setVariables } from './run.ts'

/** What a person submits becomes part of the instance; names of the engine's own are not theirs to set. */
export async function take(run: Run, instance: InstanceRecord, said: Said): Promise<void> {
  if (said.variables !== undefined) {
    const own = Object.entries(said.variables).filter(([name]) => !name.startsWith('snaker.'))
    if (own.length > 0) setVariables(run, instance, Object.fromEntries(own))
  }
  await choose(run, instance, said.chosen)
}
