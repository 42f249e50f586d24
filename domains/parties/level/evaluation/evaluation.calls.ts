import { CHANNELS } from '#domains/settings/settings.shared.ts'
import { choice, int, lines, month, text } from '#kit/fields/shared.ts'
import { get, idField, post, rowAnswer, rowsOf } from '#kit/shared/call.ts'
import { nameOf } from '#kit/shared/join.ts'
import { standardCalls } from '#kit/shared/standardCalls.ts'
import { evaluationMonth, evaluationRule, monthFigures, orgEvaluation } from './evaluation.entity.ts'

const RULE = '/admin/system/org/evaluate/rule'
const MONTH = '/admin/system/org/evaluate/month'

/** Versions of the rules. Catalog §8.6. */
export const ruleCalls = standardCalls(RULE, evaluationRule)

/** A row of a run, as its page shows it. */
const monthRows = {
  rows: lines('单位', {
    ...rowsOf(orgEvaluation),
    companyName: nameOf('companyId', '单位'),
  }),
}

export const monthWhole = rowsOf(evaluationMonth, { ...monthFigures, ...monthRows })

/** Of these only list and export are calls of the house: runs are generated, not typed. */
const usualMonth = standardCalls(MONTH, evaluationMonth, {
  list: monthFigures,
  filters: { status: text('状态', { max: 10, pattern: /^[0-3](,[0-3])*$/ }) },
})
/** Runs over the companies of a channel. Catalog §8.6. */
export const monthCalls = {
  list: usualMonth.list,
  exportRows: usualMonth.exportRows,
  info: get(`${MONTH}/info/:id`, {
    title: '月度测评详情',
    input: { id: idField() },
    answer: rowAnswer(monthWhole),
  }),
  generate: post(`${MONTH}/generate`, {
    title: '生成月度测评',
    input: {
      month: month('月份', { required: true }),
      channelId: choice('渠道', CHANNELS, { required: true }),
    },
    answer: rowAnswer({ id: int('ID', { required: true }), count: int('单位数', { required: true }) }),
  }),
  recalc: post(`${MONTH}/recalc/:id`, { title: '重新计算', input: { id: idField() } }),
  submitAll: post(`${MONTH}/submitAll/:id`, {
    title: '提交全部',
    input: { id: idField() },
    answer: rowAnswer({ count: int('提交数', { required: true }) }),
  }),
}
