import { type Step, textOf, type Way } from './compile.ts'
import { evaluate, holds } from './expressions.ts'
import { call } from './handlers.ts'
import type { InstanceRecord } from './records.ts'
import { noBranch } from './refusals.ts'
import type { Run } from './run.ts'

/**
 * The one way a decision takes: named by its expression, else by its registered decision, else the first whose own
 * condition holds; a way without condition is looked at last. An answer that names no way, an empty one too, takes none:
 * throws NO_BRANCH. Workflow §3.4.
 */
export async function decide(run: Run, instance: InstanceRecord, step: Step): Promise<Way> {
  const name = await namedWay(run, instance, step)
  const way =
    name === null
      ? (step.out.find(({ expr }) => expr !== '' && holds(step, expr, instance.variables)) ??
        step.out.find(({ expr }) => expr === ''))
      : wayNamed(step, name)
  if (way === undefined) throw noBranch(step.name)
  return way
}

function wayNamed(step: Step, name: string): Way | undefined {
  // Most ways have no former name: an empty answer must not find one of them.
  if (name === '') return undefined
  return step.out.find(({ id }) => id === name) ?? step.out.find(({ oldName }) => oldName === name)
}

/** The name the node itself answers, '' for none; null when it asks nobody and its ways decide. */
async function namedWay(run: Run, instance: InstanceRecord, step: Step): Promise<string | null> {
  const expr = textOf(step, 'expr')
  if (expr !== '') return asName(evaluate(step, expr, instance.variables))
  const handler = textOf(step, 'handleClass')
  return handler === '' ? null : asName(await call(run, 'decision', handler, step, instance))
}

function asName(value: unknown): string {
  return value === null || value === undefined ? '' : String(value)
}
