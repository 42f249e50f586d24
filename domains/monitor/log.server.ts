import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import { whoOf } from '#kit/server/dispatch.ts'
import { exportColumns, exportEntity } from '#kit/server/exportEntity.ts'
import type { ExportDefinition } from '#kit/server/fileTask.ts'
import { hideParams } from '#kit/server/hidden.ts'
import { answerPage, type ListOptions } from '#kit/server/list.ts'
import { writeErrorLog } from '#kit/server/log.ts'
import { readRow } from '#kit/server/rows.ts'
import { change, own, read, type Served } from '#kit/server/serve.ts'
import { startTask } from '#kit/server/tasks/start.ts'
import { demand } from '#kit/server/who.ts'
import type { Paging } from '#kit/shared/call.ts'
import type { Entity } from '#kit/shared/entity.ts'
import { readable } from './changes.server.ts'
import { logCalls as calls, clientError } from './log.calls.ts'
import {
  errorLog,
  errorRow,
  loginLog,
  loginRow,
  operLog,
  operRow,
  outCallLog,
  outCallRow,
} from './log.entity.ts'
import { verifySeals } from './seal.server.ts'

type Filters = Partial<Paging> & Record<string, unknown>

const given = (input: Filters, name: string): string => String(input[name] ?? '')

const patternOf = (words: string): string => `%${words.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`

/** Part of a text; the index of pairs of characters finds the rows. */
function contains(column: string, words: string): Expression<SqlBool>[] {
  if (words === '') return []
  const pattern = patternOf(words)
  return [
    sql<SqlBool>`("operLog"."searchGrams" @> "gramsOf"(${words}) and ${sql.ref(`operLog.${column}`)} ilike ${pattern})`,
  ]
}

const equals = (column: string, value: string): Expression<SqlBool>[] =>
  value === '' ? [] : [sql<SqlBool>`${sql.ref(`operLog.${column}`)} = ${value}`]

/** Rows of a log are only added, but for those that retention removes, which tells of it. */
const grows = (of: Entity): Pick<ListOptions, 'fresh' | 'writtenAt' | 'reads'> => ({
  fresh: 'grows',
  writtenAt: 'time',
  reads: [of.name],
})

const operOptions = (input: Filters, modules = contains('title', given(input, 'title'))): ListOptions => ({
  ...grows(operLog),
  isDel: 'both',
  dateColumn: 'time',
  columns: Object.keys(operRow),
  where: [
    ...modules,
    ...contains('bizTitle', given(input, 'bizTitle')),
    ...equals('bizType', given(input, 'bizType')),
    ...equals('bizId', given(input, 'bizId')),
  ],
})

/**
 * The same condition on the module by the few titles that fit, read by hopping over the index: the planner then
 * knows how many rows they have, which it cannot tell of a part of a text.
 */
async function moduleCondition(db: Db, words: string): Promise<Expression<SqlBool>[]> {
  if (words === '') return []
  const fitting = await sql<{ title: string }>`with recursive hop as (
      (select "title" from "operLog" order by "title" limit 1) union all
      select (select "title" from "operLog" where "title" > hop."title" order by "title" limit 1)
      from hop where hop."title" is not null)
    select "title" from hop where "title" ilike ${patternOf(words)}`.execute(db)
  return [sql<SqlBool>`"operLog"."title" = any(${sql.val(fitting.rows.map((row) => row.title))}::text[])`]
}

const loginOptions = (input: Filters): ListOptions => {
  const account = given(input, 'account')
  return {
    ...grows(loginLog),
    isDel: 'both',
    dateColumn: 'time',
    columns: Object.keys(loginRow),
    where: account === '' ? [] : [sql<SqlBool>`lower("loginLog"."account") = lower(${account})`],
  }
}

const errorOptions = (): ListOptions => ({
  fresh: true,
  isDel: 'both',
  dateColumn: 'lastTime',
  columns: Object.keys(errorRow),
})

const FAILED = sql<SqlBool>`("outCallLog"."status" = 0 or "outCallLog"."status" >= 400)`

const outCallOptions = (input: Filters): ListOptions => {
  const outcome = given(input, 'outcome')
  return {
    ...grows(outCallLog),
    isDel: 'both',
    dateColumn: 'time',
    columns: Object.keys(outCallRow),
    where: outcome === 'failed' ? [FAILED] : outcome === 'ok' ? [sql<SqlBool>`not ${FAILED}`] : [],
  }
}

function exportLog(of: Entity, options: (input: Filters) => ListOptions): ExportDefinition {
  return exportEntity(of, calls.exportLog, {
    list: (_who, input) => options(input),
    columns: exportColumns(of).filter((column) => column.name in of.shape),
  })
}

const exporting = {
  oper: { permission: calls.operList.permission, definition: exportLog(operLog, operOptions) },
  login: { permission: calls.loginList.permission, definition: exportLog(loginLog, loginOptions) },
  error: { permission: calls.errorList.permission, definition: exportLog(errorLog, errorOptions) },
  outcall: { permission: calls.outCallList.permission, definition: exportLog(outCallLog, outCallOptions) },
}
export const logTasks = Object.values(exporting).map((one) => one.definition)

/** Who reported an error, if anybody; an ended session must not keep the error from being told. */
async function reporter(db: Db, token: string): Promise<number | null> {
  if (token === '') return null
  return whoOf(db, token).then(
    (who) => who.adminId,
    () => null,
  )
}

export const servedLog: readonly Served[] = [
  read(calls.operList, async (db, who, input) => {
    const options = operOptions(input, await moduleCondition(db, input.title))
    return answerPage(db, who, operLog, calls.operList.answer, input, options)
  }),
  read(calls.operInfo, async (db, who, { id }) => {
    const row = await readRow(db, who, operLog, id, { deleted: true })
    const { method, path, params } = row
    return {
      ...row,
      params: hideParams(db, who, { method, path }, params),
      changes: await readable(db, who, row.changes),
    }
  }),
  read(calls.loginList, (db, who, input) =>
    answerPage(db, who, loginLog, calls.loginList.answer, input, loginOptions(input)),
  ),
  read(calls.errorList, (db, who, input) =>
    answerPage(db, who, errorLog, calls.errorList.answer, input, errorOptions()),
  ),
  read(calls.outCallList, (db, who, input) =>
    answerPage(db, who, outCallLog, calls.outCallList.answer, input, outCallOptions(input)),
  ),
  read(calls.verify, (db) => verifySeals(db)),
  change(calls.exportLog, (tx, who, { kind, ...filters }) => {
    const { permission, definition } = exporting[kind]
    demand(who, permission)
    return startTask(tx, who, definition, filters)
  }),
  own(clientError, async (db, _who, { message, stack, path }, request) =>
    writeErrorLog(db, {
      requestId: request.id,
      source: 'browser',
      path,
      adminId: await reporter(db, request.token),
      message,
      stack,
    }),
  ),
]

/** How many kinds of errors nobody has marked as handled, at most 100. */
export async function openErrors(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as "n" from (
    select from "errorLog" where "handled" = 0 limit 100) as "rows"`.execute(db)
  return rows[0]?.n ?? 0
}
