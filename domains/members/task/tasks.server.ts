import { tableCache } from '#kit/server/cache.ts'
import type { Db } from '#kit/server/database.ts'
import type { TaskType } from './task.rules.ts'

/** The tasks that are switched on: every step of every user looks at those of its type. */
export const taskCache = tableCache(
  'memberTask',
  '会员任务',
  ['vipTask'],
  (db) =>
    db
      .selectFrom('vipTask')
      .selectAll()
      .where('isDel', '=', 0)
      .where('status', '=', 1)
      .orderBy('sort', 'desc')
      .orderBy('id')
      .execute(),
  {
    keys: (tasks) => tasks.map((one) => String(one.id)),
    value: (tasks, key) => tasks.find((one) => String(one.id) === key),
  },
)

/** Those that can be done at a moment; of a type, or of all of them. */
export async function openTasks(db: Db, taskType: TaskType | null, now: Date) {
  const tasks = await taskCache.read(db)
  return tasks.filter(
    (one) =>
      (taskType === null || one.taskType === taskType) &&
      (one.startTime === null || one.startTime <= now) &&
      (one.endTime === null || one.endTime > now),
  )
}
