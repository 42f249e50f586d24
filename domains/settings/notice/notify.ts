import type { Tx } from '#kit/server/database.ts'
import { writeErrorLog } from '#kit/server/log.ts'
import { notice, touch, tryPart } from '#kit/server/transaction.ts'
import { cut } from '#kit/shared/characters.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { adminNotice } from './adminNotice.entity.ts'
import { NOTICE_TOPIC } from './notice.topic.ts'
import {
  CHANNELS_OF_NOTICE,
  filled,
  type NoticeChannel,
  type SceneSeed,
  SWITCH_OF,
  sceneOf,
} from './scenes.ts'
import {
  addressOf,
  mayReach,
  type NoticeParams,
  type Reached,
  type Receiver,
  receiverOf,
  senderOf,
} from './senders.ts'
import { ON, type systemNotification } from './systemNotification.entity.ts'

/** msgType of mayReach: a message about something of the user's own, not an advertisement. Members §7.4. */
const TRANSACTIONAL = 2
const CONTENT_MAX = 1000
const LINK_MAX = 300
const FAILED = 2

type Scene = EntityRow<typeof systemNotification>

/** One thing that is to be told. */
interface Message {
  scene: Scene
  seed: SceneSeed
  params: NoticeParams
  source: string
}

/**
 * Tells the receivers, by every channel the scene has switched on and they can be reached by, in the caller's
 * transaction. The same mark, source, receiver and channel are told once; never refuses: what goes wrong is kept in
 * the error log and with the sending. `ways`: only by these of the channels, as whoever asked has chosen. Doors §4,
 * platform §12.3.
 */
export async function notify(
  tx: Tx,
  mark: string,
  receivers: readonly Receiver[],
  params: NoticeParams,
  source: string,
  ways: readonly NoticeChannel[] = CHANNELS_OF_NOTICE,
): Promise<void> {
  if (receivers.length === 0) return
  await harmless(tx, mark, async () => {
    const seed = sceneOf(tx, mark)
    if (seed === undefined) throw new Error(`Scene ${mark} is not declared`)
    const scene = await tx
      .selectFrom('systemNotification')
      .selectAll()
      .where('mark', '=', mark)
      .where('isDel', '=', 0)
      .executeTakeFirst()
    if (scene === undefined) return
    const message = { scene, seed, params, source }
    const channels = ways.filter((channel) => scene[SWITCH_OF[channel]] === ON)
    for (const kind of new Set(receivers.map((one) => one.kind))) {
      const find = receiverOf(tx, kind)
      if (find === undefined) throw new Error(`Nobody knows receivers of kind ${kind}`)
      const ids = [...new Set(receivers.filter((one) => one.kind === kind).map((one) => one.id))]
      // In one order everywhere: two that tell the same people must not wait for each other.
      const found = (await find(tx, ids)).sort((a, b) => a.id - b.id)
      const wanted = await wishesOf(tx, kind, mark, found)
      for (const reached of found)
        for (const channel of channels)
          if (
            wanted(reached.id, channel) &&
            (kind === 'admin' || (await mayReach(tx, reached.id, channel, TRANSACTIONAL)))
          )
            await tell(tx, message, kind, reached, channel)
    }
  })
}

/** Which channels people have left on for a scene; only staff have such wishes here. */
async function wishesOf(
  tx: Tx,
  kind: string,
  mark: string,
  found: readonly Reached[],
): Promise<(id: number, channel: NoticeChannel) => boolean> {
  if (kind !== 'admin' || found.length === 0) return () => true
  const refused = await tx
    .selectFrom('noticeRefusal')
    .select(['adminId', 'channel'])
    .where('mark', '=', mark)
    .where(
      'adminId',
      'in',
      found.map((one) => one.id),
    )
    .execute()
  const keys = new Set(refused.map((one) => `${one.adminId} ${one.channel}`))
  return (id, channel) => !keys.has(`${id} ${channel}`)
}

async function tell(
  tx: Tx,
  message: Message,
  kind: string,
  reached: Reached,
  channel: NoticeChannel,
): Promise<void> {
  const { scene, seed, params, source } = message
  const send = channel === 'notice' ? undefined : senderOf(tx, channel)
  const address = channel === 'notice' ? '' : addressOf(reached, channel)
  if (channel === 'notice' ? kind !== 'admin' : send === undefined || address === '') return
  const sent = await tx
    .insertInto('noticeSent')
    .values({ mark: scene.mark, source, kind, receiverId: reached.id, channel })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (sent === undefined) return
  const error = await harmless(tx, scene.mark, async () => {
    if (send === undefined) await keepNotice(tx, message, reached.id)
    else {
      const { tempKey = '', routineKey = '' } = seed
      await send(tx, { scene: { ...scene, tempKey, routineKey }, address, params, source })
    }
  })
  if (error !== '')
    await tx.updateTable('noticeSent').set({ status: FAILED, error }).where('id', '=', sent.id).execute()
}

async function keepNotice(tx: Tx, { scene, seed, params }: Message, adminId: number): Promise<void> {
  await tx
    .insertInto('adminNotice')
    .values({
      adminId,
      mark: scene.mark,
      type: scene.type,
      content: cut(filled(scene.content, params), CONTENT_MAX),
      link: cut(filled(seed.link ?? '', params), LINK_MAX),
    })
    .execute()
  touch(tx, adminNotice.name)
  notice(tx, { topic: NOTICE_TOPIC, adminId })
}

/** Runs work whose failure undoes nothing but itself; answers the error's text, '' without one. */
async function harmless(tx: Tx, mark: string, work: () => Promise<void>): Promise<string> {
  const { error } = await tryPart(tx, work)
  if (error === undefined) return ''
  const { message, stack = '' } = error
  await writeErrorLog(tx, {
    requestId: '',
    source: 'server',
    path: `notify/${mark}`,
    adminId: null,
    message,
    stack,
  })
  return cut(message, 500)
}
