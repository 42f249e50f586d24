import { choice, date, datetime, int, money, ref, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'

export const LOG_STATES = [
  { value: 0, label: '未对账', means: 'waits' },
  { value: 1, label: '平账', means: 'done' },
  { value: 2, label: '有差异', means: 'wrong' },
  { value: 3, label: '已处理', means: 'done' },
] as const

const LEAST = -99_999_999_999
const figure = (label: string) =>
  money(label, { readOnly: true, required: true, initial: 0, min: LEAST, width: 110 })

/** A virtual account on a day: what the bank says, what we say, and how much of it differs. Orders §2.10, §6.10. */
export const icbcLog = entity(
  'icbcLog',
  '工行虚拟账户对账日志',
  {
    bizDate: date('对账日期', { readOnly: true, required: true, width: 105 }),
    vacctId: ref('虚拟账户', 'vacct', { readOnly: true, required: true, list: false }),
    vacctNo: text('虚拟账号', { max: 32, readOnly: true, search: true, width: 180 }),
    companyId: ref('单位', 'company', { readOnly: true, filter: true, width: 160 }),
    bankOpening: figure('银行期初'),
    bankIn: figure('银行入账'),
    bankOut: figure('银行出账'),
    bankClosing: figure('银行期末'),
    ourOpening: figure('系统期初'),
    ourIn: figure('系统入账'),
    ourOut: figure('系统出账'),
    ourClosing: figure('系统期末'),
    diffAmount: figure('差额'),
    diffCount: int('差异笔数', { readOnly: true, initial: 0, width: 90 }),
    status: choice('状态', LOG_STATES, { readOnly: true, initial: 0, filter: true, width: 90 }),
    runTime: datetime('对账时间', { readOnly: true, list: false }),
  },
  { title: 'vacctNo', order: [['bizDate', 'desc']], scope: { company: 'companyId' }, grams: true },
)
