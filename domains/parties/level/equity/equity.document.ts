import { datetime, dict, fixed, int, lines, money, ref, text } from '#kit/fields/shared.ts'
import { get, idField, idsField, listAnswer, listInput, post, rowAnswer, rowsOf } from '#kit/shared/call.ts'
import { declareDocument } from '#kit/shared/declareDocument.ts'
import { stateTable } from '#kit/shared/states.ts'
import { equityIssue, equityPlan } from './equity.entity.ts'
import { EXEC_STATES } from './equity.rules.ts'

const FORM = '/company/equity/add'

/** 权益发放计划. Catalog §6.6, §8.6. */
export const equityDocument = declareDocument(equityPlan, {
  path: '/admin/system/org/equity',
  at: {
    list: '/company/equity',
    create: FORM,
    edit: `${FORM}/{id}`,
    see: `${FORM}/{id}/see`,
    examine: `${FORM}/{id}/examine`,
    print: '/company/equity/print',
  },
  menu: 'company.equity',
  number: ['planNo', 'QY'],
  list: { targetNames: text('对象范围', { max: 2000 }), objectNames: text('权益内容', { max: 2000 }) },
  filters: { equityType: text('权益类型', { max: 50 }) },
  calls: (_usual, path) => ({
    preview: get(`${path}/preview/:id`, {
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
    issues: get(`${path}/issue/list`, {
      title: '发放明细',
      input: listInput(equityIssue),
      answer: listAnswer(rowsOf(equityIssue)),
    }),
    run: post(`${path}/run/:id`, {
      title: '立即发放',
      input: { id: idField() },
      answer: rowAnswer({ period: text('期间', { max: 10 }) }),
    }),
    pause: post(`${path}/pause/:id`, { title: '暂停发放', input: { id: idField() } }),
    resume: post(`${path}/resume/:id`, { title: '继续发放', input: { id: idField() } }),
    stop: post(`${path}/stop/:id`, {
      title: '终止发放',
      input: { id: idField(), reason: text('终止原因', { max: 200, required: true }) },
    }),
    resend: post(`${path}/resend`, {
      title: '重发权益',
      input: { ids: idsField('发放明细', 500) },
      answer: rowAnswer({ sent: int('已发送', { required: true }), failed: int('失败', { required: true }) }),
    }),
  }),
})
export const equityCalls = equityDocument.calls

/** What happens to an approved plan. Catalog §8.1. */
export const execStates = stateTable('execStatus', EXEC_STATES, {
  run: {
    from: [0, 1],
    label: '立即发放',
    permission: equityCalls.run.permission,
    prompt: '将发放最近一期，同一期间不会重复发放，确定发放吗？',
  },
  pause: {
    from: [1],
    to: 2,
    label: '暂停',
    permission: equityCalls.pause.permission,
    prompt: '暂停后到期不再发放，确定暂停吗？',
  },
  resume: {
    from: [2],
    to: 1,
    label: '继续',
    permission: equityCalls.resume.permission,
    prompt: '确定继续发放吗？',
  },
  stop: {
    from: [0, 1, 2],
    to: 4,
    label: '终止',
    permission: equityCalls.stop.permission,
    reason: '终止原因',
    danger: true,
  },
  resend: { from: [1, 3], label: '重发', permission: equityCalls.resend.permission },
})
