import { createHmac, timingSafeEqual } from 'node:crypto'
import { filesGround } from './files.storage.ts'

const MINUTES_10 = 600

function signOf(attId: number, expires: number): string {
  return createHmac('sha256', filesGround().secretKey).update(`file ${attId} ${expires}`).digest('hex')
}

/** The address of a private file, good for so many seconds (10 minutes unless given). Doors §4. */
export function fileUrl(attId: number, seconds = MINUTES_10): string {
  const expires = Math.floor(Date.now() / 1000) + seconds
  return `/api/file/view/${attId}?expires=${expires}&sign=${signOf(attId, expires)}`
}

/** Whether an address was made by fileUrl and its time has not passed. */
export function isSigned(attId: number, expires: number, sign: string): boolean {
  const [given, right] = [Buffer.from(sign), Buffer.from(signOf(attId, expires))]
  return expires * 1000 > Date.now() && given.length === right.length && timingSafeEqual(given, right)
}
