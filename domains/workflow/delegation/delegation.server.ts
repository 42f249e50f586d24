import { type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { listPage } from '#kit/server/list.ts'
import { deleteRow, insertRow, lockRow, readRow, updateRow } from '#kit/server/rows.ts'
import { change, read, type Served } from '#kit/server/serve.ts'
import type { Who } from '#kit/server/who.ts'
import type { OutOf } from '#kit/shared/call.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { notFound, refuse } from '#kit/shared/errors.ts'
import { delegationCalls as calls } from './delegation.calls.ts'
import { processDelegation } from './delegation.entity.ts'

type Delegation = EntityRow<typeof processDelegation>
type Shown = OutOf<typeof calls.info>

const ALL_PROCESSES = '全部流程'

async function shown(db: Db, rows: readonly Delegation[]): Promise<Shown[]> {
  const names = [...new Set(rows.map((row) => row.processName))].filter((name) => name !== '')
  const titles = new Map(
    names.length === 0 ? [] : (await titlesOf(db, names)).map((row) => [row.name, row.displayName]),
  )
  const now = Date.now()
  return rows.map((row) => ({
    ...row,
    processTitle: row.processName === '' ? ALL_PROCESSES : (titles.get(row.processName) ?? row.processName),
    state: stateOf(row, now),
  }))
}

async function titlesOf(db: Db, names: readonly string[]) {
  const { rows } = await sql<{ name: string; displayName: string }>`
    select distinct on ("name") "name", "displayName" from "processDefinition"
    where "name" = any(${sql.val([...names])}::text[]) order by "name", "revision" desc`.execute(db)
  return rows
}

function stateOf({ status, fromTime, toTime }: Delegation, now: number): Shown['state'] {
  if (status === 0) return 'off'
  if (toTime.getTime() <= now) return 'over'
  return fromTime.getTime() > now ? 'coming' : 'active'
}

/** 404 for what belongs to somebody else. */
function demandOwn(row: Delegation, who: Who): Delegation {
  if (row.adminId !== who.adminId) throw notFound()
  return row
}

async function check(tx: Tx, who: Who, row: Partial<Delegation>): Promise<void> {
  const { fromTime, toTime, delegateId, processName } = row
  if (fromTime && toTime && fromTime >= toTime) throw refuse('结束时间必须晚于开始时间', 'toTime')
  if (delegateId === who.adminId) throw refuse('受托人不能是本人', 'delegateId')
  if (processName && (await titlesOf(tx, [processName])).length === 0)
    throw refuse('流程不存在', 'processName')
}

/** Own standing delegations; nobody sees or changes another person's. Workflow §3.5. */
export const delegationServed: readonly Served[] = [
  read(calls.list, async (db, who, input) => {
    const own = [sql<SqlBool>`"processDelegation"."adminId" = ${who.adminId}`]
    const page = await listPage(db, who, processDelegation, input, { where: own })
    return { ...page, list: await shown(db, page.list) }
  }),
  read(calls.info, async (db, who, { id }) => {
    const [row] = await shown(db, [demandOwn(await readRow(db, who, processDelegation, id), who)])
    if (row === undefined) throw notFound()
    return row
  }),
  change(calls.save, async (tx, who, input) => {
    await check(tx, who, input)
    const row = await insertRow(tx, processDelegation, { ...input, adminId: who.adminId })
    return { id: row.id }
  }),
  change(calls.update, async (tx, who, { id, version, ...values }) => {
    const before = demandOwn(await lockRow(tx, processDelegation, id, { version }), who)
    await check(tx, who, { ...before, ...values })
    await updateRow(tx, processDelegation, before, values)
  }),
  change(calls.remove, async (tx, who, { id: ids }) => {
    for (const id of [...ids].sort((a, b) => a - b))
      await deleteRow(tx, processDelegation, demandOwn(await lockRow(tx, processDelegation, id), who))
  }),
]
