import { sql } from 'kysely'
import { text } from '#kit/fields/shared.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import {
  type ImportAsk,
  type ImportDefinition,
  type ImportRow,
  listOf,
  type RowError,
} from '#kit/server/fileTask.ts'
import { attempt } from '#kit/server/transaction.ts'
import type { Who } from '#kit/server/who.ts'
import { valuesIn } from '#kit/shared/field.ts'
import { namedUsers } from '../user/namedUsers.server.ts'
import { giveByHand } from './progress.server.ts'
import { taskCalls } from './task.calls.ts'
import { BY_HAND } from './task.rules.ts'
import { vipTaskRecord } from './vipTask.entity.ts'

const LINE = {
  task: text('任务', { max: 30, required: true }),
  user: text('用户', { max: 20, required: true }),
}

interface Ready {
  rowNo: number
  uid: number
  taskId: number
}

/** Tasks by name, users by phone or number within the person's data scope. */
async function readRows(
  db: Db,
  who: Who,
  rows: readonly ImportRow[],
): Promise<{ ready: Ready[]; errors: RowError[] }> {
  const list = rows.map((row) => ({ rowNo: row.rowNo, cells: valuesIn(LINE, row.values) }))
  const uidOf = await namedUsers(db, who, [...new Set(list.flatMap(({ cells }) => cells.user ?? []))])
  const names = [...new Set(list.flatMap(({ cells }) => cells.task?.toLowerCase() ?? []))]
  const { rows: tasks } = await sql<{ id: number; name: string; status: number; taskType: number }>`
    select "id", lower("name") as "name", "status", "taskType" from "vipTask"
    where "isDel" = 0 and lower("name") = any(${sql.val(names)}::text[])`.execute(db)
  const byName = new Map(tasks.map((one) => [one.name, one]))
  const errors: RowError[] = []
  const ready: Ready[] = []
  for (const { rowNo, cells } of list) {
    const task = byName.get((cells.task ?? '').toLowerCase())
    const uid = uidOf(cells.user ?? '')
    const fault =
      task === undefined
        ? '任务不存在'
        : task.taskType !== BY_HAND
          ? '只有人工发放的任务可以发放'
          : task.status === 1
            ? null
            : '任务已停用'
    if (fault !== null) errors.push({ rowNo, column: '任务', message: fault })
    if (uid === undefined) errors.push({ rowNo, column: '用户', message: '用户不存在' })
    if (fault === null && uid !== undefined && task !== undefined) ready.push({ rowNo, uid, taskId: task.id })
  }
  return { ready, errors }
}

/** Gives each reward once: who has had it in this period is told. In the order of uids, as doors §5 asks. */
async function write(tx: Tx, who: Who, rows: readonly ImportRow[], ask?: ImportAsk): Promise<RowError[]> {
  const { ready, errors } = await readRows(tx, who, rows)
  if (errors.length > 0) return errors
  const tasks = await tx
    .selectFrom('vipTask')
    .selectAll()
    .where('id', 'in', [...new Set(ready.map((one) => one.taskId))])
    .orderBy('id')
    .forUpdate()
    .execute()
  const byId = new Map(tasks.map((one) => [one.id, one]))
  const refused: RowError[] = []
  for (const { rowNo, uid, taskId } of ready.toSorted((one, other) => one.uid - other.uid)) {
    const task = byId.get(taskId)
    if (task === undefined) continue
    const done = await attempt(tx, () => giveByHand(tx, task, uid, new Date()))
    if (done.reason !== undefined) refused.push({ rowNo, column: '用户', message: done.reason })
    else if (!done.value) ask?.tell({ rowNo, column: '用户', message: '本期已发放过，不重复发放' })
  }
  return refused
}

/** 人工发放 by a sheet of tasks and users. Members §3.6. */
export const taskImport: ImportDefinition = {
  kind: 'import',
  bizType: vipTaskRecord.name,
  title: '任务奖励发放导入',
  permission: taskCalls.give.permission,
  mode: 'rows',
  batchSize: 200,
  columns: [
    { name: 'task', title: '任务', field: LINE.task, required: true, example: '回访奖励' },
    {
      name: 'user',
      title: '用户',
      field: LINE.user,
      required: true,
      example: '13800138000',
      note: '填写手机号或用户ID',
    },
  ],
  notes: ['只能发放类型为人工发放且已启用的任务；同一用户在一个周期内只发放一次'],
  source: listOf(vipTaskRecord.name, taskCalls.exportRecords),
  async stored(db, _who, ids) {
    const { rows } = await sql<{ id: number; user: string; task: string }>`
      select r."id", r."uid"::text as "user", t."name" as "task" from "vipTaskRecord" r join "vipTask" t on t."id" = r."taskId"
      where r."id" = any(${sql.val([...ids])}::bigint[])`.execute(db)
    const byId = new Map(rows.map(({ id, user, task }) => [Number(id), { task, user }]))
    return ids.flatMap((id) => byId.get(id) ?? [])
  },
  check: async (db, who, rows) => (await readRows(db, who, rows)).errors,
  write: (tx, who, rows, _memory, ask) => write(tx, who, rows, ask),
}
