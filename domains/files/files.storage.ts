import { contextOf, perDatabase } from '#kit/server/points.ts'
import { openStorage, type Storage } from '#kit/server/storage.ts'

/** What the room stands on in this process. */
interface Ground {
  storage: Storage
  /** 1 本地, 4 对象存储 */
  imageType: 1 | 4
}

export const filesGround = perDatabase((db): Ground => {
  const { settings } = contextOf(db)
  return { storage: openStorage(settings), imageType: settings.s3Url === undefined ? 1 : 4 }
})

const PUBLIC = '/files/'
const PRIVATE = 'private/'

/** The storage key of an attachment's address: /files/… is public, private/… has no address. */
export function keyOf(address: string): string {
  return address.startsWith(PUBLIC) ? `public/${address.slice(PUBLIC.length)}` : address
}

export const addressOf = (name: string, isPrivate: boolean): string =>
  isPrivate ? `${PRIVATE}${name}` : `${PUBLIC}${name}`
