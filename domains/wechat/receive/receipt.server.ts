import type { Tx } from '#kit/server/database.ts'
import { declareEvent, emit } from '#kit/server/outbox.ts'
import type { Message } from './message.ts'

const EVENT = 'message.receipt'
declareEvent(EVENT, ['source', 'channel', 'status'])

/** As doors §7.1 numbers the ways of telling. */
const CHANNELS = { wechat: 3, routine: 4 } as const
const SENT = 1
const FAILED = 2

/** The platform tells what became of a template message: told on to whoever sent it. Platform §11.3. */
export async function noteReceipt(tx: Tx, message: Message): Promise<void> {
  if (message.event !== 'TEMPLATESENDJOBFINISH') return
  const sent = await tx
    .selectFrom('wechatSend')
    .select(['source', 'kind'])
    .where('msgId', '=', message.fields.MsgID ?? '')
    .executeTakeFirst()
  if (sent === undefined) return
  const status = message.fields.Status === 'success' ? SENT : FAILED
  await emit(tx, EVENT, sent.source, { source: sent.source, channel: CHANNELS[sent.kind], status })
}
