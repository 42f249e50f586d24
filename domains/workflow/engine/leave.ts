import { fieldOf, type Step, type Way } from './compile.ts'
import { copyTo } from './copies.ts'
import { holds } from './expressions.ts'
import { intercept } from './handlers.ts'
import type { InstanceRecord, TaskRecord, TokenRecord } from './records.ts'
import { noWay } from './refusals.ts'
import { log, type Run } from './run.ts'
import { releaseTasks } from './tasks.ts'
import { resolve } from './tokens.ts'

/** A token about to leave a node; null while it was never at rest. */
export interface Leaving {
  instance: InstanceRecord
  step: Step
  token: TokenRecord | null
  round: number
  source: number | null
  crossed: boolean
  /** the task whose completion lets it go */
  task?: TaskRecord
}

/** Behind these there is no simple way back to the task before. Workflow §3.5. */
const CROSSINGS: readonly string[] = ['fork', 'join', 'subProcess', 'wfSubProcess']

/**
 * Sends a token on: post-interceptors, then every way that is open, or the one that was decided. Throws NO_BRANCH when
 * no way is open. Workflow §3.4.
 */
export async function leave(run: Run, at: Leaving, only?: Way): Promise<void> {
  const { instance, step, token, round, source } = at
  await finishNode(run, at)
  const ways = only === undefined ? openWays(instance, step) : [only]
  if (ways.length === 0) throw noWay(step.name)
  const crossed = at.crossed || ways.length > 1 || CROSSINGS.includes(step.type)
  ways.forEach((way, index) => {
    log(run, instance, 'take', { node: way.to, edge: way.id })
    run.moves.push({ instance, node: way.to, token: index === 0 ? token : null, round, source, crossed })
  })
}

/** What happens when a node is done, whichever way the token goes then. */
export async function finishNode(run: Run, { instance, step, token, task }: Leaving): Promise<void> {
  await intercept(run, instance, step, step.post, task ?? null)
  log(run, instance, 'leave', { node: step.id })
  const readers = await resolve(run, instance, step, fieldOf(step, 'ccUsers'))
  await copyTo(run, instance, await run.ports.people.members(readers), { from: 0, task: task ?? null })
  if (token !== null) releaseTasks(run, token)
}

function openWays(instance: InstanceRecord, step: Step): readonly Way[] {
  return step.out.filter(({ expr }) => expr === '' || holds(step, expr, instance.variables))
}
