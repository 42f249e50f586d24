import type { Tx } from '#kit/server/database.ts'
import { emit } from '#kit/server/outbox.ts'
import type { Message } from './message.ts'

/** Declared by the settings, which tell by it of short messages. Doors §6. */
const EVENT = 'message.receipt'
/** As doors §7.1 numbers the ways of telling. */
const CHANNELS = { wechat: 3, routine: 4 } as const
const SENT = 1
const FAILED = 2

/** The platform tells what became of a template message: told on to whoever sent it. Platform §11.3. */
export async function noteReceipt(tx: Tx, message: Message): Promise<void> {
  if (message.event !== 'TEMPLATESENDJOBFINISH') return
  const sent = await tx
    .selectFrom('wechatSend')
    .select(['mark', 'source', 'kind'])
    .where('msgId', '=', message.fields.MsgID ?? '')
    .executeTakeFirst()
  if (sent === undefined) return
  const status = message.fields.Status === 'success' ? SENT : FAILED
  const source = `${sent.mark}:${sent.source}`
  await emit(tx, EVENT, source, { source, channel: CHANNELS[sent.kind], status })
}
