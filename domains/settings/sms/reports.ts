import type { Db, Tx } from '#kit/server/database.ts'
import { declareEvent, emit } from '#kit/server/outbox.ts'
import type { Registration } from '#kit/server/points.ts'
import type { JobDefinition } from '#kit/server/room.ts'
import { asSystem, touch } from '#kit/server/transaction.ts'
import { cut } from '#kit/shared/characters.ts'
import { AppError } from '#kit/shared/errors.ts'
import { settingsOf } from '../form.ts'
import { acknowledge, fetchReports, type Report, smsWay } from './gateway.ts'
import { OFF, smsForm } from './sms.form.ts'
import { FAILED, RESULT_CODES, SENT, smsRecord } from './smsRecord.entity.ts'

/** What is told of messages that were sent. Doors §6. */
export const smsEvents: readonly Registration[] = [
  declareEvent('sms.replied', ['phone', 'text']),
  declareEvent('message.receipt', ['source', 'channel', 'status']),
]

/** notifyWay of doors §7.1 */
const SMS_CHANNEL = 2
const DELIVERED = 100

/** What became of a message: its state, told on to whoever sent it. Doors §6 message.receipt. */
async function receive(tx: Tx, report: Extract<Report, { kind: 'receipt' }>): Promise<void> {
  const resultcode = RESULT_CODES.find((one) => one.value === report.code)?.value ?? 130
  const status = resultcode === DELIVERED ? SENT : FAILED
  const row = await tx
    .updateTable('smsRecord')
    .set({ resultcode, status, memo: cut(report.memo, 300) })
    .where('providerId', '=', report.id)
    .returning(['scene', 'sourceId'])
    .executeTakeFirst()
  if (row === undefined) return
  const source = `${row.scene}:${row.sourceId}`
  await emit(tx, 'message.receipt', source, { source, channel: SMS_CHANNEL, status })
}

/** What somebody answered; once, however often it is told. Doors §6 sms.replied. */
async function answered(
  tx: Tx,
  { reportId, phone, text }: Extract<Report, { kind: 'reply' }>,
): Promise<void> {
  const row = await tx
    .insertInto('smsReply')
    .values({ providerId: reportId, phone, content: text })
    .onConflict((conflict) => conflict.column('providerId').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row !== undefined) await emit(tx, 'sms.replied', phone, { phone, text })
}

async function readReports(db: Db): Promise<number> {
  const service = await (await smsWay(db)).service()
  const list = await fetchReports(db, service)
  if (list.length === 0) return 0
  await asSystem(db, async (tx) => {
    for (const report of list) {
      if (report.kind === 'receipt') await receive(tx, report)
      else await answered(tx, report)
    }
    touch(tx, smsRecord.name)
  })
  // Only now: what was not kept is told again.
  await acknowledge(
    db,
    service,
    list.map((one) => one.reportId),
  )
  return list.length
}

/** Asks the gateway what it has to tell, every minute while there is one. */
export const reportsJob: JobDefinition = {
  name: 'sms.reports',
  title: '读取短信回执',
  cron: '30 * * * * *',
  light: true,
  async run(db) {
    if ((await settingsOf(db, smsForm)).sms_provider === OFF) return 0
    try {
      return await readReports(db)
    } catch (error) {
      // Not set up in full, signed out, or silent: the calls outside have their own log.
      if (error instanceof AppError) return 0
      throw error
    }
  },
}
