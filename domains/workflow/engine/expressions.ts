import { compile, condition } from '../model/expression.ts'
import type { Step } from './compile.ts'
import type { Variables } from './records.ts'
import { exprError } from './refusals.ts'

/** The value of an expression of a node; EXPR_ERROR when it cannot be worked out. */
export function evaluate(step: Pick<Step, 'id'>, text: string, variables: Variables): unknown {
  return guarded(step, () => compile(text).evaluate(variables))
}

/** Whether a condition holds; EXPR_ERROR also when it is neither true nor false. */
export function holds(step: Pick<Step, 'id'>, text: string, variables: Variables): boolean {
  return guarded(step, () => condition(text)(variables))
}

function guarded<T>(step: Pick<Step, 'id'>, work: () => T): T {
  try {
    return work()
  } catch (error) {
    const failed = exprError(step.id, error instanceof Error ? error.message : String(error))
    failed.cause = error
    throw failed
  }
}
