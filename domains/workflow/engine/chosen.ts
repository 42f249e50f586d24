import { fieldOf, type Step } from './compile.ts'
import { call } from './handlers.ts'
import type { InstanceRecord, Variables } from './records.ts'
import { choiceNotAllowed } from './refusals.ts'
import { type Run, scopeOf, setVariables } from './run.ts'
import { actorsOf, resolve } from './tokens.ts'

/** Where chosen people are kept: expressions cannot name it, for a dot in them goes into a value. */
export const CHOSEN = 'snaker.chosen'

/** The people chosen for a node. */
export function chosenFor(instance: { variables: Variables }, node: string): number[] {
  const all = instance.variables[CHOSEN]
  if (typeof all !== 'object' || all === null || !Object.hasOwn(all, node)) return []
  const ids: unknown = Reflect.get(all, node)
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'number') : []
}

/** Whether the people of a node are chosen by whoever comes before it. */
export function isChoosable(step: Step): boolean {
  return ['candidateUsers', 'candidateGroups', 'candidateHandler'].some((key) => fieldOf(step, key) !== '')
}

/** The people who may be chosen for a node. Workflow §3.3 no. 1. */
export async function candidates(run: Run, instance: InstanceRecord, step: Step): Promise<number[]> {
  const named = [
    ...(await resolve(run, instance, step, fieldOf(step, 'candidateUsers'))),
    ...(await resolve(run, instance, step, fieldOf(step, 'candidateGroups'))),
  ]
  const rule = fieldOf(step, 'candidateHandler')
  if (rule !== '') {
    named.push(...(await actorsOf(run, instance, await call(run, 'candidate', rule, step, instance))))
  }
  return run.ports.people.members(named)
}

/** Keeps whom somebody chose for later nodes; refuses people who may not be chosen there. */
export async function choose(
  run: Run,
  instance: InstanceRecord,
  chosen: Record<string, number[]> | undefined,
): Promise<void> {
  if (chosen === undefined) return
  const scope = await scopeOf(run, instance)
  const kept: Record<string, number[]> = {}
  for (const [node, ids] of Object.entries(chosen)) {
    if (ids.length === 0) continue
    const step = scope.steps.get(node)
    if (step === undefined) throw choiceNotAllowed(node)
    const allowed = new Set(await candidates(run, instance, step))
    if (ids.some((id) => !allowed.has(id))) throw choiceNotAllowed(step.name)
    kept[node] = ids
  }
  const before = instance.variables[CHOSEN]
  setVariables(run, instance, { [CHOSEN]: { ...(typeof before === 'object' ? before : {}), ...kept } })
}
