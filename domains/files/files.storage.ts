import type { RoomContext } from '#kit/server/room.ts'
import { openStorage, type Storage } from '#kit/server/storage.ts'

/** What the room stands on in this process. */
interface Ground {
  storage: Storage
  secretKey: Buffer
  /** 1 本地, 4 对象存储 */
  imageType: 1 | 4
}

let ground: Ground | undefined

export function openFiles(context: RoomContext): void {
  ground = {
    storage: openStorage(context.settings),
    secretKey: context.secretKey,
    imageType: context.settings.s3Url === undefined ? 1 : 4,
  }
}

export function filesGround(): Ground {
  if (ground === undefined) throw new Error('The room files was used before it was registered')
  return ground
}

const PUBLIC = '/files/'
const PRIVATE = 'private/'

/** The storage key of an attachment's address: /files/… is public, private/… has no address. */
export function keyOf(address: string): string {
  return address.startsWith(PUBLIC) ? `public/${address.slice(PUBLIC.length)}` : address
}

export const addressOf = (name: string, isPrivate: boolean): string =>
  isPrivate ? `${PRIVATE}${name}` : `${PUBLIC}${name}`
