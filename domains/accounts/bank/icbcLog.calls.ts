import { z } from 'zod'
import { date, int, text } from '#kit/fields/shared.ts'
import { answerOf, post } from '#kit/shared/call.ts'
import { fieldOf, nameOf } from '#kit/shared/join.ts'
import { countsCall, standardCalls } from '#kit/shared/standardCalls.ts'
import { icbcLog } from './icbcLog.entity.ts'
import { vacct } from './vacct.entity.ts'

const LOG = '/admin/icbc/vacct/log'

/** What lists tell besides the stored fields. */
const told = {
  vacctName: fieldOf('vacctId', vacct, 'vacctName', '户名', { width: 180 }),
  companyName: nameOf('companyId', '单位', { list: false }),
}

const usual = standardCalls(LOG, icbcLog, {
  list: told,
  filters: {
    /** a preset or two days, of the day that was compared */
    bizLimit: text('对账日期', { max: 50 }),
    /** of a virtual account */
    account: int('虚拟账户', { min: 1 }),
  },
  without: ['save', 'update', 'remove', 'all'],
})

/** The daily comparison of bank and accounts. Orders §6.10, §7.2. */
export const icbcLogCalls = {
  ...usual,
  counts: countsCall(usual.list, '对账日志'),
  run: post(`${LOG}/run`, {
    title: '对账',
    input: { bizDate: date('对账日期', { required: true }) },
    answer: answerOf(
      z.object({
        /** virtual accounts that were compared */
        accounts: z.number(),
        /** of them with differences */
        different: z.number(),
      }),
    ),
    business: 2,
  }),
}
