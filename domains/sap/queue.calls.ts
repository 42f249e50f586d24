import { z } from 'zod'
import { flag, text } from '#kit/fields/shared.ts'
import { answerOf, get, idField, idsField, listAnswer, listInput, post, rowAnswer } from '#kit/shared/call.ts'
import { madeOf } from '#kit/shared/join.ts'
import { sapOutbox } from './sapOutbox.entity.ts'

const PREFIX = '/admin/sap/queue'

const { payload: _payload, response: _response, ...listed } = sapOutbox.all
/** what people call the kind of record */
const bizTypeName = text('单据类型', { max: 50 })
/** waits for an earlier row of its number that is neither delivered nor voided */
const isHeld = flag('等待前序', { initial: 0 })

/** Orders §7.3. */
export const queueCalls = {
  list: get(`${PREFIX}/list`, {
    title: 'SAP队列',
    input: listInput(sapOutbox),
    answer: listAnswer({ ...listed, bizTypeName: madeOf(['bizType'], bizTypeName), isHeld }),
  }),
  info: get(`${PREFIX}/info/:id`, {
    title: 'SAP报文',
    input: { id: idField() },
    answer: rowAnswer({ ...sapOutbox.all, bizTypeName }),
  }),
  stat: get(`${PREFIX}/stat`, {
    title: 'SAP队列概况',
    answer: answerOf(
      z.object({
        /** an address is set, so that the queue is delivered */
        configured: z.boolean(),
        /** of each state; one more than 10,000 stands for all that are more */
        waiting: z.number(),
        sent: z.number(),
        failed: z.number(),
        /** seconds since 1970 since when the oldest one waits; null when none does */
        oldest: z.number().nullable(),
        /** the kinds of records that go to SAP */
        types: z.array(z.object({ value: z.string(), label: z.string() })),
      }),
    ),
  }),
  retry: post(`${PREFIX}/retry/:id`, { title: '重新推送SAP', input: { id: idField() } }),
  retryBatch: post(`${PREFIX}/retry/batch`, { title: '批量重新推送SAP', input: { ids: idsField('队列') } }),
  void: post(`${PREFIX}/void/:id`, {
    title: '作废SAP队列',
    input: { id: idField(), reason: text('作废原因', { max: 200, required: true }) },
  }),
}
