import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { insertRow } from '#kit/server/rows.ts'
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
 * Puts a record into the queue to SAP, in the record's own transaction and under its lock: sapSync becomes 待同步. What
 * lacks something is not put there: the reason stands in its sapDescription and isMayPushSap is 0. Never refuses.
 * Answers the outbox id, or null. Doors §4, orders §7.3.
 */
export async function enqueue(tx: Tx, push: SapPush): Promise<number | null> {
  const { bizType, bizId, bizSn, action, payload, lacking = '' } = push
  await markRecord(tx, bizType, bizId, {
    sapSync: 0,
    sapDescription: lacking,
    isMayPushSap: lacking === '' ? 1 : 0,
  })
  if (lacking !== '') return null
  const { last } = await tx
    .selectFrom('sapOutbox')
    .select((one) => one.fn.max('seqNo').as('last'))
    .where('bizType', '=', bizType)
    .where('bizSn', '=', bizSn)
    .executeTakeFirstOrThrow()
  const row = await insertRow(tx, sapOutbox, {
    bizType,
    bizId,
    bizSn,
    action,
    payload: { ...payload, items: payload.items ?? [] },
    seqNo: (last ?? 0) + 1,
    nextTime: new Date(),
  })
  return row.id
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
  const table = sapType(bizType).table ?? bizType
  const pairs = Object.entries(marks).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  await sql`update ${sql.table(table)} set ${sql.join(pairs)} where "id" = ${bizId}`.execute(tx)
  touch(tx, table)
}
