import { screensOf } from '#kit/shared/documentPages.ts'
import { page, unlisted } from '#kit/shared/pages.ts'

const evaluation = screensOf(() => import('./evaluation/evaluation.screens.tsx'))
const equity = screensOf(() => import('./equity/equity.screens.tsx'))

/** Levels, evaluation, benefits and purchase summaries. Catalog §6.5, §6.6. */
export const levelPages = [
  page('company.storeLevel', '门店等级', '/company/storeLevel', () => import('./OrgLevelList.tsx'), {
    sort: 40,
    behind: [
      page('company.storeLevel.add', '新增组织等级', '/company/addOrgLevel', () => import('./OrgLevelForm.tsx'), {
        adds: 'admin:system:org:level:save',
      }),
      unlisted('admin:system:org:level:info', '组织等级详情', '/company/storeLevelInfo/:id', () => import('./OrgLevelInfo.tsx')),
      page('company.storeLevel.edit', '编辑组织等级', '/company/addOrgLevel/:id?', () => import('./OrgLevelForm.tsx')),
    ],
  }),
  page('company.evaluationRule', '评定规则标准', '/company/evaluationRuleCriteria', () => import('./evaluation/RuleConfig.tsx'), { sort: 39 }),
  page('company.month', '月度测评', '/company/month', () => import('./evaluation/MonthList.tsx'), {
    sort: 38,
    behind: [page('company.month.info', '月度测评详情', '/company/monthInfo/:id?', () => import('./evaluation/MonthInfo.tsx'))],
  }),
  page('company.orgLevelEvaluate', '组织等级评定', '/company/orgLevelEvaluate', evaluation.List, {
    sort: 37,
    behind: [page('company.merchantStarRating', '商户星级评定', '/company/merchantStarRating:id/:reviewedStatus', evaluation.Page)],
  }),
  page('company.buySummary', '采购汇总', '/company/buySummary', () => import('./buySummary/BuySummaryList.tsx'), {
    sort: 36,
    behind: [
      page('company.buySummary.info', '采购汇总详情', '/company/buySummary/info/:id', () => import('./buySummary/BuySummaryInfo.tsx')),
      unlisted('admin:system:org:buySummary:print', '打印对账单', '/company/buySummary/print', () => import('./buySummary/BuySummaryPrint.tsx')),
    ],
  }),
  page('company.equity', '权益发放计划', '/company/equity', equity.List, {
    sort: 35,
    behind: [
      page('company.equity.add', '新增权益发放计划', '/company/equity/add', equity.Form, { adds: 'admin:system:org:equity:save' }),
      page('company.equity.edit', '编辑权益发放计划', '/company/equity/add/:id', equity.Form),
      page('company.equity.see', '权益发放计划详情', '/company/equity/add/:id/see', equity.Page),
      page('company.equity.examine', '权益发放计划审核', '/company/equity/add/:id/examine', equity.Page),
      unlisted('admin:system:org:equity:print', '打印权益发放单', '/company/equity/print', equity.Print),
    ],
  }),
]
