import { sql } from 'kysely'
import { declareScene, holdersOf, notify } from '#domains/settings/settings.door.ts'
import { type Db, jsonb, type Tx } from '#kit/server/database.ts'
import { randomToken } from '#kit/server/envelope.ts'
import { declareConsumer } from '#kit/server/outbox.ts'
import { callOutside, OutsideError } from '#kit/server/outside.ts'
import { safeText } from '#kit/server/outsideText.ts'
import type { Registration } from '#kit/server/points.ts'
import type { JobDefinition } from '#kit/server/room.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { pauseAfter } from '#kit/shared/attempts.ts'
import { dayKey, toSeconds } from '#kit/shared/time.ts'
import { openAppCalls } from './openApp.calls.ts'
import { secretsOfApp, signatureOf } from './secret.server.ts'
import { TEST_EVENT, WEBHOOK_EVENTS, type WebhookEventName } from './webhook.events.ts'

type Payload = Record<string, unknown>

/** How an event of the outbox is told to applications. */
export interface Webhook {
  /** the number of the record it is about, e.g. of the order: what is told of one arrives in order; '' where that does not matter */
  keyOf(payload: Payload): string
  /** what an application is told of it: amounts as texts, no inner ids */
  dataOf(payload: Payload): Payload
}

/**
 * Tells applications of an event of the outbox. One whose payload names an appId is told to that application alone, and to
 * none where it is null: an application sees only its own orders. Orders §8, doors §6.
 */
export const declareWebhook = (event: WebhookEventName, webhook: Webhook): Registration =>
  declareConsumer({
    name: 'access.webhook',
    event,
    handle: (tx, payload) => queueEvent(tx, event, webhook, payload),
  })

/** A row for each application that asked for the event, may know of it, and has not got one yet. */
async function queueEvent(
  tx: Tx,
  event: WebhookEventName,
  { keyOf, dataOf }: Webhook,
  payload: Payload,
): Promise<void> {
  const { eventId, time, appId } = payload
  const scope = WEBHOOK_EVENTS.find(({ value }) => value === event)?.scope ?? ''
  const isFor =
    appId === undefined ? sql`true` : typeof appId === 'number' ? sql`a."id" = ${appId}` : sql`false`
  await sql`insert into "webhookEvent" ("appId", "eventId", "createTime", "type", "eventKey", "payload")
    select a."id", ${String(eventId)}, ${time instanceof Date ? time : new Date()}, ${event}, ${keyOf(payload)},
      ${jsonb(dataOf(payload))}
    from "openApp" a where a."isDel" = 0 and a."webhookUrl" <> '' and ${event} = any(a."events")
      and ${scope} = any(a."scopes") and (a."expireTime" is null or a."expireTime" > now()) and ${isFor}
    on conflict ("appId", "eventId") do nothing`.execute(tx)
}

