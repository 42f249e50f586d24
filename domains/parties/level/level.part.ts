import { documentFacts } from '#kit/shared/declareDocument.ts'
import { button, joinFacts } from '#kit/shared/room.ts'
import { buySummaryCalls } from './buySummary/buySummary.calls.ts'
import { equityCalls, equityDocument } from './equity/equity.document.ts'
import { monthCalls, ruleCalls } from './evaluation/evaluation.calls.ts'
import { evaluateCalls, evaluationDocument } from './evaluation/evaluation.document.ts'
import { orgLevelCalls } from './orgLevel.calls.ts'

const documents = joinFacts(
  documentFacts(evaluationDocument, { buttons: [button('调整', evaluateCalls.adjust)] }),
  documentFacts(equityDocument, {
    reads: [equityCalls.issues, equityCalls.preview],
    buttons: [
      button('立即发放', equityCalls.run),
      button('暂停', equityCalls.pause),
      button('继续', equityCalls.resume),
      button('终止', equityCalls.stop),
      button('重发', equityCalls.resend),
    ],
  }),
)

/** Levels, evaluation, benefits and purchase summaries. Catalog §6.5, §6.6. */
export const levelFacts = joinFacts(documents, {
  calls: [orgLevelCalls, ruleCalls, monthCalls, buySummaryCalls].flatMap((calls) => Object.values(calls)),
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
  },
})
