import { z } from 'zod'
import { choice, flag, image, int, lines, money, refs, text } from '#kit/fields/shared.ts'
import {
  answerOf,
  get,
  idField,
  listAnswer,
  listInput,
  post,
  rowAnswer,
  rowsAnswer,
  rowsOf,
  taskAnswer,
} from '#kit/shared/call.ts'
import { nameOf } from '#kit/shared/join.ts'
import { planLine } from '../level/level.calls.ts'
import { LEVEL_TYPES } from '../level/level.entity.ts'
import { vipOrder } from './membership.entity.ts'

const PREFIX = '/admin/system/user/level/vip'

const orderRow = rowsOf(vipOrder, {
  nickname: nameOf('uid', '用户', { width: 140 }),
  levelName: nameOf('levelId', '等级', { width: 110 }),
})

const list = get(`${PREFIX}/order/list`, {
  title: '会员开通记录',
  input: listInput(vipOrder),
  answer: listAnswer(orderRow),
})

const quote = z.object({
  /** cents as an amount */
  amount: z.string(),
  unused: z.number(),
  all: z.number(),
  usedNum: z.number(),
  isFull: z.boolean(),
  /** why nothing can be given back; '' when something can */
  reason: z.string(),
})

const reason = (label: string) => text(label, { max: 100, required: true })

/** Members §3.5, §3.11. */
export const vipCalls = {
  list,
  info: get(`${PREFIX}/order/info/:id`, {
    title: '会员开通单详情',
    input: { id: idField() },
    answer: rowAnswer(orderRow),
  }),
  quote: get(`${PREFIX}/refund/quote/:id`, {
    title: '会员退款试算',
    permission: 'admin:system:user:level:vip:refund',
    input: { id: idField(), usedAmount: money('已用权益金额', { initial: 0 }) },
    answer: answerOf(quote),
  }),
  figures: get(`${PREFIX}/figures`, {
    title: '付费会员概况',
    permission: list.permission,
    answer: answerOf(
      z.object({
        members: z.number(),
        openedToday: z.number(),
        endingSoon: z.number(),
        /** percent of memberships that ended or are ending and were renewed; null: none has ended yet */
        renewRate: z.number().nullable(),
      }),
    ),
  }),
  give: post(`${PREFIX}/give`, {
    title: '赠送会员',
    input: {
      uids: refs('用户', 'user', { required: true, max: 200 }),
      planId: int('套餐', { required: true, min: 1 }),
      reason: reason('赠送原因'),
    },
    answer: answerOf(z.object({ given: z.number() })),
    business: 1,
  }),
  exportOrders: post(`${PREFIX}/order/export`, {
    title: '导出会员开通记录',
    input: { ...listInput(vipOrder), columns: text('导出列', { max: 2000 }) },
    answer: taskAnswer,
    business: 5,
  }),
  planList: get('/open/vip/plan/list', {
    title: '付费会员套餐',
    open: 'member',
    customer: true,
    answer: rowsAnswer({
      id: int('ID', { required: true }),
      name: text('等级名称', { max: 50 }),
      levelType: choice('等级类型', LEVEL_TYPES),
      grade: int('等级'),
      icon: image('图标'),
      color: text('颜色', { max: 20 }),
      agreementId: int('会员协议'),
      plans: lines('套餐', {
        ...planLine,
        payPrice: money('应付', { required: true }),
        isSoldOut: flag('售罄', { required: true }),
      }),
    }),
  }),
}
