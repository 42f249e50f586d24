import { sql } from 'kysely'
import { z } from 'zod'
import type { Sending } from '#domains/settings/settings.door.ts'
import { type Db, jsonb, type Tx } from '#kit/server/database.ts'
import { enqueueJob } from '#kit/server/jobs.ts'
import type { JobDefinition } from '#kit/server/room.ts'
import { AppError, refuse } from '#kit/shared/errors.ts'
import { askPlatform, PlatformError } from '../platform/platform.server.ts'
import type { AccountKind } from '../wechat.config.server.ts'
import { ROUTINE_TEMPLATE, WECHAT_TEMPLATE } from './template.entity.ts'

const JOB = 'wechat.send'
const ATTEMPTS = 3
const WAITING = 0
const HANDED_OVER = 1
const FAILED = 2
/** Busy, or asked too often: another time it may go. */
const PASSING: ReadonlySet<number> = new Set([-1, 45009, 45011])
/** A value of a subscription message may be as long as this. */
const VALUE_MAX = 20

type Values = Record<string, { value: string }>

/** The values of a template's places {{name.DATA}}; one nobody gave stays empty. */
export function valuesOf(content: string, params: Sending['params']): Values {
  const names = [...content.matchAll(/\{\{\s*(\w+)\.DATA\s*\}\}/g)].map(([, name = '']) => name)
  return Object.fromEntries(
    [...new Set(names)].map((name) => {
      const value = [...String(params[name] ?? '')].slice(0, VALUE_MAX).join('')
      return [name, { value }]
    }),
  )
}

/** The template a scene has chosen, else the one with the number it was declared with. */
async function templateOf(tx: Tx, kind: AccountKind, { scene }: Sending) {
  const isWechat = kind === 'wechat'
  const id = isWechat ? scene.wechatId : scene.routineId
  const tempKey = isWechat ? scene.tempKey : scene.routineKey
  const query = tx
    .selectFrom('templateMessage')
    .select(['tempId', 'content'])
    .where('type', '=', isWechat ? WECHAT_TEMPLATE : ROUTINE_TEMPLATE)
    .where('status', '=', 1)
    .where('isDel', '=', 0)
  const chosen = id > 0 ? query.where('id', '=', id) : query.where('tempKey', '=', tempKey)
  const found = await chosen.executeTakeFirst()
  if (found === undefined) throw refuse(`场景“${scene.type}”没有可用的消息模板`)
  return found
}

/** The sender of a channel: writes what is to be sent, in the transaction of whoever tells it. Doors §3, platform §11.4. */
export const sender =
  (kind: AccountKind) =>
  async (tx: Tx, sending: Sending): Promise<void> => {
    const { tempId, content } = await templateOf(tx, kind, sending)
    const row = await tx
      .insertInto('wechatSend')
      .values({
        kind,
        mark: sending.scene.mark,
        source: sending.source,
        openid: sending.address,
        tempId,
        data: jsonb(valuesOf(content, sending.params)),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (row !== undefined) await enqueueJob(tx, JOB, { id: row.id }, { uniqueKey: `${JOB}:${row.id}` })
  }

const sent = z.object({ msgid: z.union([z.number(), z.string()]).transform(String).default('') })

/** Hands one sending over; throws when it may go another time. */
async function handOver(db: Db, id: number): Promise<number> {
  const { rows } = await sql<{
    kind: AccountKind
    openid: string
    tempId: string
    data: Values
    attempts: number
  }>`
    update "wechatSend" set "attempts" = "attempts" + 1 where "id" = ${id} and "status" = ${WAITING}
    returning "kind", "openid", "tempId", "data", "attempts"`.execute(db)
  const [send] = rows
  if (send === undefined) return 0
  const { kind, openid, tempId, data } = send
  const path = kind === 'wechat' ? 'cgi-bin/message/template/send' : 'cgi-bin/message/subscribe/send'
  // The number lets the platform know a repetition after an answer that was lost.
  const body = { touser: openid, template_id: tempId, data, client_msg_id: `ts-${id}` }
  try {
    const { msgid } = await askPlatform(db, kind, { path, body }, sent)
    await settle(db, id, { status: HANDED_OVER, msgId: msgid, error: '' })
    return 1
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const passes = !(error instanceof PlatformError) || PASSING.has(error.errcode)
    if (passes && send.attempts < ATTEMPTS) throw error
    await settle(db, id, { status: FAILED, error: error.message })
    return 0
  }
}

function settle(db: Db, id: number, how: { status: 1 | 2; msgId?: string; error: string }): Promise<unknown> {
  return db.updateTable('wechatSend').set(how).where('id', '=', id).execute()
}

/** Sends what was written; tried three times. */
export const sendJob: JobDefinition = {
  name: JOB,
  title: '发送微信消息',
  run: (db, params) => handOver(db, Number(params.id)),
}
