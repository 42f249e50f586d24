import { choose } from './chosen.ts'
import type { Said } from './commands.ts'
import type { InstanceRecord, Variables } from './records.ts'
import { type Run, setVariables } from './run.ts'

/** What a person submits becomes part of the instance; names of the engine's own are not theirs to set. */
export async function take(run: Run, instance: InstanceRecord, said: Said): Promise<void> {
  if (said.variables !== undefined) {
    setVariables(run, instance, withoutReserved(said.variables))
  }
  await choose(run, instance, said.chosen)
}

/** The values without those the engine keeps for itself: people chosen, the number wanted. */
export function withoutReserved(variables: Variables): Variables {
  return Object.fromEntries(Object.entries(variables).filter(([name]) => !name.startsWith('snaker.')))
}
