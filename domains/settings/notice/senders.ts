import type { Db, Tx } from '#kit/server/database.ts'
import { namedPoint, type Registration, singlePoint } from '#kit/server/points.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import type { NoticeChannel } from './scenes.ts'
import type { systemNotification } from './systemNotification.entity.ts'

/** Who is told something: kind admin, user or orgUser, and the id there. */
export interface Receiver {
  kind: string
  id: number
}

/** Where somebody is reached; what they have not, or do not want used, is empty or left out. */
export interface Reached {
  id: number
  phone?: string
  /** at the official account */
  openid?: string
  /** at the mini program */
  routineOpenid?: string
}

/** What a text is filled with. */
export type NoticeParams = Readonly<Record<string, string | number>>

/** The ways that lead out of the product. */
export type OutChannel = Exclude<NoticeChannel, 'notice'>

const ADDRESS_OF = {
  sms: 'phone',
  wechat: 'openid',
  routine: 'routineOpenid',
} as const satisfies Record<OutChannel, keyof Reached>

/** The address of a channel; '' when the receiver has none. */
export function addressOf(reached: Reached, channel: OutChannel): string {
  return reached[ADDRESS_OF[channel]] ?? ''
}

/** What a sender is given. */
export interface Sending {
  scene: EntityRow<typeof systemNotification> & {
    /** key of the public template of the official account; '' without one */
    tempKey: string
    /** number of the subscription message of the mini program; '' without one */
    routineKey: string
  }
  /** phone or openid */
  address: string
  params: NoticeParams
  /** names what is told about; with scene and address it is told once only */
  source: string
}

type Find = (db: Db, ids: readonly number[]) => Promise<Reached[]>
type Send = (tx: Tx, sending: Sending) => Promise<void>
type MayReach = (db: Db, uid: number, channel: NoticeChannel, msgType: number) => Promise<boolean>
type Holders = (db: Db, permission: string) => Promise<number[]>

const receivers = namedPoint<Find>('Receiver')
const senders = namedPoint<Send>('Sender')
const reach = singlePoint<MayReach>('Reach')
const holders = singlePoint<Holders>('Holders')

/** A room tells how those of its kind are reached; whoever is disabled is left out of the answer. Doors §3. */
export const declareReceiver = (kind: string, find: Find): Registration => receivers.as(kind, find)

export const receiverOf = (db: Db, kind: string): Find | undefined => receivers.of(db, kind)

/**
 * A room tells how a channel sends. It runs in the transaction of whoever calls notify, so it writes a row of an
 * outbox and calls nobody; what it throws undoes its own writes only and is kept with the sending. Doors §3.
 */
export const declareSender = (channel: OutChannel, send: Send): Registration => senders.as(channel, send)

export const senderOf = (db: Db, channel: OutChannel): Send | undefined => senders.of(db, channel)

/** The room that keeps what users want to be told registers its question here. Doors §3. */
export const declareReach = (mayReach: MayReach): Registration => reach.as(mayReach)

/** Whether a user may be told by this channel; without the room that knows, everybody may. */
export async function mayReach(
  db: Db,
  uid: number,
  channel: NoticeChannel,
  msgType: number,
): Promise<boolean> {
  return (await reach.of(db)?.(db, uid, channel, msgType)) ?? true
}

/** The room of the staff tells which enabled members of it hold a permission. */
export const declareHolders = (find: Holders): Registration => holders.as(find)

/** The enabled members of staff that hold a permission, as receivers. */
export async function holdersOf(db: Db, permission: string): Promise<Receiver[]> {
  const ids = (await holders.of(db)?.(db, permission)) ?? []
  return ids.map((id) => ({ kind: 'admin', id }))
}
