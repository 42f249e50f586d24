import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { saveRows } from '#kit/server/manyRows.ts'
import { touch } from '#kit/server/transaction.ts'
import { type SapAction, sapOutbox } from './sapOutbox.entity.ts'
import { sapType } from './types.server.ts'

export interface SapPush {
  bizType: string
  bizId: number
  /** number people know the record by; rows of one number are delivered in their order */
  bizSn: string
  action: SapAction
  /** {head, items}: what SAP is told besides msgId, bizType, bizSn, action, seqNo and sentAt */
  payload: { head: Record<string, unknown>; items?: Record<string, unknown>[] }
  /** why it cannot be pushed yet, e.g. 缺少售达方SAP编码; '' or left out: it can */
  lacking?: string
}

/**
 * Puts records into the queue to SAP, in the records' own transaction and under their locks: sapSync becomes 待同步. What
 * lacks something is not put there: the reason stands in its sapDescription and isMayPushSap is 0. Never refuses.
 * Answers the outbox ids in the order given, null for those that lack something. Doors §4, orders §7.3.
 */
export async function enqueueAll(tx: Tx, pushes: readonly SapPush[]): Promise<(number | null)[]> {
  const made = new Map<SapPush, number>()
  for (const [bizType, own] of Map.groupBy(pushes, (one) => one.bizType)) {
    await markRecords(
      tx,
      bizType,
      own.map(({ bizId, lacking = '' }) => ({ bizId, lacking })),
    )
    const ready = own.filter(({ lacking = '' }) => lacking === '')
    const last = await lastNumbers(
      tx,
      bizType,
      ready.map((one) => one.bizSn),
    )
    const nextTime = new Date()
    const rows = await saveRows(
      tx,
      sapOutbox,
      ready.map(({ bizId, bizSn, action, payload }) => {
        const seqNo = (last.get(bizSn) ?? 0) + 1
        last.set(bizSn, seqNo)
        const whole = { ...payload, items: payload.items ?? [] }
        return { before: null, values: { bizType, bizId, bizSn, action, payload: whole, seqNo, nextTime } }
      }),
    )
    for (const [index, one] of ready.entries()) {
      const row = rows[index]
      if (row !== undefined) made.set(one, row.id)
    }
  }
  return pushes.map((one) => made.get(one) ?? null)
}

/** The same for one record. */
export async function enqueue(tx: Tx, push: SapPush): Promise<number | null> {
  const [id = null] = await enqueueAll(tx, [push])
  return id
}

/** The number of the last row of each record so far. */
async function lastNumbers(
  tx: Tx,
  bizType: string,
  numbers: readonly string[],
): Promise<Map<string, number>> {
  if (numbers.length === 0) return new Map()
  const rows = await tx
    .selectFrom('sapOutbox')
    .select(['bizSn', (one) => one.fn.max('seqNo').as('last')])
    .where('bizType', '=', bizType)
    .where('bizSn', 'in', [...new Set(numbers)])
    .groupBy('bizSn')
    .execute()
  return new Map(rows.map((row) => [row.bizSn, Number(row.last)]))
}

async function markRecords(
  tx: Tx,
  bizType: string,
  list: readonly { bizId: number; lacking: string }[],
): Promise<void> {
  const table = sapType(tx, bizType).table ?? bizType
  await sql`update ${sql.table(table)} as "stored"
    set "sapSync" = 0, "sapDescription" = "given"."lacking",
      "isMayPushSap" = case when "given"."lacking" = '' then 1 else 0 end
    from unnest(${sql.val(list.map((one) => one.bizId))}::int[], ${sql.val(list.map((one) => one.lacking))}::text[])
      as "given" ("id", "lacking")
    where "stored"."id" = "given"."id"`.execute(tx)
  touch(tx, table)
}

/** Whether a later row of the same number is still to be delivered. */
export async function hasLater(
  tx: Tx,
  { bizType, bizSn, seqNo }: { bizType: string; bizSn: string; seqNo: number },
): Promise<boolean> {
  const later = await tx
    .selectFrom('sapOutbox')
    .select('id')
    .where('bizType', '=', bizType)
    .where('bizSn', '=', bizSn)
    .where('seqNo', '>', seqNo)
    .where('status', '<>', 1)
    .where('voided', '=', 0)
    .limit(1)
    .executeTakeFirst()
  return later !== undefined
}

interface Marks {
  sapSync: 0 | 1 | 2
  sapDescription: string
  isMayPushSap?: 0 | 1
  sapSyncTime?: Date
}

/** Writes how far the record has come; its version stays, for nobody who edits it is disturbed by that. */
export async function markRecord(tx: Tx, bizType: string, bizId: number, marks: Marks): Promise<void> {
  const table = sapType(tx, bizType).table ?? bizType
  const pairs = Object.entries(marks).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  await sql`update ${sql.table(table)} set ${sql.join(pairs)} where "id" = ${bizId}`.execute(tx)
  touch(tx, table)
}
