import { PROBLEM_TEXTS } from './texts.ts'
import type { Problem } from './types.ts'

export type ProblemCode = keyof typeof PROBLEM_TEXTS

/** A finding with its message filled in; `x` and `y` as in the table of workflow §5.3. */
export function problem(code: ProblemCode, ids: readonly string[] = [], x = '', y = ''): Problem {
  const [level, text] = PROBLEM_TEXTS[code]
  const message = text.replace(/\{([xy])\}/g, (_, key) => (key === 'x' ? x : y))
  return { code, level, ids: [...ids], message }
}

/** A text or drawing that cannot be taken as a definition at all; `problems` say why. Workflow §2.1, §5.2. */
export class ModelError extends Error {
  override name = 'ModelError'
  /** code of the first problem */
  readonly code: string
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    super(problems[0]?.message)
    this.code = problems[0]?.code ?? ''
    this.problems = problems
  }
}

export function modelError(code: ProblemCode, x = '', ids: readonly string[] = []): ModelError {
  return new ModelError([problem(code, ids, x)])
}
