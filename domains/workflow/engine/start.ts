import type { Command } from './commands.ts'
import { complete } from './complete.ts'
import { settle } from './enter.ts'
import { openInstance } from './instances.ts'
import { isApplicants } from './participants.ts'
import type { InstanceRecord, TaskRecord } from './records.ts'
import { forbiddenInstance } from './refusals.ts'
import { type Run, scopeOf } from './run.ts'
import { take, withoutReserved } from './said.ts'

/** Where the caller of a process writes the number it wants. Workflow §3.2. */
const ORDER_NO = 'snaker.orderNo'

/** Starts a process and, when the person hands in at once, completes their own first task with it. Workflow §3.5. */
export async function start(run: Run, command: Extract<Command, { kind: 'start' }>): Promise<InstanceRecord> {
  const compiled = await run.ports.definition(command.definitionId)
  if ((await run.ports.people.identity(run.by)) === null) throw forbiddenInstance()
  const { [ORDER_NO]: wanted, ...variables } = command.variables ?? {}
  const instance = await openInstance(run, compiled, {
    scope: '',
    title: command.title,
    starterId: run.by,
    wanted: typeof wanted === 'string' ? wanted : undefined,
    variables: withoutReserved(variables),
    businessType: command.businessType ?? '',
    businessId: command.businessId ?? null,
    source: null,
  })
  await take(run, instance, { chosen: command.chosen })
  await settle(run)
  const first = command.submit === true ? await applicantsTask(run, instance) : undefined
  if (first !== undefined)
    await complete(run, first, 'agree', { comment: command.comment, data: command.data })
  return instance
}

async function applicantsTask(run: Run, instance: InstanceRecord): Promise<TaskRecord | undefined> {
  const { steps } = await scopeOf(run, instance)
  return [...run.tasks.all.values()].find(({ node, instanceId, state, kind }) => {
    const step = steps.get(node)
    const own = instanceId === instance.id && state === 'open' && kind === 'Major'
    return own && step !== undefined && isApplicants(step)
  })
}
