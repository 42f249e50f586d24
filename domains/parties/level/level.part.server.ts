import { declareRecord } from '#kit/server/records.ts'
import { declareEntityRef, declareUse } from '#kit/server/refs.ts'
import { joinServer } from '#kit/server/room.ts'
import { declareCompanyColumn } from '../company/companyColumns.server.ts'
import { buySummaryCalls } from './buySummary/buySummary.calls.ts'
import { buySummary } from './buySummary/buySummary.entity.ts'
import {
  buySummaryJob,
  buySummaryServed,
  buySummaryTasks,
  summaryScene,
} from './buySummary/buySummary.server.ts'
import { equityPart } from './equity/equity.server.ts'
import { equityIssueJob } from './equity/issue.server.ts'
import { monthCalls } from './evaluation/evaluation.calls.ts'
import { evaluationMonth } from './evaluation/evaluation.entity.ts'
import { evaluationPart } from './evaluation/evaluation.server.ts'
import { verdictScene } from './evaluation/verdict.server.ts'
import { orgLevelCalls } from './orgLevel.calls.ts'
import { orgLevel } from './orgLevel.entity.ts'
import { companiesOf, orgLevelHandlers, orgLevelServed } from './orgLevel.server.ts'

/** Levels, evaluation, benefits and purchase summaries. Catalog §6.5, §6.6. */
export const levelServer = joinServer(orgLevelHandlers, evaluationPart, equityPart, {
  served: [...orgLevelServed, ...buySummaryServed],
  tasks: buySummaryTasks,
  jobs: [buySummaryJob, equityIssueJob],
  registers: [
    declareEntityRef(orgLevel.name, 'levelName', { column: 'status', value: 1 }),
    declareUse(orgLevel.name, companiesOf),
    declareCompanyColumn({ table: 'orgEvaluation', column: 'companyId', twins: ['channelId', 'month'] }),
    declareCompanyColumn({
      table: 'equityIssue',
      column: 'companyId',
      twins: ['planId', 'lineNo', 'period'],
    }),
    declareCompanyColumn({ table: 'equityPlan', column: 'targetIds', many: 'text', only: ['targetType', 3] }),
    declareRecord({ of: orgLevel, read: orgLevelCalls.info, page: '/company/storeLevelInfo/{id}' }),
    ...[
      { of: buySummary, read: buySummaryCalls.info, page: '/company/buySummary/info/{id}' },
      { of: evaluationMonth, read: monthCalls.info, page: '/company/monthInfo/{id}' },
    ].map((one) => declareRecord({ ...one, unsearched: true })),
    summaryScene,
    verdictScene,
  ],
})
