import { button, type FactsPart } from '#kit/shared/room.ts'
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
  rights: {
    'company.storeLevel': {
      calls: orgLevelCalls,
      reads: [orgLevelCalls.log],
      buttons: [button('调整单位等级', orgLevelCalls.set)],
    },
    'company.evaluationRule': { calls: ruleCalls, labels: { save: '新增版本' } },
    'company.month': {
      calls: monthCalls,
      buttons: [
        button('生成', monthCalls.generate),
        button('重新计算', monthCalls.recalc),
        button('提交全部', monthCalls.submitAll),
      ],
    },
    'company.orgLevelEvaluate': { calls: evaluateCalls, buttons: [button('调整', evaluateCalls.adjust)] },
    'company.buySummary': {
      calls: buySummaryCalls,
      labels: { print: '打印对账单' },
      buttons: [
        button('重算', buySummaryCalls.recalc),
        button('推送对账', buySummaryCalls.push),
        button('确认', buySummaryCalls.confirm),
        button('异议', buySummaryCalls.dispute),
      ],
    },
    'company.equity': {
      calls: equityCalls,
      reads: [equityCalls.issues, equityCalls.preview],
      buttons: [
        button('立即发放', equityCalls.run),
        button('暂停', equityCalls.pause),
        button('继续', equityCalls.resume),
        button('终止', equityCalls.stop),
        button('重发', equityCalls.resend),
      ],
    },
  },
}
