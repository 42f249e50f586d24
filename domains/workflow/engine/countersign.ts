import { fieldOf, type Step } from './compile.ts'
import { endInstance } from './ending.ts'
import { holds } from './expressions.ts'
import { leave } from './leave.ts'
import type { InstanceRecord, Member, TaskRecord, TokenRecord, Variables } from './records.ts'
import { openTasksOf, type Run, setVariables, tasksOf, user } from './run.ts'
import { dropTasks, modeOf, openTask } from './tasks.ts'

/** A condition that says what an empty one means. */
const VETO = 'ONE_VOTE_VETO'

/** Begins a round: all votes at once, or the first of a line. Workflow §3.6. */
export async function beginCountersign(
  run: Run,
  instance: InstanceRecord,
  step: Step,
  token: TokenRecord,
): Promise<void> {
  const members = token.data.members ?? []
  const asked = modeOf(step) === 'SEQUENTIAL' ? members.slice(0, 1) : members
  for (const member of asked) await askMember(run, instance, step, token, member)
}

export async function askMember(
  run: Run,
  instance: InstanceRecord,
  step: Step,
  token: TokenRecord,
  member: Member,
  source: number | null = run.source ?? token.data.source ?? null,
): Promise<TaskRecord> {
  return openTask(run, instance, step, token, {
    mode: modeOf(step),
    loop: member.loop,
    actors: member.id === 0 ? [] : [user(member.id)],
    source,
  })
}

/** Counts after a vote: the round is passed, failed, or goes on. */
export async function countVotes(
  run: Run,
  instance: InstanceRecord,
  step: Step,
  token: TokenRecord,
  vote: TaskRecord,
): Promise<void> {
  const votes = votesOf(run, token)
  const members = token.data.members ?? []
  const agreed = votes.filter(({ result }) => result !== 'disagree').length
  const open = openTasksOf(run, token).length
  const unasked = notAsked(run, token).length
  const count = {
    nrOfInstances: members.length,
    nrOfCompletedInstances: votes.length,
    // In a line one is always being asked, until nobody is left.
    nrOfActivateInstances: open > 0 ? open : Math.min(unasked, 1),
    nrOfActiveInstances: open > 0 ? open : Math.min(unasked, 1),
    nrOfAgreedInstances: agreed,
    nrOfDisagreedInstances: votes.length - agreed,
    loopCounter: members.findIndex(({ loop }) => loop === vote.loop),
  }
  const suffixed = Object.fromEntries(
    Object.entries(count).map(([name, value]) => [`${name}_${step.id}`, value]),
  )
  const passed = verdict(step, { ...instance.variables, ...count, ...suffixed }, count)
  if (passed === null) {
    const [next] = open === 0 ? notAsked(run, token) : []
    if (next !== undefined) await askMember(run, instance, step, token, next)
    return
  }
  dropTasks(run, token)
  setVariables(run, instance, { ...suffixed, [`countersignResult_${step.id}`]: passed ? 'pass' : 'fail' })
  if (!passed && fieldOf(step, 'countersignFailPolicy') !== 'continue') {
    await endInstance(run, instance, 'rejected')
    return
  }
  await leave(run, { instance, step, token, round: token.round, source: vote.id, crossed: false, task: vote })
}

/** Members nobody has asked in this round yet, in their order. */
export function notAsked(run: Run, token: TokenRecord): Member[] {
  const asked = new Set(
    tasksOf(run, token)
      .filter(({ result }) => result !== 'withdrawn' && result !== 'cancelled')
      .map(({ loop }) => loop),
  )
  return (token.data.members ?? []).filter(({ loop }) => !asked.has(loop))
}

function votesOf(run: Run, token: TokenRecord): TaskRecord[] {
  return tasksOf(run, token).filter(
    ({ result }) => result === 'agree' || result === 'disagree' || result === 'auto',
  )
}

/** True: passed; false: failed; null: not decided yet. */
function verdict(
  step: Step,
  variables: Variables,
  count: { nrOfInstances: number; nrOfCompletedInstances: number; nrOfDisagreedInstances: number },
): boolean | null {
  const condition = fieldOf(step, 'countersignCompletionCondition')
  const all = count.nrOfCompletedInstances >= count.nrOfInstances
  if (condition === '' || condition === VETO) {
    if (count.nrOfDisagreedInstances > 0) return false
    return all ? true : null
  }
  if (holds(step, condition, variables)) return true
  return all ? false : null
}
