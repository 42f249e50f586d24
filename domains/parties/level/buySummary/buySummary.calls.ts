import { flag, int, lines, month, text } from '#kit/fields/shared.ts'
import {
  get,
  idField,
  idsField,
  listInput,
  post,
  rowAnswer,
  rowsAnswer,
  rowsOf,
  someIds,
} from '#kit/shared/call.ts'
import { standardCalls } from '#kit/shared/standardCalls.ts'
import { buySummary, orderLineShape, skuLineShape, totalsShape } from './buySummary.entity.ts'

const PREFIX = '/admin/system/org/buySummary'

/** Of these only list and export are calls of the house: summaries are computed, not typed. */
const usualSummary = standardCalls(PREFIX, buySummary)
const whole = rowsOf(buySummary, {
  skus: lines('商品明细', skuLineShape),
  orders: lines('订单明细', orderLineShape),
})

/** Catalog §8.6. */
export const buySummaryCalls = {
  list: usualSummary.list,
  exportRows: post(`${PREFIX}/export`, {
    title: '导出采购汇总',
    input: {
      ...listInput(buySummary),
      columns: text('导出列', { max: 2000 }),
      /** one row per sku of each order in place of one per summary */
      withLines: flag('含明细', { initial: 0 }),
    },
    answer: usualSummary.exportRows.answer,
    business: 5,
  }),
  info: get(`${PREFIX}/info/:id`, {
    title: '采购汇总详情',
    input: { id: idField() },
    answer: rowAnswer(whole),
  }),
  print: get(`${PREFIX}/print`, {
    title: '打印对账单',
    input: { ids: idsField('采购汇总', 100) },
    answer: rowsAnswer(whole),
  }),
  /** the sums of what the list shows, as a whole and by month */
  totals: get(`${PREFIX}/totals`, {
    title: '采购汇总合计',
    permission: usualSummary.list.permission,
    input: listInput(buySummary),
    answer: rowAnswer({
      total: lines('合计', totalsShape),
      months: lines('按月', { month: month('月份'), ...totalsShape }),
    }),
  }),
  recalc: post(`${PREFIX}/recalc`, {
    title: '重算采购汇总',
    input: { month: month('月份'), ids: someIds('采购汇总', 500) },
    /** null: the whole month is computed in the background */
    answer: rowAnswer({ count: int('行数') }),
  }),
  push: post(`${PREFIX}/push`, { title: '推送对账', input: { ids: idsField('采购汇总', 500) } }),
  confirm: post(`${PREFIX}/confirm/:id`, { title: '确认采购汇总', input: { id: idField() } }),
  dispute: post(`${PREFIX}/dispute/:id`, {
    title: '采购汇总异议',
    input: { id: idField(), reason: text('异议原因', { max: 200, required: true }) },
  }),
}
