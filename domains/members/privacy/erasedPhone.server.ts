import { createHmac } from 'node:crypto'
import type { Db } from '#kit/server/database.ts'
import { contextOf } from '#kit/server/points.ts'

/** All that stays of a phone: a keyed hash. */
export const phoneHash = (db: Db, phone: string): string =>
  createHmac('sha256', contextOf(db).secretKey).update(`erased phone ${phone}`).digest('hex')

/** Whether somebody of this phone had paid before they were forgotten, lately. Members §3.2 isNew. */
export async function hadPaidBefore(db: Db, phone: string): Promise<boolean> {
  if (phone === '') return false
  const row = await db
    .selectFrom('erasedPhone')
    .select('hadPaid')
    .where('phoneHash', '=', phoneHash(db, phone))
    .where('keepUntil', '>', new Date())
    .executeTakeFirst()
  return row?.hadPaid === 1
}
