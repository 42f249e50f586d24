import type { Db, Tx } from '#kit/server/database.ts'
import { writeOperLog } from '#kit/server/log.ts'
import { namedPoint, type Registration } from '#kit/server/points.ts'
import { updateRow } from '#kit/server/rows.ts'
import { own, read, type Served } from '#kit/server/serve.ts'
import { inTransaction } from '#kit/server/transaction.ts'
import type { Who } from '#kit/server/who.ts'
import { AppError, conflict, refuse } from '#kit/shared/errors.ts'
import * as calls from './admin.calls.ts'
import { admin } from './admin.entity.ts'
import { lockStaff, settle } from './guard.server.ts'

/** A kind of open work that hangs on a person. Doors §3. */
export interface Handover {
  /** what a person calls it: 待办, 客户, 会话 */
  label: string
  /** how much of it somebody holds */
  count(db: Db, adminId: number): Promise<number>
  /** gives all of it to another person in the caller's transaction; answers how much it was */
  move(tx: Tx, from: number, to: number): Promise<number>
}

const kinds = namedPoint<Handover>('Handover')

/** Registers work that 离职交接 hands over and that keeps its holder from being deleted. Doors §3. */
export const declareHandover = (kind: string, handover: Handover): Registration => kinds.as(kind, handover)

function kindOf(db: Db, kind: string): Handover {
  const found = kinds.of(db, kind)
  if (found === undefined) throw refuse(`交接事项不存在：${kind}`, 'items')
  return found
}

async function openWork(db: Db, adminId: number): Promise<{ kind: string; label: string; n: number }[]> {
  const found = []
  for (const [kind, { label, count }] of kinds.all(db))
    found.push({ kind, label, n: await count(db, adminId) })
  return found
}

/** Refuses to delete somebody who still holds open work. Platform §6.1. */
export async function refuseOpenWork(tx: Tx, adminId: number): Promise<void> {
  const held = (await openWork(tx, adminId)).find(({ n }) => n > 0)
  if (held !== undefined) throw conflict(`该员工还有${held.n}项${held.label}，请先交接`)
}

async function checkTaker(db: Db, fromId: number, toId: number): Promise<void> {
  if (fromId === toId) throw refuse('接收人不能是交接人本人', 'toId')
  const taker = await db
    .selectFrom('admin')
    .select('id')
    .where('id', '=', toId)
    .where('status', '=', 1)
    .where('isDel', '=', 0)
    .executeTakeFirst()
  if (taker === undefined) throw refuse('接收人不存在或已停用', 'toId')
}

/** One kind in a transaction of its own: what the owning room refuses becomes a line of the result. */
async function handOver(
  db: Db,
  who: Who,
  { kind, fromId, toId }: { kind: string; fromId: number; toId: number },
  logged: (tx: Tx) => Promise<void>,
): Promise<{ kind: string; label: string; n: number; message: string }> {
  const handover = kindOf(db, kind)
  const line = { kind, label: handover.label }
  try {
    const n = await inTransaction(db, who, async (tx) => {
      await lockStaff(tx, who, fromId)
      const moved = await handover.move(tx, fromId, toId)
      if (moved > 0) await logged(tx)
      return moved
    })
    return { ...line, n, message: '' }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { ...line, n: 0, message: error.message }
  }
}

export const handoverServed: readonly Served[] = [
  read(calls.adminOpenWork, (db, _who, { id }) => openWork(db, id)),
  own(calls.adminHandover, async (db, who, input, request) => {
    const { fromId, toId, items } = input
    const startTime = Date.now()
    await inTransaction(db, who, (tx) => lockStaff(tx, who, fromId))
    await checkTaker(db, fromId, toId)
    for (const kind of items) kindOf(db, kind)
    const logged = (tx: Tx): Promise<void> => writeOperLog(tx, calls.adminHandover, input, request, startTime)
    const results = []
    for (const kind of items) results.push(await handOver(db, who, { kind, fromId, toId }, logged))
    // Work that could not be moved still needs its holder.
    if (results.some(({ message }) => message !== '')) return { results, disabled: false }
    await inTransaction(db, who, async (tx) => {
      const before = await lockStaff(tx, who, fromId)
      if (before.status === 1) await settle(tx, before, await updateRow(tx, admin, before, { status: 0 }))
      await logged(tx)
    })
    return { results, disabled: true }
  }),
]
