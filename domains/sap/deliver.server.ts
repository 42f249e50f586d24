import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { declareScene, holdersOf, notify } from '#domains/settings/settings.door.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { callOutside, OutsideError } from '#kit/server/outside.ts'
import { safeText } from '#kit/server/outsideText.ts'
import { lockRow, updateRow } from '#kit/server/rows.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { pauseAfter } from '#kit/shared/attempts.ts'
import { cut } from '#kit/shared/characters.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { toSeconds } from '#kit/shared/time.ts'
import { hasLater, markRecord } from './enqueue.server.ts'
import { queueCalls } from './queue.calls.ts'
import { sapTarget } from './sap.config.server.ts'
import { sapOutbox } from './sapOutbox.entity.ts'
import { sapType, typeName } from './types.server.ts'

type Row = EntityRow<typeof sapOutbox>

const TIMEOUT_MS = 30_000
/** Longer than an attempt can take: a row whose process died is tried again after it. */
const LEASE_S = 120
const OK = 200
const MOST_RESPONSE = 4000
const MOST_ERROR = 500
const MOST_NUMBER = 40
const FAILED = 'sapFailed'

/** What those who may try again are told. */
export const failedScene = declareScene({
  mark: FAILED,
  type: 'SAP推送失败',
  description: '推送SAP多次失败并停止重试时，通知能重试SAP队列的人',
  sendType: 2,
  channels: ['notice', 'sms', 'wechat'],
  content: '{type}“{sn}”推送SAP失败：{message}',
  link: '/sapQueue?keywords={sn}',
})

/** What SAP answers, at once or late. */
const sapAnswer = z.object({
  code: z.number(),
  message: z.string().default(''),
  sapDocNo: z.string().default(''),
})

interface Outcome {
  ok: boolean
  httpStatus: number
  response: string
  sapDocNo: string
  message: string
}

/** Delivers what is due until nothing is or the signal comes; answers how many were tried. Orders §7.3. */
export async function deliverDue(db: Db, signal: AbortSignal): Promise<number> {
  for (let tried = 0; ; tried++) {
    const target = signal.aborted ? null : await sapTarget(db)
    if (target === null) return tried
    const row = await takeDue(db)
    if (row === null) return tried
    const outcome = await send(db, row, target)
    await asSystem(db, (tx) => settle(tx, row, outcome))
  }
}

/** Of a row of the queue: an earlier one of its number is neither delivered nor voided. */
export const heldByEarlier = (row: string): string => `exists (select 1 from "sapOutbox" e
  where e."bizType" = ${row}."bizType" and e."bizSn" = ${row}."bizSn" and e."seqNo" < ${row}."seqNo"
    and e."status" <> 1 and e."voided" = 0)`

const isDue = sql<boolean>`o."status" = 0 and o."voided" = 0 and o."nextTime" <= now() and not ${sql.raw(heldByEarlier('o'))}`

/** Whether anything waits that could be delivered now. */
export async function isAnyDue(db: Db): Promise<boolean> {
  if ((await sapTarget(db)) === null) return false
  const { rows } = await sql`select 1 from "sapOutbox" o where ${isDue} limit 1`.execute(db)
  return rows.length > 0
}

/** Claims the next row: due, and the first of its record that is neither delivered nor voided. */
async function takeDue(db: Db): Promise<Row | null> {
  const { rows } = await sql<Row>`
    update "sapOutbox" set "nextTime" = now() + make_interval(secs => ${LEASE_S})
    where "id" = (select o."id" from "sapOutbox" o where ${isDue}
      order by o."nextTime", o."id" limit 1 for update skip locked)
    returning *`.execute(db)
  return rows[0] ?? null
}

async function send(db: Db, row: Row, { url, secret }: { url: URL; secret: string }): Promise<Outcome> {
  const { id: msgId, bizType, bizSn, action, seqNo, payload } = row
  const body = JSON.stringify({
    msgId,
    bizType,
    bizSn,
    action,
    seqNo,
    sentAt: toSeconds(new Date()),
    ...payload,
  })
  try {
    const answer = await callOutside(db, {
      system: 'SAP',
      base: url.origin,
      path: `${url.pathname}${url.search}`,
      body,
      headers: {
        'content-type': 'application/json',
        'x-sign': createHmac('sha256', secret).update(body).digest('hex'),
      },
      timeoutMs: TIMEOUT_MS,
      attempt: row.attempts + 1,
    })
    const said = sapAnswer.safeParse(answer.json())
    const { code, sapDocNo, message } = said.data ?? { code: 0, sapDocNo: '', message: '' }
    const ok = answer.status < 300 && code === OK
    return {
      ok,
      httpStatus: answer.status,
      response: safeText(answer.text, MOST_RESPONSE, [secret]),
      sapDocNo: safeText(sapDocNo, MOST_NUMBER),
      message: safeText(ok ? message : message || `SAP返回${answer.status}`, MOST_ERROR, [secret]),
    }
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error
    return { ok: false, httpStatus: error.status, response: '', sapDocNo: '', message: error.message }
  }
}

/**
 * Writes what came of an attempt. The row of the queue is locked before its record; that cannot deadlock, for whoever
 * holds a record only adds rows to the queue and waits for none (doors §5).
 */
async function settle(tx: Tx, taken: Row, outcome: Outcome): Promise<void> {
  const { bizType, bizId, bizSn } = taken
  const row = await lockRow(tx, sapOutbox, taken.id, { anyScope: true })
  // A retry by hand has begun a new count, and what was voided stays so; but delivered is delivered.
  if (!outcome.ok && (row.attempts !== taken.attempts || row.voided === 1)) return
  const attempts = taken.attempts + 1
  const pause = outcome.ok ? null : pauseAfter(attempts)
  const isOver = pause === null
  const message = cut(outcome.message, MOST_ERROR)
  await updateRow(tx, sapOutbox, row, {
    status: outcome.ok ? 1 : isOver ? 2 : 0,
    attempts,
    httpStatus: outcome.httpStatus,
    response: cut(outcome.response, MOST_RESPONSE),
    sapDocNo: outcome.sapDocNo,
    lastError: outcome.ok ? '' : message,
    sentTime: new Date(),
    nextTime: new Date(Date.now() + (pause ?? 0) * 60_000),
  })
  // What changed since waits behind this row: the record is not yet in SAP as it now stands.
  const done = (await hasLater(tx, row)) ? 0 : 1
  await markRecord(tx, bizType, bizId, {
    sapSync: outcome.ok ? done : isOver ? 2 : 0,
    sapDescription: message,
    ...(outcome.ok ? { sapSyncTime: new Date() } : {}),
  })
  if (isOver) await sapType(tx, bizType).onResult?.(tx, bizId, outcome.ok, outcome.sapDocNo, message)
  if (outcome.ok || !isOver) return
  const operators = await holdersOf(tx, queueCalls.retry.permission)
  await notify(
    tx,
    FAILED,
    operators,
    { type: typeName(tx, bizType), sn: bizSn, message },
    `sap:${row.id}:${row.version}`,
  )
}
