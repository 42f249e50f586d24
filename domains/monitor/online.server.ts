import { type Expression, type SqlBool, sql } from 'kysely'
import { endSessions, guardOverAll } from '#domains/access/access.door.ts'
import type { Db } from '#kit/server/database.ts'
import { derivedPage } from '#kit/server/derivedPage.ts'
import { exportColumns, exportEntity } from '#kit/server/exportEntity.ts'
import type { ListOptions } from '#kit/server/list.ts'
import { change, read, type Served } from '#kit/server/serve.ts'
import { startTask } from '#kit/server/tasks/start.ts'
import { recordChange } from '#kit/server/transaction.ts'
import type { Who } from '#kit/server/who.ts'
import { type Paging, paging } from '#kit/shared/call.ts'
import { notFound } from '#kit/shared/errors.ts'
import type { RowOf } from '#kit/shared/field.ts'
import { inputOf } from '#kit/shared/input.ts'
import { onlineCalls as calls } from './online.calls.ts'
import { online, type onlineRow } from './online.entity.ts'

// A person knows a session by the first characters of its hash; the rest of it stays in the table.
const sessionsFor = (who: Who) => sql`(select s."id", left(s."tokenHash", 8) as "sessionNo", s."adminId",
  a."account", a."realName", a."deptId", s."ip", s."location", s."device", s."browser", s."os", s."loginTime",
  s."lastTime", case when s."id" = ${who.sessionId} then 1 else 0 end as "isCurrent"
  from "adminSession" s join "admin" a on a."id" = s."adminId"
  where s."endTime" is null and s."expireTime" > now())`

const holds = (column: string, words: string): Expression<SqlBool>[] =>
  words === '' ? [] : [sql<SqlBool>`strpos(lower(${sql.ref(`online.${column}`)}), lower(${words})) > 0`]

const listOnline = (db: Db, who: Who, input: Paging, options: ListOptions) =>
  derivedPage(db, who, online, calls.list.answer, { source: sessionsFor(who), keptBy: null }, input, options)

/** The active sessions of the given ids as far as the person may see them; 404 when one is missing. */
async function sessionsOf(db: Db, who: Who, ids: readonly number[]): Promise<RowOf<typeof onlineRow>[]> {
  const input = { ...inputOf(paging).parse({}), limit: ids.length }
  const where = [sql<SqlBool>`"online"."id" = any(${sql.val(ids)}::int[])`]
  const { list } = await listOnline(db, who, input, { where })
  if (list.length < ids.length) throw notFound()
  return list
}

const listOptions = (input: Record<string, unknown>): ListOptions => ({
  isDel: 'both',
  dateColumn: 'loginTime',
  where: [...holds('ip', String(input.ip ?? '')), ...holds('account', String(input.account ?? ''))],
})

const onlineExport = exportEntity(online, calls.exportRows, {
  from: sessionsFor,
  list: (_who, input) => listOptions(input),
  columns: exportColumns(online).filter((column) => column.name in online.shape),
})
export const onlineTasks = [onlineExport]

export const servedOnline: readonly Served[] = [
  read(calls.list, (db, who, input) => listOnline(db, who, input, listOptions(input))),
  change(calls.exportRows, (tx, who, input) => startTask(tx, who, onlineExport, input)),
  change(calls.forceLogout, async (tx, who, { id: ids }) => {
    const sessions = await sessionsOf(tx, who, ids)
    await guardOverAll(
      tx,
      who,
      sessions.map((one) => one.adminId ?? 0),
    )
    await endSessions(tx, { ids }, 'kicked')
    for (const { id, account, realName, sessionNo } of sessions)
      recordChange(tx, {
        type: 'adminSession',
        id,
        title: `${realName}（${account}）${sessionNo}`,
        before: { 会话: '在线' },
        after: { 会话: '已强退' },
      })
  }),
]
