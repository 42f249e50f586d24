import { sql } from 'kysely'
import type { z } from 'zod'
import { jsonb, type Tx } from '#kit/server/database.ts'
import { actorOf } from '#kit/server/transaction.ts'
import { conflict } from '#kit/shared/errors.ts'

/** A scan of a handheld: what it was for, and the code as the scanner read it. Warehouse §7. */
export interface Scan {
  /** given by the device; '' for what was not scanned */
  scanId: string
  job: 'receive' | 'putAway' | 'pick' | 'sort' | 'check' | 'count' | 'load' | 'transferOut' | 'transferIn'
  source: { type: string; id: number }
  code?: string
  qty?: number
}

/**
 * Writes a scan down, and answers null; of one that counted before it answers what that was answered. The unique key has a second
 * sending wait for the first, and stands before everything else: what was counted stays counted though its document has
 * ended meanwhile. 409 扫码号已用于其他作业.
 */
export async function takeScan(tx: Tx, scan: Scan): Promise<{ value: unknown } | null> {
  const { scanId, job, source, code = '', qty = null } = scan
  const { adminId } = actorOf(tx)
  const { rows: taken } = await sql`
    insert into "scanLog" ("scanId", "adminId", "job", "sourceType", "sourceId", "code", "qty")
    values (${scanId}, ${adminId}, ${job}, ${source.type}, ${source.id}, ${code.slice(0, 200)}, ${qty}::numeric)
    on conflict ("scanId") do nothing returning 1`.execute(tx)
  if (taken.length > 0) return null
  const first = await tx
    .selectFrom('scanLog')
    .selectAll()
    .where('scanId', '=', scanId)
    .executeTakeFirstOrThrow()
  const isSame =
    first.adminId === adminId &&
    first.job === job &&
    first.sourceType === source.type &&
    first.sourceId === source.id
  if (!isSame) throw conflict('扫码号已用于其他作业')
  return first.answer ?? { value: null }
}

/** Does what a scan means, once: sent again it is answered as the first time. `answer` says what is kept of it. Warehouse §7. */
export async function countedOnce<T>(
  tx: Tx,
  scan: Scan,
  answer: z.ZodType<T>,
  work: () => Promise<T>,
): Promise<T> {
  if (scan.scanId === '') return work()
  const first = await takeScan(tx, scan)
  if (first !== null) return answer.parse(first.value)
  const value = await work()
  await tx
    .updateTable('scanLog')
    .set({ answer: jsonb({ value }) })
    .where('scanId', '=', scan.scanId)
    .execute()
  return value
}
