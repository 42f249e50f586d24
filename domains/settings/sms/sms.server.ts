import type { Db } from '#kit/server/database.ts'
import { exportEntity } from '#kit/server/exportEntity.ts'
import { answerPage, listPage } from '#kit/server/list.ts'
import { deleteRow, insertRow, lockRow, updateRow } from '#kit/server/rows.ts'
import { change, own, read, type Served } from '#kit/server/serve.ts'
import { refuseIf } from '#kit/server/standard.ts'
import { startTask } from '#kit/server/tasks/start.ts'
import { inTransaction } from '#kit/server/transaction.ts'
import type { Who } from '#kit/server/who.ts'
import { conflict } from '#kit/shared/errors.ts'
import { maskPhone } from '#kit/shared/text.ts'
import { settingsOf } from '../form.ts'
import { applyTemplate, fetchTemplates, smsWay } from './gateway.ts'
import { smsRecordCalls, smsTemplateCalls } from './sms.calls.ts'
import { BY_PLATFORM, smsForm } from './sms.form.ts'
import { smsRecord } from './smsRecord.entity.ts'
import { ALLOWED, CODE_TYPE, smsTemplate, WAITING } from './smsTemplate.entity.ts'

/** Where somebody else decides which templates may be used; null where nobody does. */
async function reviewer(db: Db) {
  const { sms_provider } = await settingsOf(db, smsForm)
  return sms_provider === BY_PLATFORM ? (await smsWay(db)).service() : null
}

/** Brings the decisions about templates that wait; answers how many are decided. */
async function syncTemplates(db: Db, who: Who): Promise<number> {
  const service = await reviewer(db)
  if (service === null) throw conflict('模板由平台服务审核时才需要同步')
  const decided = await fetchTemplates(db, service)
  return inTransaction(db, who, async (tx) => {
    const waiting = await tx
      .selectFrom('smsTemplate')
      .select(['id', 'tempId'])
      .where('status', '=', WAITING)
      .where('isDel', '=', 0)
      .orderBy('id')
      .execute()
    let changed = 0
    for (const { id, tempId } of waiting) {
      const status = decided.get(tempId)
      if (status === undefined || status === WAITING) continue
      await updateRow(tx, smsTemplate, await lockRow(tx, smsTemplate, id), { status })
      changed += 1
    }
    return changed
  })
}

const masked = <R extends { phone?: unknown }>(rows: R[]): R[] =>
  rows.map((row) => ({ ...row, phone: maskPhone(String(row.phone)) }))

export const smsExport = exportEntity(smsRecord, smsRecordCalls.exportRows, {
  enrich: async (_db, rows) => masked(rows),
})

export const servedSms: readonly Served[] = [
  read(smsTemplateCalls.list, (db, who, input) =>
    answerPage(db, who, smsTemplate, smsTemplateCalls.list.answer, input),
  ),
  own(smsTemplateCalls.save, async (db, who, input) => {
    const service = await reviewer(db)
    // What the database would refuse must not be applied for.
    const taken = await db
      .selectFrom('smsTemplate')
      .select('id')
      .where('title', '=', input.title)
      .where('isDel', '=', 0)
      .executeTakeFirst()
    refuseIf(taken !== undefined, '模板名称已存在')
    const tempId = service === null ? '' : await applyTemplate(db, service, input)
    const status = service === null ? ALLOWED : WAITING
    const row = await inTransaction(db, who, (tx) => insertRow(tx, smsTemplate, { ...input, tempId, status }))
    return { id: row.id }
  }),
  own(smsTemplateCalls.sync, async (db, who) => ({ changed: await syncTemplates(db, who) })),
  change(smsTemplateCalls.remove, async (tx, _who, { id }) => {
    const row = await lockRow(tx, smsTemplate, id)
    const others = await tx
      .selectFrom('smsTemplate')
      .select('id')
      .where('tempType', '=', CODE_TYPE)
      .where('isDel', '=', 0)
      .where('id', '<>', id)
      .executeTakeFirst()
    refuseIf(row.tempType === CODE_TYPE && others === undefined, '至少保留一个验证码模板')
    const scene = await tx
      .selectFrom('systemNotification')
      .select('type')
      .where('smsId', '=', id)
      .where('isDel', '=', 0)
      .executeTakeFirst()
    refuseIf(scene !== undefined, `通知场景“${scene?.type}”使用该模板，不能删除`)
    await deleteRow(tx, smsTemplate, row)
  }),
  read(smsRecordCalls.list, async (db, who, input) => {
    const page = await listPage(db, who, smsRecord, input)
    return { ...page, list: masked(page.list) }
  }),
  change(smsRecordCalls.exportRows, (tx, who, input) => startTask(tx, who, smsExport, input)),
]
