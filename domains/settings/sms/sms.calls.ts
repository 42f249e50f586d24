import { z } from 'zod'
import { text } from '#kit/fields/shared.ts'
import {
  answerOf,
  get,
  idAnswer,
  idField,
  listAnswer,
  listInput,
  post,
  taskAnswer,
} from '#kit/shared/call.ts'
import { smsRecord } from './smsRecord.entity.ts'
import { smsTemplate } from './smsTemplate.entity.ts'

const P = '/admin/sms'

/** Platform §12.2. */
export const smsTemplateCalls = {
  list: get(`${P}/temps`, {
    title: '短信模板列表',
    input: listInput(smsTemplate),
    answer: listAnswer(smsTemplate.all),
  }),
  save: post(`${P}/temp/apply`, {
    title: '申请短信模板',
    input: smsTemplate.shape,
    answer: idAnswer,
    business: 1,
  }),
  sync: post(`${P}/temp/sync`, {
    title: '同步短信模板审核状态',
    answer: answerOf(z.object({ changed: z.number() })),
  }),
  remove: post(`${P}/temp/delete/:id`, { title: '删除短信模板', input: { id: idField() } }),
}

export const smsRecordCalls = {
  list: get(`${P}/record/list`, {
    title: '短信记录',
    input: listInput(smsRecord),
    answer: listAnswer(smsRecord.all),
  }),
  exportRows: post(`${P}/record/export`, {
    title: '导出短信记录',
    input: { ...listInput(smsRecord), columns: text('导出列', { max: 2000 }) },
    answer: taskAnswer,
    business: 5,
  }),
}
