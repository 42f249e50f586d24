import { z } from 'zod'
import { text } from '#kit/fields/shared.ts'
import type { Db } from '#kit/server/database.ts'
import type { JobDefinition } from '#kit/server/room.ts'
import { AppError } from '#kit/shared/errors.ts'
import { followUp } from '../refundNote/execute.server.ts'
import { NOTE } from '../refundNote/note.server.ts'
import { WAY } from '../refundNote/refundNote.entity.ts'
import { type Payment, SHUT_JOB } from './create.server.ts'
import { sweepNotifyLog } from './notifyLog.server.ts'
import { askPayment, closeOutside, closePayment } from './outside.server.ts'
import { INCOMING } from './payment.entity.ts'
import { providerNameOf } from './providers.server.ts'

const AT_ONCE = 100
/** So long a notification may take before the provider is asked. Orders §10. */
const PATIENCE_MS = 120_000

const open = (db: Db) => db.selectFrom('payment').where('direction', '=', INCOMING).where('status', '=', 0)
const waiting = (db: Db) =>
  open(db)
    .where('provider', '<>', '')
    .where('createTime', '<', new Date(Date.now() - PATIENCE_MS))
const over = (db: Db) => open(db).where('expireTime', '<=', new Date())
const running = (db: Db) =>
  db.selectFrom('refundNote').where('status', '=', NOTE.running).where('refundWay', '=', WAY.back)

/** What a provider refused or did not answer is asked again by the next run. */
async function quietly(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}

/** Goes through rows by their ids, so many at once, each on its own; answers how many there were. */
async function each<R extends { id: number }>(
  signal: AbortSignal,
  read: (after: number) => Promise<R[]>,
  work: (row: R) => Promise<unknown>,
): Promise<number> {
  let count = 0
  for (let after = 0; !signal.aborted; ) {
    const rows = await read(after)
    for (const row of rows) {
      if (signal.aborted) return count
      await quietly(() => work(row))
      after = row.id
      count += 1
    }
    if (rows.length < AT_ONCE) break
  }
  return count
}

const batch = (query: ReturnType<typeof open>, after: number): Promise<Payment[]> =>
  query.selectAll().where('id', '>', after).orderBy('id').limit(AT_ONCE).execute()

/** Asks for online payments that nobody has told of yet: what was paid is taken in as if it had been told. Orders §10. */
export const queryPayments = (db: Db, signal: AbortSignal): Promise<number> =>
  each(
    signal,
    (after) => batch(waiting(db), after),
    (row) => askPayment(db, row),
  )

/** Closes payments whose time is over, at their provider first. Orders §3.6, §10. */
export const closeOver = (db: Db, signal: AbortSignal): Promise<number> =>
  each(
    signal,
    (after) => batch(over(db), after),
    (row) => closePayment(db, row),
  )

/** Asks for refunds whose end nobody has told of yet; one that never arrived at its provider is asked for again. Orders §10. */
export const queryRefunds = (db: Db, signal: AbortSignal): Promise<number> =>
  each(
    signal,
    (after) => running(db).selectAll().where('id', '>', after).orderBy('id').limit(AT_ONCE).execute(),
    (note) => followUp(db, note),
  )

/** Closes at its provider what was closed here; what was paid there meanwhile is taken in. */
async function shutOutside(db: Db, flowNo: string): Promise<number> {
  const row = await db.selectFrom('payment').selectAll().where('flowNo', '=', flowNo).executeTakeFirst()
  const name = row === undefined ? null : providerNameOf(row.payType)
  if (row === undefined || name === null || row.status !== 3) return 0
  const end = await closeOutside(db, name, flowNo)
  if (end === 'paid') await askPayment(db, row)
  // The queue tries again.
  if (end === 'unknown') throw new Error(`The provider does not say whether ${flowNo} is closed`)
  return 1
}

const shutParams = z.object({ flowNo: z.string() })

/** Orders §10. */
export const paymentJobs: readonly JobDefinition[] = [
  {
    name: 'accounts.paymentQuery',
    title: '查询未回执的支付',
    group: 'ORDER',
    cron: '0 */2 * * * *',
    due: async (db) => (await waiting(db).select('id').limit(1).executeTakeFirst()) !== undefined,
    run: (db, _params, signal) => queryPayments(db, signal),
  },
  {
    name: 'accounts.paymentClose',
    title: '关闭过期的支付',
    group: 'ORDER',
    cron: '30 * * * * *',
    due: async (db) => (await over(db).select('id').limit(1).executeTakeFirst()) !== undefined,
    run: (db, _params, signal) => closeOver(db, signal),
  },
  {
    name: 'accounts.refundQuery',
    title: '查询退款结果',
    group: 'ORDER',
    cron: '0 */5 * * * *',
    due: async (db) => (await running(db).select('id').limit(1).executeTakeFirst()) !== undefined,
    run: (db, _params, signal) => queryRefunds(db, signal),
  },
  {
    name: SHUT_JOB,
    title: '在支付渠道关闭支付',
    group: 'ORDER',
    params: { flowNo: text('流水号', { max: 32, required: true }) },
    run: (db, params) => shutOutside(db, shutParams.parse(params).flowNo),
  },
  {
    name: 'accounts.notifySweep',
    title: '清理渠道报文',
    group: 'SYSTEM',
    cron: '0 20 3 * * *',
    light: true,
    run: (db, _params, signal) => sweepNotifyLog(db, signal),
  },
]
