import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Db } from '#kit/server/database.ts'
import { contextOf } from '#kit/server/points.ts'

const MINUTES_10 = 600

function signOf(db: Db, attId: number, expires: number): string {
  return createHmac('sha256', contextOf(db).secretKey).update(`file ${attId} ${expires}`).digest('hex')
}

/** The address of a private file, good for so many seconds (10 minutes unless given). Doors §4. */
export function fileUrl(db: Db, attId: number, seconds = MINUTES_10): string {
  const expires = Math.floor(Date.now() / 1000) + seconds
  return `/api/file/view/${attId}?expires=${expires}&sign=${signOf(db, attId, expires)}`
}

/** Whether an address was made by fileUrl and its time has not passed. */
export function isSigned(db: Db, attId: number, expires: number, sign: string): boolean {
  const [given, right] = [Buffer.from(sign), Buffer.from(signOf(db, attId, expires))]
  return expires * 1000 > Date.now() && given.length === right.length && timingSafeEqual(given, right)
}
