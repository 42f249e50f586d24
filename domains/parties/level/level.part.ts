import { button, type FactsPart, hiddenPage, type MenuNode, menuPage } from '#kit/shared/room.ts'
import { buySummaryCalls } from './buySummary/buySummary.calls.ts'
import { buySummary } from './buySummary/buySummary.entity.ts'
import { equityCalls } from './equity/equity.calls.ts'
import { equityIssue, equityPlan } from './equity/equity.entity.ts'
import { evaluateCalls, monthCalls, ruleCalls } from './evaluation/evaluation.calls.ts'
import { evaluationMonth, evaluationRule, orgEvaluation } from './evaluation/evaluation.entity.ts'
import { orgLevelCalls } from './orgLevel.calls.ts'
import { orgLevel, orgLevelLog } from './orgLevel.entity.ts'

/** Levels, evaluation, benefits and purchase summaries. Catalog §6.5, §6.6. */
export const levelFacts: FactsPart = {
  entities: [
    orgLevel,
    orgLevelLog,
    evaluationRule,
    evaluationMonth,
    orgEvaluation,
    buySummary,
    equityPlan,
    equityIssue,
  ],
  calls: [orgLevelCalls, ruleCalls, monthCalls, evaluateCalls, buySummaryCalls, equityCalls].flatMap(
    (calls) => Object.values(calls),
  ),
  prefixes: ['PJ', 'QY'],
}

export const levelMenus: readonly MenuNode[] = [
  menuPage('company.storeLevel', '门店等级', '/company/storeLevel', {
    sort: 40,
    calls: orgLevelCalls,
    reads: [orgLevelCalls.log],
    buttons: [button('调整单位等级', orgLevelCalls.set)],
  }),
  hiddenPage('company.storeLevel.add', '新增组织等级', '/company/addOrgLevel', '/company/storeLevel'),
  hiddenPage('company.storeLevel.edit', '编辑组织等级', '/company/addOrgLevel/:id?', '/company/storeLevel'),
  menuPage('company.evaluationRule', '评定规则标准', '/company/evaluationRuleCriteria', {
    sort: 39,
    calls: ruleCalls,
    labels: { save: '新增版本' },
  }),
  menuPage('company.month', '月度测评', '/company/month', {
    sort: 38,
    calls: monthCalls,
    buttons: [
      button('生成', monthCalls.generate),
      button('重新计算', monthCalls.recalc),
      button('提交全部', monthCalls.submitAll),
    ],
  }),
  hiddenPage('company.month.info', '月度测评详情', '/company/monthInfo/:id?', '/company/month'),
  menuPage('company.orgLevelEvaluate', '组织等级评定', '/company/orgLevelEvaluate', {
    sort: 37,
    calls: evaluateCalls,
    buttons: [button('调整', evaluateCalls.adjust)],
  }),
  hiddenPage(
    'company.merchantStarRating',
    '商户星级评定',
    '/company/merchantStarRating:id/:reviewedStatus',
    '/company/orgLevelEvaluate',
  ),
  menuPage('company.buySummary', '采购汇总', '/company/buySummary', {
    sort: 36,
    calls: buySummaryCalls,
    labels: { print: '打印对账单' },
    buttons: [
      button('重算', buySummaryCalls.recalc),
      button('推送对账', buySummaryCalls.push),
      button('确认', buySummaryCalls.confirm),
      button('异议', buySummaryCalls.dispute),
    ],
  }),
  hiddenPage(
    'company.buySummary.info',
    '采购汇总详情',
    '/company/buySummary/info/:id',
    '/company/buySummary',
  ),
  menuPage('company.equity', '权益发放计划', '/company/equity', {
    sort: 35,
    calls: equityCalls,
    reads: [equityCalls.issues, equityCalls.preview],
    buttons: [
      button('立即发放', equityCalls.run),
      button('暂停', equityCalls.pause),
      button('继续', equityCalls.resume),
      button('终止', equityCalls.stop),
      button('重发', equityCalls.resend),
    ],
  }),
  hiddenPage('company.equity.add', '新增权益发放计划', '/company/equity/add', '/company/equity'),
  hiddenPage('company.equity.edit', '编辑权益发放计划', '/company/equity/add/:id', '/company/equity'),
  hiddenPage('company.equity.see', '权益发放计划详情', '/company/equity/add/:id/see', '/company/equity'),
  hiddenPage(
    'company.equity.examine',
    '权益发放计划审核',
    '/company/equity/add/:id/examine',
    '/company/equity',
  ),
]
