import { z } from 'zod'
import { choice, flag, int, text } from '#kit/fields/shared.ts'
import { answerOf, get, idField, post, rowsAnswer, standardCalls } from '#kit/shared/call.ts'
import { express } from './express.entity.ts'

const P = '/admin/express'
export const expressMaster = standardCalls(P, express)

/** Platform §8.3. */
export const expressCalls = {
  ...expressMaster,
  // Every form that ships a parcel chooses from these.
  all: get(`${P}/all`, {
    title: '快递公司选项',
    permission: 'login',
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
  template: get(`${P}/template`, {
    title: '电子面单模板',
    input: { com: text('快递公司编码', { max: 32, required: true }) },
    answer: answerOf(
      z.object({
        data: z.array(z.object({ temp_id: z.string(), title: z.string(), pic: z.string() })),
        count: z.number(),
      }),
    ),
  }),
}
