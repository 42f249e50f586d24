import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { settingsOf } from '#domains/settings/settings.door.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { writeErrorLog } from '#kit/server/log.ts'
import { declareEvent, emit } from '#kit/server/outbox.ts'
import type { Registration } from '#kit/server/points.ts'
import { asSystem, touch } from '#kit/server/transaction.ts'
import { cut } from '#kit/shared/characters.ts'
import { ON_FOLLOW, ON_NOTHING } from '../reply/reply.entity.ts'
import { type Reply, replyCache } from '../reply/reply.memory.ts'
import { MESSAGE_PATH, wechatForm } from '../wechat.config.server.ts'
import { answerXml, type Said, saidBy, saidLine } from './answer.ts'
import type { Message } from './message.ts'
import { noteReceipt } from './receipt.server.ts'
import { offer } from './unanswered.ts'

const SUBSCRIBED = 'fan.subscribed'
const UNSUBSCRIBED = 'fan.unsubscribed'
export const fanEvents: readonly Registration[] = [SUBSCRIBED, UNSUBSCRIBED].map((event) =>
  declareEvent(event, ['openid', 'uid', 'scene']),
)

/** What the platform takes for: nothing to say. */
export const NOTHING = 'success'
const CHAT_MS = 1000
/** The platform hangs up after 5 s and repeats. */
const BUDGET_MS = 4000
const POLL_MS = 50
const REPLY_MAX = 2000
const SCENE_MAX = 128

/** Values of wechatMessage.answeredBy. */
const BY = { nobody: 0, follow: 1, keyword: 2, chat: 3, default: 4 } as const

interface Answer {
  by: (typeof BY)[keyof typeof BY]
  reply: Reply | null
  said: Said | null
}

const SILENCE: Answer = { by: BY.nobody, reply: null, said: null }

/** The answer to a message, XML or `success`; always within 4 s, the same for a repeated one. Platform §11.3. */
export function answerMessage(db: Db, message: Message): Promise<string> {
  return within(BUDGET_MS, NOTHING, () => receive(db, message))
}

async function within<T>(ms: number, otherwise: T, work: () => Promise<T>): Promise<T> {
  const late = new AbortController()
  const tooLate = wait(ms, otherwise, { signal: late.signal, ref: false }).catch(() => otherwise)
  try {
    return await Promise.race([work(), tooLate])
  } finally {
    late.abort()
  }
}

async function receive(db: Db, message: Message): Promise<string> {
  try {
    if (!(await keep(db, message))) return await repeated(db, message)
    const answer = await answerOf(db, message)
    const text = answer.said === null ? NOTHING : answerXml(message.openid, message.account, answer.said)
    await keepAnswer(db, message, text, answer)
    return text
  } catch (error) {
    await report(db, message, error).catch(() => undefined)
    return NOTHING
  }
}

/** Keeps an inner error, and that nothing was answered. */
async function report(db: Db, message: Message, error: unknown): Promise<void> {
  const { message: reason, stack = '' } = error instanceof Error ? error : new Error(String(error))
  const known = { requestId: '', source: 'server', path: MESSAGE_PATH, adminId: null } as const
  await writeErrorLog(db, { ...known, message: reason, stack })
  await keepAnswer(db, message, NOTHING, SILENCE)
}

