import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { enqueueJob } from '#kit/server/jobs.ts'
import type { JobDefinition } from '#kit/server/room.ts'
import { asSystem, touch } from '#kit/server/transaction.ts'
import { cut } from '#kit/shared/characters.ts'
import { AppError, conflict, notFound, refuse } from '#kit/shared/errors.ts'
import { isMobile } from '#kit/shared/text.ts'
import { startOfDay } from '#kit/shared/time.ts'
import { openSecret, sealSecret } from '../form.ts'
import { filled } from '../notice/scenes.ts'
import { ServiceError } from '../services/ask.ts'
import { giveUnits, spendUnits, takeUnitsIn } from '../services/units.ts'
import { handOver, type SmsWay, smsWay } from './gateway.ts'
import { segmentsOf, signed, waitOfPromotion } from './segments.rules.ts'
import { FAILED, NO_STATE, SENDING, SENT, smsRecord } from './smsRecord.entity.ts'
import { ALLOWED, CODE_TYPE, PROMOTION_TYPE, smsTemplate } from './smsTemplate.entity.ts'

const ATTEMPTS = 3
/** the pauses after the first and the second attempt; after the last one the message is given up */
const PAUSES_MS = [10_000, 60_000]
/** a process that died holds the message no longer than this */
const LEASE_S = 300
const JOB = 'sms.outbox'

/** A message to one phone; for the same scene, sourceId and phone there is never a second one. */
export interface Sms {
  phone: string
  /** id of a template that may be used */
  templateId: number
  params: Readonly<Record<string, string | number>>
  scene: string
  sourceId: string
  /** what must not be read in the record: the words standing there for the values */
  hidden?: Readonly<Record<string, string>>
}

/** Where a message stands: 0 发送中, 1 成功, 2 失败 with the reason. */
export interface SmsState {
  status: 0 | 1 | 2
  providerId: string
  memo: string
}

export const unitSource = (id: number): string => `sms:${id}`

/**
 * Sends a message: takes its units, tries once now, and leaves further attempts to the job. Answers where it stands,
 * also for one that was sent before. 409 未配置短信服务 or 未配置平台服务, 422 短信条数不足, 404 without the template.
 * Platform §12.2.
 */
export async function sendSms(db: Db, sms: Sms): Promise<SmsState> {
  const way = await smsWay(db)
  const id = await asSystem(db, (tx) => queueSms(tx, way, sms, PAUSES_MS[0]))
  if (id !== null) await deliver(db, id)
  return stateOf(db, sms)
}

