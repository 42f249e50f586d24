import type { Db } from '#kit/server/database.ts'
import type { Who } from '#kit/server/who.ts'
import type { OutOf } from '#kit/shared/call.ts'
import { toSeconds } from '#kit/shared/time.ts'
import type { Actor } from '../engine/records.ts'
import { ANYONE_NAME, actorKey, actorNames, staffNames } from '../store/names.server.ts'
import { seenInstance } from '../task/see.server.ts'
import { secondsOrNull } from './head.server.ts'
import { familyOf } from './history.server.ts'
import type { instanceCalls } from './instance.calls.ts'

type OpenTask = OutOf<(typeof instanceCalls)['tasks']>[number]

/** What an instance and all it called wait for, with participants. 404 for whoever may not see it. Workflow §3.5. */
export async function openTasksOf(db: Db, who: Who, { id }: { id: number }): Promise<OpenTask[]> {
  await seenInstance(db, who, id)
  const family = (await familyOf(db, id)).map((row) => row.id)
  const tasks = await db
    .selectFrom('processTask')
    .select(['id', 'instanceId', 'version', 'node', 'name', 'kind', 'mode'])
    .select(['createTime', 'deadline', 'overdue', 'claimedBy'])
    .where('instanceId', 'in', family)
    .where('state', '=', 'open')
    .orderBy('createTime')
    .orderBy('id')
    .execute()
  const waiting = await participantsOf(
    db,
    tasks.map((task) => task.id),
  )
  const names = await staffNames(
    db,
    tasks.map((task) => task.claimedBy),
  )
  return tasks.map(({ claimedBy, createTime, deadline, overdue, ...task }) => ({
    ...task,
    createTime: toSeconds(createTime),
    deadline: secondsOrNull(deadline),
    overdue: overdue === 1 || (deadline !== null && deadline < new Date()),
    claimedBy: claimedBy === null ? null : { id: claimedBy, name: names.get(claimedBy) ?? '' },
    participants: waiting.get(task.id) ?? [],
  }))
}

async function participantsOf(
  db: Db,
  taskIds: readonly number[],
): Promise<Map<number, OpenTask['participants']>> {
  if (taskIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('processTaskActor')
    .select(['taskId', 'kind', 'actorId'])
    .where('taskId', 'in', [...taskIds])
    .where('open', '=', 1)
    .orderBy('time')
    .orderBy('kind')
    .orderBy('actorId')
    .execute()
  const named = rows.flatMap(({ kind, actorId }): Actor[] => (kind === 'any' ? [] : [{ kind, id: actorId }]))
  const names = await actorNames(db, named)
  const shown = rows.map(({ taskId, kind, actorId }) => ({
    taskId,
    kind,
    id: kind === 'any' ? '' : actorId,
    name: kind === 'any' ? ANYONE_NAME : (names.get(actorKey({ kind, id: actorId })) ?? ''),
  }))
  return new Map(
    [...Map.groupBy(shown, (row) => row.taskId)].map(([taskId, own]) => [
      taskId,
      own.map(({ kind, id, name }) => ({ kind, id, name })),
    ]),
  )
}
