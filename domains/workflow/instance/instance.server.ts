import { type SqlBool, sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { change, read, type Served } from '#kit/server/serve.ts'
import type { Who } from '#kit/server/who.ts'
import { newestEnabled } from '../definition/compiled.server.ts'
import type { Command, Outcome } from '../engine/commands.ts'
import { runCommand } from '../store/run.server.ts'
import { saidOf } from '../task/act.server.ts'
import { forgetCount } from '../task/list.server.ts'
import { seenInstance } from '../task/see.server.ts'
import { instanceInfo, instanceTrace } from './info.server.ts'
import { instanceCalls as calls } from './instance.calls.ts'
import { listInstances } from './list.server.ts'
import { openTasksOf } from './openTasks.server.ts'

/** A command on an instance by whoever may see it; 404 for others. */
async function actOn(tx: Tx, who: Who, command: Command & { instanceId: number }): Promise<Outcome> {
  await seenInstance(tx, who, command.instanceId)
  const outcome = await runCommand(tx, command)
  forgetCount(tx, who.adminId)
  return outcome
}

/** Workflow §3.5. */
export const instanceServed: readonly Served[] = [
  change(calls.start, async (tx, who, input) => {
    const { definitionId, process } = await newestEnabled(tx, input.processName, input.version ?? 0)
    const outcome = await runCommand(tx, {
      kind: 'start',
      by: who.adminId,
      definitionId,
      title: input.title === '' ? process.displayName : input.title,
      submit: input.submit === 1,
      ...saidOf(input),
    })
    forgetCount(tx, who.adminId)
    const { number } = await tx
      .selectFrom('processInstance')
      .select('number')
      .where('id', '=', outcome.instanceId)
      .executeTakeFirstOrThrow()
    return { id: outcome.instanceId, number, state: outcome.state, tasks: outcome.tasks }
  }),
  read(calls.list, (db, who, input) =>
    listInstances(
      db,
      who,
      input,
      // As a select: of a value the database would plan a kept statement each time anew, for some start far more than others.
      [sql<SqlBool>`"processInstance"."starterId" = (select ${who.adminId}::int)`],
      ({ state }) => (state === 'running' ? ['urge', 'copy', 'withdraw'] : []),
    ),
  ),
  read(calls.info, (db, who, { id }) => instanceInfo(db, who, id)),
  read(calls.trace, instanceTrace),
  read(calls.tasks, openTasksOf),
  change(calls.withdraw, (tx, who, { id, comment }) =>
    actOn(tx, who, { kind: 'withdraw', by: who.adminId, instanceId: id, comment }),
  ),
  change(calls.terminate, (tx, who, { id, comment }) =>
    actOn(tx, who, { kind: 'terminate', by: who.adminId, instanceId: id, comment }),
  ),
  change(calls.urge, (tx, who, { id }) => actOn(tx, who, { kind: 'urge', by: who.adminId, instanceId: id })),
  change(calls.jump, (tx, who, { id, node, ...input }) =>
    actOn(tx, who, { kind: 'jump', by: who.adminId, instanceId: id, node, ...saidOf(input) }),
  ),
  change(calls.copy, async (tx, who, { id, admins, taskId, comment }) => {
    const task = taskId === null ? {} : { taskId }
    await actOn(tx, who, { kind: 'copy', by: who.adminId, instanceId: id, admins, comment, ...task })
  }),
]
