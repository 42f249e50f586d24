import { datetime, dict, fixed, int, lines, money, ref, text } from '#kit/fields/shared.ts'
import { get, idField, idsField, listAnswer, listInput, post, rowAnswer, rowsOf } from '#kit/shared/call.ts'
import { documentCalls } from '#kit/shared/documentCalls.ts'
import { equityIssue, equityPlan } from './equity.entity.ts'

const PREFIX = '/admin/system/org/equity'

const usual = documentCalls(PREFIX, equityPlan, {
  list: { targetNames: text('对象范围', { max: 2000 }), objectNames: text('权益内容', { max: 2000 }) },
  filters: { equityType: text('权益类型', { max: 50 }) },
  without: ['status'],
})

/** Catalog §8.6. */
export const equityCalls = {
  ...usual,
  preview: get(`${PREFIX}/preview/:id`, {
    title: '预览发放名单',
    input: { id: idField() },
    answer: rowAnswer({
      period: text('期间', { max: 10 }),
      issueTime: datetime('发放时间'),
      companyCount: int('单位数', { required: true }),
      total: money('金额合计'),
      rows: lines('名单', {
        companyId: ref('单位', 'company', { required: true }),
        equityType: dict('权益', 'sales_equity'),
        amount: fixed('数量', { required: true }),
        net: money('净额', { min: -1e13 }),
      }),
    }),
  }),
  issues: get(`${PREFIX}/issue/list`, {
    title: '发放明细',
    input: listInput(equityIssue),
    answer: listAnswer(rowsOf(equityIssue)),
  }),
  run: post(`${PREFIX}/run/:id`, {
    title: '立即发放',
    input: { id: idField() },
    answer: rowAnswer({ period: text('期间', { max: 10 }) }),
  }),
  pause: post(`${PREFIX}/pause/:id`, { title: '暂停发放', input: { id: idField() } }),
  resume: post(`${PREFIX}/resume/:id`, { title: '继续发放', input: { id: idField() } }),
  stop: post(`${PREFIX}/stop/:id`, {
    title: '终止发放',
    input: { id: idField(), reason: text('终止原因', { max: 200, required: true }) },
  }),
  resend: post(`${PREFIX}/resend`, {
    title: '重发权益',
    input: { ids: idsField('发放明细', 500) },
    answer: rowAnswer({ sent: int('已发送', { required: true }), failed: int('失败', { required: true }) }),
  }),
}
