import { z } from 'zod'
import { choice, flag, int, json, text } from '#kit/fields/shared.ts'
import { answerOf, get, idField, post, rowsAnswer } from '#kit/shared/call.ts'
import { standardCalls } from '#kit/shared/standardCalls.ts'
import { express } from './express.entity.ts'

/** Who a parcel comes from or goes to. */
const partySchema = z.object({
  name: z.string().trim().min(1).max(50),
  tel: z.string().trim().min(1).max(20),
  address: z.string().trim().min(1).max(200),
})
export type LabelParty = z.output<typeof partySchema>

/** How far a parcel is, by its state. */
export const TRACE_STATES = ['在途', '揽收', '疑难', '签收', '退签', '派件', '退回'] as const
export const SIGNED_FOR = 3

/** Where a parcel is and was, the latest first. */
export const traceAnswer = z.object({
  state: z.number(),
  list: z.array(z.object({ time: z.string(), status: z.string(), location: z.string().default('') })),
})
export type Trace = z.output<typeof traceAnswer>

const labelAnswer = z.object({ expressNo: z.string(), labelUrl: z.string() })
export type Label = z.output<typeof labelAnswer>

export const templateAnswer = z.object({
  temp_id: z.string(),
  title: z.string(),
  pic: z.string().default(''),
})
export type LabelTemplate = z.output<typeof templateAnswer>

const CODE = /^[a-z0-9_-]+$/
const P = '/admin/express'
/** Platform §8.3. */
export const expressCalls = {
  ...standardCalls(P, express, { without: ['all'] }),
  // Every form that ships a parcel chooses from these.
  all: get(`${P}/all`, {
    title: '快递公司选项',
    permission: 'login',
    picks: 'express',
    input: {
      type: choice('类型', [
        { value: 'normal', label: '普通' },
        { value: 'elec', label: '电子面单' },
      ]),
    },
    answer: rowsAnswer({
      id: int('ID'),
      code: express.shape.code,
      name: express.shape.name,
      partnerId: express.shape.partnerId,
      partnerKey: express.shape.partnerKey,
      net: express.shape.net,
    }),
  }),
  show: post(`${P}/update/show`, {
    title: '显示隐藏快递公司',
    input: { id: idField(), isShow: flag('是否显示', { required: true }) },
  }),
  sync: post(`${P}/sync/express`, {
    title: '同步快递公司',
    answer: answerOf(z.object({ added: z.number(), renamed: z.number() })),
  }),
  trace: get(`${P}/trace`, {
    title: '物流轨迹',
    input: {
      com: text('快递公司编码', { max: 32, required: true, pattern: CODE }),
      num: text('快递单号', { max: 64, required: true, pattern: /^[A-Za-z0-9-]+$/ }),
      phone: text('手机号后四位', { max: 11, pattern: /^\d+$/, help: '部分快递公司查询时需要' }),
    },
    answer: answerOf(traceAnswer),
  }),
  label: post(`${P}/label`, {
    title: '打印电子面单',
    input: {
      parcelSn: text('包裹号', { max: 100, required: true }),
      com: text('快递公司编码', { max: 32, pattern: CODE, help: '不填用电子面单设置的' }),
      tempId: text('面单模板', { max: 100 }),
      from: json('寄件人', partySchema.partial()),
      to: json('收件人', partySchema, { required: true }),
      weight: int('重量', { min: 0, help: '克' }),
    },
    answer: answerOf(labelAnswer),
  }),
  template: get(`${P}/template`, {
    title: '电子面单模板',
    input: { com: text('快递公司编码', { max: 32, required: true }) },
    answer: answerOf(z.object({ data: z.array(templateAnswer), count: z.number() })),
  }),
}