/** Keeps a message and what follows from it for its sender; false when it came before. */
function keep(db: Db, message: Message): Promise<boolean> {
  return asSystem(db, async (tx) => {
    const kept = await tx
      .insertInto('wechatMessage')
      .values({
        openid: message.openid,
        msgType: message.type,
        event: message.event,
        content: message.content,
        msgKey: message.key,
        answer: null,
      })
      .onConflict((conflict) => conflict.column('msgKey').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (kept === undefined) return false
    await noteFan(tx, message)
    await noteReceipt(tx, message)
    return true
  })
}

/** Whoever writes follows the account, also when the event of it was missed. */
async function noteFan(tx: Tx, { openid, event, type, time, eventKey }: Message): Promise<void> {
  const says = type !== 'event' || event === 'subscribe' || event === 'unsubscribe' || event === 'SCAN'
  if (!says) return
  const isNew = await insertFan(tx, openid)
  if (type !== 'event') return
  const fan = await tx
    .selectFrom('wechatFan')
    .select(['id', 'subscribe', 'scene'])
    .where('openid', '=', openid)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const leaves = event === 'unsubscribe'
  const scene = leaves ? fan.scene : cut(eventKey.replace(/^qrscene_/, ''), SCENE_MAX) || fan.scene
  await tx
    .updateTable('wechatFan')
    .set({
      subscribe: leaves ? 0 : 1,
      scene,
      ...(leaves ? { unsubscribeTime: time } : {}),
      ...(event === 'subscribe' ? { subscribeTime: time } : {}),
      updateTime: sql`now()`,
      version: sql`"version" + 1`,
    })
    .where('id', '=', fan.id)
    .execute()
  touch(tx, 'wechatFan')
  const followed = !isNew && fan.subscribe === 1
  if (event === 'subscribe' && !followed) await emit(tx, SUBSCRIBED, openid, { openid, uid: null, scene })
  if (leaves && followed) await emit(tx, UNSUBSCRIBED, openid, { openid, uid: null, scene })
}

async function insertFan(tx: Tx, openid: string): Promise<boolean> {
  const made = await tx
    .insertInto('wechatFan')
    .values({ openid })
    .onConflict((conflict) => conflict.column('openid').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made !== undefined) touch(tx, 'wechatFan')
  return made !== undefined
}

/** The stored answer of a message that came before; waits for the first one to find it. */
async function repeated(db: Db, message: Message): Promise<string> {
  const until = Date.now() + BUDGET_MS
  while (Date.now() < until) {
    const row = await db
      .selectFrom('wechatMessage')
      .select('answer')
      .where('msgKey', '=', message.key)
      .executeTakeFirst()
    if (row === undefined) return NOTHING
    if (row.answer !== null) return row.answer
    await wait(POLL_MS)
  }
  return NOTHING
}

async function keepAnswer(
  db: Db,
  message: Message,
  text: string,
  { by, reply, said }: Answer,
): Promise<void> {
  await db
    .updateTable('wechatMessage')
    .set({ answer: text, answeredBy: by, reply: said === null ? '' : cut(saidLine(said), REPLY_MAX) })
    .where('msgKey', '=', message.key)
    .execute()
  if (reply !== null)
    await db.updateTable('wechatReply').set({ hits: sql`"hits" + 1` }).where('id', '=', reply.id).execute()
}

// ---- finding the reply

async function answerOf(db: Db, message: Message): Promise<Answer> {
  const { finder, fixed } = await replyCache.read(db)
  const { type, event, eventKey } = message
  if (type === 'event') {
    if (event === 'subscribe') return say(db, BY.follow, fixed(ON_FOLLOW))
    return event === 'CLICK' ? say(db, BY.keyword, finder.full(eventKey)) : SILENCE
  }
  if (type === 'other') return SILENCE
  const found = type === 'text' ? finder.find(message.content) : null
  if (found !== null) return say(db, BY.keyword, found)
  const taken = await chat(db, message)
  return taken ?? say(db, BY.default, fixed(ON_NOTHING))
}

async function say(db: Db, by: Answer['by'], reply: Reply | null): Promise<Answer> {
  if (reply === null) return SILENCE
  const said = await saidBy(db, reply)
  return said === null ? SILENCE : { by, reply, said }
}

/** Asks the chat, when it is to be asked; one that fails or takes too long has not taken the message. */
async function chat(db: Db, message: Message): Promise<Answer | null> {
  const { wechat_forward_kefu } = await settingsOf(db, wechatForm)
  if (wechat_forward_kefu !== 1) return null
  const taken = await within(CHAT_MS, null, () => offer(db, message))
  return taken === null ? null : { by: BY.chat, reply: null, said: taken.said }
}
