import { type Expression, type SqlBool, sql } from 'kysely'
import { COUNT_LIMIT } from '#kit/server/counts.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { rowFigure } from '#kit/server/figures.ts'
import { hideRecord } from '#kit/server/hidden.ts'
import { answerPage } from '#kit/server/list.ts'
import { lockRow, readRow, updateRow } from '#kit/server/rows.ts'
import { change, read, type Served } from '#kit/server/serve.ts'
import { actorOf } from '#kit/server/transaction.ts'
import type { Who } from '#kit/server/who.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { conflict, notFound } from '#kit/shared/errors.ts'
import { guardState } from '#kit/shared/states.ts'
import { toSeconds } from '#kit/shared/time.ts'
import { heldByEarlier } from './deliver.server.ts'
import { hasLater, markRecord } from './enqueue.server.ts'
import { queueCalls as calls } from './queue.calls.ts'
import { queueStates } from './queue.states.ts'
import { sapTarget } from './sap.config.server.ts'
import { sapOutbox } from './sapOutbox.entity.ts'
import { allSapTypes, recordOf, seenCondition, typeName } from './types.server.ts'

type Queued = EntityRow<typeof sapOutbox>

async function seenBy(db: Db, who: Who): Promise<Expression<SqlBool>[]> {
  const seen = await seenCondition(db, who)
  return seen === null ? [] : [seen]
}

/** A row of the queue whose record the person may see; 404 otherwise. */
async function readSeen(db: Db, who: Who, id: number): Promise<Queued> {
  const row = await readRow(db, who, sapOutbox, id)
  const [seen] = await seenBy(db, who)
  if (seen === undefined) return row
  const found = await db
    .selectFrom('sapOutbox')
    .select('id')
    .where('id', '=', id)
    .where(seen)
    .executeTakeFirst()
  if (found === undefined) throw notFound()
  return row
}

/** Locks a row of the queue and refuses what its state forbids. */
async function lockFor(tx: Tx, action: keyof typeof queueStates.actions, id: number) {
  await readSeen(tx, actorOf(tx), id)
  const row = await lockRow(tx, sapOutbox, id)
  guardState(queueStates, action, row.status)
  if (row.voided === 1) throw conflict(`当前状态为已作废，不能${queueStates.actions[action].label}`)
  return row
}

async function retry(tx: Tx, id: number): Promise<void> {
  const row = await lockFor(tx, 'retry', id)
  await updateRow(tx, sapOutbox, row, { status: 0, attempts: 0, nextTime: new Date() })
  await markRecord(tx, row.bizType, row.bizId, { sapSync: 0, sapDescription: '' })
}

/** Whether a row waits for an earlier one of its number. */
const HELD = `case when "sapOutbox"."status" = 0 and "sapOutbox"."voided" = 0 and ${heldByEarlier('"sapOutbox"')}
  then 1 else 0 end`

/** How many rows are in a state, at most COUNT_LIMIT + 1: the queue keeps everything that was ever sent. */
async function counted(db: Db, status: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as "count" from (
    select 1 from "sapOutbox" where "status" = ${status} and "voided" = 0 limit ${COUNT_LIMIT + 1}) as "some"`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** The queue to SAP as its operators see it. Orders §7.3. */
export const queueServed: readonly Served[] = [
  read(calls.list, async (db, who, input) => {
    const page = await answerPage(db, who, sapOutbox, calls.list.answer, input, {
      figures: { isHeld: rowFigure(sapOutbox, HELD) },
      where: await seenBy(db, who),
      reads: allSapTypes(db).map(({ value }) => recordOf(db, value)),
    })
    for (const row of page.list) row.bizTypeName = typeName(db, row.bizType)
    return page
  }),
  read(calls.info, async (db, who, { id }) => {
    const row = await readSeen(db, who, id)
    const payload = hideRecord(db, who, recordOf(db, row.bizType), row.payload)
    return { ...row, payload: payload, bizTypeName: typeName(db, row.bizType) }
  }),
  read(calls.stat, async (db) => {
    const [waiting, sent, failed] = await Promise.all([0, 1, 2].map((status) => counted(db, status)))
    const oldest = await db
      .selectFrom('sapOutbox')
      .select('createTime')
      .where('status', '=', 0)
      .where('voided', '=', 0)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    return {
      configured: (await sapTarget(db)) !== null,
      waiting: waiting ?? 0,
      sent: sent ?? 0,
      failed: failed ?? 0,
      oldest: oldest === undefined ? null : toSeconds(oldest.createTime),
      types: allSapTypes(db),
    }
  }),
  change(calls.retry, (tx, _who, { id }) => retry(tx, id)),
  change(calls.retryBatch, async (tx, _who, { ids }) => {
    for (const id of [...ids].sort((a, b) => a - b)) await retry(tx, id)
  }),
  change(calls.void, async (tx, _who, { id, reason }) => {
    const row = await lockFor(tx, 'void', id)
    const told = `已作废：${reason}`
    await updateRow(tx, sapOutbox, row, { voided: 1, lastError: told })
    // The next one of its number goes on in its place.
    const marks = (await hasLater(tx, row))
      ? { sapSync: 0 as const, sapDescription: '' }
      : { sapSync: 2 as const, sapDescription: told }
    await markRecord(tx, row.bizType, row.bizId, marks)
  }),
]
