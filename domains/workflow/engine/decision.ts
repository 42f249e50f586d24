import { type Step, textOf, type Way } from './compile.ts'
import { evaluate, holds } from './expressions.ts'
import { call } from './handlers.ts'
import type { InstanceRecord } from './records.ts'
import { noBranch } from './refusals.ts'
import type { Run } from './run.ts'

/**
 * The one way a decision takes: named by its expression, else by its registered decision, else the first whose own
 * condition holds; a way without condition is looked at last. Throws NO_BRANCH. Workflow §3.4.
 */
export async function decide(run: Run, instance: InstanceRecord, step: Step): Promise<Way> {
  const name = await namedWay(run, instance, step)
  const way =
    name === ''
      ? (step.out.find(({ expr }) => expr !== '' && holds(step, expr, instance.variables)) ??
        step.out.find(({ expr }) => expr === ''))
      : (step.out.find(({ id }) => id === name) ?? step.out.find(({ oldName }) => oldName === name))
  if (way === undefined) throw noBranch(step.name)
  return way
}

async function namedWay(run: Run, instance: InstanceRecord, step: Step): Promise<string> {
  const expr = textOf(step, 'expr')
  const handler = textOf(step, 'handleClass')
  const written = expr === '' ? '' : asName(evaluate(step, expr, instance.variables))
  return written === '' && handler !== ''
    ? asName(await call(run, 'decision', handler, step, instance))
    : written
}

function asName(value: unknown): string {
  return value === null || value === undefined ? '' : String(value)
}
