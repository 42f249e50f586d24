import { sendWrite } from '#kit/server/connection.ts'
import type { Db } from '#kit/server/database.ts'
import { transactionOf } from '#kit/server/transaction.ts'
import { cut } from '#kit/shared/characters.ts'
import type { LogKind } from './payment.entity.ts'

const KEPT_DAYS = 180
const MOST_RAW = 65_536
const MOST_RESULT = 300
const AT_ONCE = 5000

interface Told {
  kind: LogKind
  provider: string
  flowNo: string
  raw: string
  /** null: nothing that is signed */
  verified: 0 | 1 | null
  result: string
}

/** Keeps what a provider said, or was asked and answered, word for word. Orders §2.4. */
export async function noteTold(
  db: Db,
  { kind, provider, flowNo, raw, verified, result }: Told,
): Promise<void> {
  const row = db.insertInto('notifyLog').values({
    kind,
    provider,
    flowNo: cut(flowNo, 64),
    // PostgreSQL cannot store it.
    raw: cut(raw.replaceAll('\u0000', ''), MOST_RAW),
    verified,
    result: cut(result, MOST_RESULT),
  })
  await (db.isTransaction ? sendWrite(transactionOf(db), row.compile()) : row.execute())
}

/** Removes what was kept long enough; answers how many rows. Orders §2.4. */
export async function sweepNotifyLog(db: Db, signal: AbortSignal): Promise<number> {
  const before = new Date(Date.now() - KEPT_DAYS * 86_400_000)
  let removed = 0
  while (!signal.aborted) {
    const { numDeletedRows } = await db
      .deleteFrom('notifyLog')
      .where('id', 'in', (some) =>
        some.selectFrom('notifyLog').select('id').where('receiveTime', '<', before).limit(AT_ONCE),
      )
      .executeTakeFirstOrThrow()
    removed += Number(numDeletedRows)
    if (numDeletedRows === 0n) break
  }
  return removed
}
