import type { Db, Tx } from '#kit/server/database.ts'
import { namedPoint, type Registration } from '#kit/server/points.ts'
import { touch } from '#kit/server/transaction.ts'
import {
  ABSENT,
  FOR_STAFF,
  type FOR_USERS,
  OFF,
  ON,
  systemNotification,
} from './systemNotification.entity.ts'

/** By which way a scene may tell somebody: inside the product, or through the sender of that name. Doors §7.1 notifyWay. */
export const CHANNELS_OF_NOTICE = ['notice', 'sms', 'wechat', 'routine'] as const
export type NoticeChannel = (typeof CHANNELS_OF_NOTICE)[number]

/** The column of a channel's switch. */
export const SWITCH_OF = {
  notice: 'isNotice',
  sms: 'isSms',
  wechat: 'isWechat',
  routine: 'isRoutine',
} as const satisfies Record<NoticeChannel, string>

/** A scene as its room declares it. */
export interface SceneSeed {
  /** stable name by which notify is called */
  mark: string
  /** what people call it */
  type: string
  description: string
  sendType: typeof FOR_USERS | typeof FOR_STAFF
  /** those it may use; 站内信 begins switched on, the others off, for they need a template first */
  channels: readonly NoticeChannel[]
  /** with {variables} from the params of notify */
  content: string
  /** route of the record, with {variables} */
  link?: string
  /** key of the public template of the official account that says the same */
  tempKey?: string
  /** number of the subscription message of the mini program that says the same */
  routineKey?: string
}

const scenes = namedPoint<SceneSeed>('Scene')

/** Declares a scene. Doors §3. */
export function declareScene(seed: SceneSeed): Registration {
  if (seed.sendType !== FOR_STAFF && seed.channels.includes('notice'))
    throw new Error(`Scene ${seed.mark} tells users, who have no 站内信 here`)
  return scenes.as(seed.mark, seed)
}

export const sceneOf = (db: Db, mark: string): SceneSeed | undefined => scenes.of(db, mark)
export const allScenes = (db: Db): SceneSeed[] => [...scenes.all(db).values()]

/** A text with its {variables} filled in; one nobody gave is left out. */
export function filled(text: string, params: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{([^{}]+)\}/g, (_all, name: string) => String(params[name] ?? ''))
}

/** Brings the declared scenes into the database; what people have set there stays. */
export async function seedScenes(tx: Tx): Promise<void> {
  for (const seed of allScenes(tx)) {
    const { mark, type, description, sendType, content, channels } = seed
    const state = (channel: NoticeChannel) =>
      channels.includes(channel) ? (channel === 'notice' ? ON : OFF) : ABSENT
    const added = await tx
      .insertInto('systemNotification')
      .values({
        mark,
        type,
        description,
        sendType,
        content,
        isNotice: state('notice'),
        isSms: state('sms'),
        isWechat: state('wechat'),
        isRoutine: state('routine'),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (added !== undefined) touch(tx, systemNotification.name)
  }
}