/** Queues an event that only shows whether events arrive; answers its id. */
export async function queueTest(tx: Tx, appId: number): Promise<number> {
  const row = await tx
    .insertInto('webhookEvent')
    .values({
      appId,
      eventId: `${TEST_EVENT.value}-${randomToken(16)}`,
      type: TEST_EVENT.value,
      payload: jsonb<Payload>({ message: TEST_EVENT.label }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

interface Due {
  id: number
  appId: number
  eventId: string
  type: string
  createTime: Date
  payload: Payload
  attempts: number
  name: string
  appKey: string
  webhookUrl: string
}

const TIMEOUT_MS = 10_000
/** Longer than an attempt can take: a row whose process died is tried again after it. */
const LEASE_S = 60
/** So many are under way at once: one receiver that does not answer keeps nobody waiting. */
const LANES = 4
/** What waits for a receiver that did not answer at all is not tried one after the other. */
const REST_S = 60
const MOST_RESPONSE = 1000
const MOST_ERROR = 500

/** Of a row `w` and its application `a`: its time has come, it can be sent, and nothing earlier of its record waits. */
const isDue = sql<boolean>`w."status" = 0 and w."nextTime" <= now() and a."isDel" = 0 and a."status" = 1
  and a."webhookUrl" <> '' and (w."eventKey" = '' or not exists (select 1 from "webhookEvent" e
    where e."appId" = w."appId" and e."eventKey" = w."eventKey" and e."status" = 0 and e."id" < w."id"))`

async function isAnyDue(db: Db): Promise<boolean> {
  const { rows } = await sql`select 1 from "webhookEvent" w join "openApp" a on a."id" = w."appId"
    where ${isDue} limit 1`.execute(db)
  return rows.length > 0
}

/** Claims the next row. */
async function takeDue(db: Db): Promise<Due | undefined> {
  const { rows } = await sql<Due>`
    update "webhookEvent" as "taken" set "nextTime" = now() + make_interval(secs => ${LEASE_S})
    from "openApp" as "app"
    where "app"."id" = "taken"."appId" and "taken"."id" = (select w."id"
      from "webhookEvent" w join "openApp" a on a."id" = w."appId" where ${isDue}
      order by w."nextTime", w."id" limit 1 for update of w skip locked)
    returning "taken"."id", "taken"."appId", "taken"."eventId", "taken"."type", "taken"."createTime",
      "taken"."payload", "taken"."attempts", "app"."name", "app"."appKey", "app"."webhookUrl"`.execute(db)
  return rows[0]
}

interface Outcome {
  ok: boolean
  /** 0: no answer came */
  httpStatus: number
  response: string
  message: string
}

/** Delivers what is due until nothing is or the signal comes; answers how many were tried. Orders §8. */
export async function deliverWebhooks(db: Db, signal: AbortSignal): Promise<number> {
  const lane = async (): Promise<number> => {
    for (let tried = 0; ; tried++) {
      const row = signal.aborted ? undefined : await takeDue(db)
      if (row === undefined) return tried
      const outcome = await send(db, row)
      await asSystem(db, (tx) => settle(tx, row, outcome))
    }
  }
  const tried = await Promise.all(Array.from({ length: LANES }, lane))
  return tried.reduce((sum, one) => sum + one, 0)
}

async function send(db: Db, row: Due): Promise<Outcome> {
  const { webhookSecret } = await secretsOfApp(db, row.appId)
  const { eventId, type, createTime, payload: data } = row
  const body = JSON.stringify({ eventId, type, time: toSeconds(createTime), data })
  const url = new URL(row.webhookUrl)
  try {
    const answer = await callOutside(db, {
      system: '应用推送',
      base: url.origin,
      path: `${url.pathname}${url.search}`,
      body,
      headers: {
        'content-type': 'application/json',
        'x-app-key': row.appKey,
        'x-sign': signatureOf(webhookSecret, body),
      },
      timeoutMs: TIMEOUT_MS,
      attempt: row.attempts + 1,
    })
    const ok = answer.status >= 200 && answer.status < 300
    return {
      ok,
      httpStatus: answer.status,
      response: safeText(answer.text, MOST_RESPONSE, [webhookSecret]),
      message: ok ? '' : `应答状态${answer.status}`,
    }
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error
    return {
      ok: false,
      httpStatus: error.status,
      response: '',
      message: safeText(error.message, MOST_ERROR, [webhookSecret]),
    }
  }
}

const FAILED = 'webhookFailed'

/** What those who may send again are told, once a day for an application. */
export const webhookScene = declareScene({
  mark: FAILED,
  type: '应用推送失败',
  description: '向开放接口应用推送事件多次失败并停止重试时，通知能重发推送的人',
  sendType: 2,
  channels: ['notice', 'sms', 'wechat'],
  content: '应用“{name}”的推送多次失败，已停止重试：{message}',
  link: '/order/openApp/info/{id}?tab=events',
})

/** Writes what came of an attempt. A resend by hand has begun a new count, and what it brings counts. */
async function settle(tx: Tx, row: Due, { ok, httpStatus, response, message }: Outcome): Promise<void> {
  const attempts = row.attempts + 1
  const pause = ok ? null : pauseAfter(attempts)
  const isOver = !ok && pause === null
  const { numUpdatedRows } = await tx
    .updateTable('webhookEvent')
    .set({
      status: ok ? 1 : isOver ? 2 : 0,
      attempts,
      httpStatus: httpStatus === 0 ? null : httpStatus,
      response,
      lastError: message,
      sentTime: new Date(),
      nextTime: new Date(Date.now() + (pause ?? 0) * 60_000),
    })
    .where('id', '=', row.id)
    .where('status', '=', 0)
    .where('attempts', '=', row.attempts)
    .executeTakeFirst()
  if (numUpdatedRows === 0n || ok) return
  // Nothing else of this receiver is tried at once: each would take as long as this one did.
  if (httpStatus === 0)
    await sql`update "webhookEvent" set "nextTime" = now() + make_interval(secs => ${REST_S})
      where "appId" = ${row.appId} and "status" = 0 and "nextTime" <= now()`.execute(tx)
  if (!isOver) return
  const { appId, name } = row
  const holders = await holdersOf(tx, openAppCalls.resend.permission)
  await notify(tx, FAILED, holders, { id: appId, name, message }, `webhook:${appId}:${dayKey(new Date())}`)
}

export const webhookJob: JobDefinition = {
  name: 'access.webhook',
  title: '推送应用事件',
  cron: '*/10 * * * * *',
  light: true,
  due: isAnyDue,
  run: (db, _params, signal) => deliverWebhooks(db, signal),
}
