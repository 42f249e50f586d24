import { declareBinding } from '#domains/workflow/workflow.door.ts'
import { declareEntityRef, declareUse } from '#kit/server/refs.ts'
import type { ServerPart } from '#kit/server/room.ts'
import { declareCompanyColumn } from '../company/companyColumns.server.ts'
import { buySummaryJob, buySummaryServed, buySummaryTasks } from './buySummary/buySummary.server.ts'
import { equityPlan } from './equity/equity.entity.ts'
import { equityBinding, equityExport, equityServed } from './equity/equity.server.ts'
import { equityIssueJob } from './equity/issue.server.ts'
import { evaluationRule, orgEvaluation } from './evaluation/evaluation.entity.ts'
import {
  evaluateServed,
  evaluationJob,
  evaluationTasks,
  monthServed,
  ruleServed,
} from './evaluation/evaluation.server.ts'
import { evaluationBinding } from './evaluation/verdict.server.ts'
import { orgLevel } from './orgLevel.entity.ts'
import { companiesOf, orgLevelHandlers, orgLevelServed } from './orgLevel.server.ts'

/** Levels, evaluation, benefits and purchase summaries. Catalog §6.5, §6.6. */
export const levelServer: ServerPart = {
  served: [
    ...orgLevelServed,
    ...ruleServed,
    ...monthServed,
    ...evaluateServed,
    ...buySummaryServed,
    ...equityServed,
  ],
  tasks: [orgLevelHandlers.exporting, ...evaluationTasks, ...buySummaryTasks, equityExport],
  jobs: [evaluationJob, buySummaryJob, equityIssueJob],
  register() {
    declareEntityRef(orgLevel.name, 'levelName', { column: 'status', value: 1 })
    declareEntityRef(evaluationRule.name, 'effectiveMonth')
    declareUse(orgLevel.name, companiesOf)
    declareEntityRef(equityPlan.name, 'planName')
    declareCompanyColumn(
      { table: 'orgEvaluation', column: 'companyId', twins: ['channelId', 'month'] },
      { table: 'equityIssue', column: 'companyId', twins: ['planId', 'lineNo', 'period'] },
      { table: 'equityPlan', column: 'targetIds', many: 'text', only: ['targetType', 3] },
    )
    declareBinding(orgEvaluation.name, evaluationBinding)
    declareBinding(equityPlan.name, equityBinding)
  },
}