/** Writes a message with its units and asks for its delivery, now or after a while; null when there is one already. */
export async function queueSms(tx: Tx, way: SmsWay, sms: Sms, delayMs = 0): Promise<number | null> {
  if (!isMobile(sms.phone)) throw refuse('请填写正确的手机号', 'phone')
  if (way.sign === '') throw conflict('未设置短信签名')
  const template = await tx
    .selectFrom('smsTemplate')
    .selectAll()
    .where('id', '=', sms.templateId)
    .where('isDel', '=', 0)
    .executeTakeFirst()
  if (template === undefined) throw notFound('短信模板不存在')
  if (template.status !== ALLOWED) throw conflict(`短信模板“${template.title}”未通过审核`)
  const isPromotion = template.tempType === PROMOTION_TYPE
  const text = (params: Sms['params']) => signed(way.sign, filled(template.content, params), isPromotion)
  const content = text(sms.params)
  const units = segmentsOf(content)
  const row = await tx
    .insertInto('smsRecord')
    .values({
      phone: sms.phone,
      template: template.title,
      tempType: template.tempType,
      tempId: template.tempId,
      content: text({ ...sms.params, ...sms.hidden }),
      sealed: sms.hidden === undefined ? '' : sealSecret(tx, content),
      units,
      scene: sms.scene,
      sourceId: sms.sourceId,
    })
    .onConflict((conflict) => conflict.columns(['scene', 'sourceId', 'phone']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row === undefined) return null
  await takeUnitsIn(tx, 'sms', units, unitSource(row.id))
  await askLater(tx, row.id, delayMs)
  touch(tx, smsRecord.name)
  return row.id
}

async function stateOf(db: Db, { scene, sourceId, phone }: Sms): Promise<SmsState> {
  const row = await db
    .selectFrom('smsRecord')
    .select(['status', 'providerId', 'memo'])
    .where('scene', '=', scene)
    .where('sourceId', '=', sourceId)
    .where('phone', '=', phone)
    .executeTakeFirstOrThrow()
  return row
}

/** One attempt at a message, unless another process is at it or it is not its time. */
async function deliver(db: Db, id: number): Promise<void> {
  const message = await claim(db, id)
  if (message === undefined) return
  if (message.attempts > ATTEMPTS) return giveUp(db, id, '进程中断')
  try {
    const way = await smsWay(db)
    const providerId = await handOver(
      db,
      await way.service(),
      {
        requestId: String(id),
        phone: message.phone,
        content: message.sealed === '' ? message.content : openSecret(db, message.sealed),
        type: message.tempType,
        templateId: message.tempId,
      },
      message.attempts,
    )
    await settle(db, id, { status: SENT, providerId, resultcode: NO_STATE, memo: '' })
  } catch (error) {
    // What was refused for good is not tried again, and neither is a fault of ours a reason to lose the units.
    if (!(error instanceof AppError)) throw error
    const isPassing = !(error instanceof ServiceError) || error.isPassing || error.isSignedOut
    if (!isPassing || message.attempts >= ATTEMPTS) return giveUp(db, id, error.message)
    await asSystem(db, async (tx) => {
      await tx
        .updateTable('smsRecord')
        .set({ leaseUntil: null, memo: cut(error.message, 300) })
        .where('id', '=', id)
        .where('status', '=', SENDING)
        .execute()
      await askLater(tx, id, PAUSES_MS[message.attempts - 1] ?? 0)
      touch(tx, smsRecord.name)
    })
  }
}

interface Claimed {
  phone: string
  content: string
  sealed: string
  tempType: number
  tempId: string
  attempts: number
}

/** Asks for the next attempt; one that is asked for already, as it is with the message itself, is enough. */
const askLater = (tx: Tx, id: number, delayMs: number): Promise<void> =>
  enqueueJob(tx, JOB, { id }, { delayMs, uniqueKey: `${JOB}:${id}` })

async function claim(db: Db, id: number): Promise<Claimed | undefined> {
  const row = await db
    .selectFrom('smsRecord')
    .select(['status', 'tempType', 'leaseUntil'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (row?.status !== SENDING) return undefined
  const now = new Date()
  const isHeld = row.leaseUntil !== null && row.leaseUntil > now
  const waitMs = isHeld
    ? LEASE_S * 1000
    : row.tempType === PROMOTION_TYPE
      ? waitOfPromotion(now.getTime() - startOfDay(now).getTime())
      : 0
  if (waitMs > 0) {
    await asSystem(db, (tx) => askLater(tx, id, waitMs))
    return undefined
  }
  const { rows } = await sql<Claimed>`
    update "smsRecord" set "attempts" = "attempts" + 1, "sendTime" = now(),
      "leaseUntil" = now() + make_interval(secs => ${LEASE_S})
    where "id" = ${id} and "status" = ${SENDING} and ("leaseUntil" is null or "leaseUntil" < now())
    returning "phone", "content", "sealed", "tempType", "tempId", "attempts"`.execute(db)
  return rows[0]
}

interface Settled {
  status: typeof SENT | typeof FAILED
  memo: string
  providerId?: string
  resultcode?: typeof NO_STATE | 130
}

async function settle(db: Db, id: number, how: Settled): Promise<void> {
  await asSystem(db, async (tx) => {
    const row = await tx
      .updateTable('smsRecord')
      .set({ ...how, memo: cut(how.memo, 300), sealed: '', leaseUntil: null, updateTime: sql`now()` })
      .where('id', '=', id)
      .where('status', '=', SENDING)
      .returning('id')
      .executeTakeFirst()
    if (row === undefined) return
    if (how.status === SENT) await spendUnits(tx, unitSource(id))
    else await giveUnits(tx, unitSource(id), how.memo)
    touch(tx, smsRecord.name)
  })
}

const giveUp = (db: Db, id: number, memo: string): Promise<void> =>
  settle(db, id, { status: FAILED, resultcode: 130, memo })

/** The attempts after the first one, and those of messages whose process died. Platform §15.3. */
export const smsJob: JobDefinition = {
  name: JOB,
  title: '发送短信',
  async run(db, { id }) {
    if (typeof id === 'number') await deliver(db, id)
    return 1
  },
}

/** The template that codes are sent with: the oldest one that may be used. */
export async function codeTemplate(db: Db): Promise<number> {
  const row = await db
    .selectFrom(smsTemplate.name)
    .select('id')
    .where('tempType', '=', CODE_TYPE)
    .where('status', '=', ALLOWED)
    .where('isDel', '=', 0)
    .orderBy('id')
    .executeTakeFirst()
  if (row === undefined) throw conflict('没有可用的验证码短信模板')
  return row.id
}
