import type { RoomRoute } from '#kit/web/room.ts'

/** Levels, evaluation, benefits and purchase summaries. Catalog §6.5, §6.6. */
const screens: readonly RoomRoute[] = [
  {
    path: '/company/addOrgLevel/:id?',
    title: '组织等级资料',
    activeMenu: '/company/storeLevel',
    lazy: () => import('./OrgLevelForm.tsx'),
  },
  { path: '/company/buySummary', title: '采购汇总', lazy: () => import('./buySummary/BuySummaryList.tsx') },
  {
    path: '/company/buySummary/info/:id',
    title: '采购汇总详情',
    activeMenu: '/company/buySummary',
    lazy: () => import('./buySummary/BuySummaryInfo.tsx'),
  },
  {
    path: '/company/buySummary/print',
    title: '打印对账单',
    permission: 'admin:system:org:buySummary:print',
    activeMenu: '/company/buySummary',
    lazy: () => import('./buySummary/BuySummaryPrint.tsx'),
  },
  { path: '/company/equity', title: '权益发放计划', lazy: () => import('./equity/EquityList.tsx') },
  {
    path: '/company/equity/add',
    title: '新增权益发放计划',
    activeMenu: '/company/equity',
    lazy: () => import('./equity/EquityForm.tsx'),
  },
  {
    path: '/company/equity/add/:id',
    title: '编辑权益发放计划',
    activeMenu: '/company/equity',
    lazy: () => import('./equity/EquityForm.tsx'),
  },
  {
    path: '/company/equity/add/:id/examine',
    title: '权益发放计划审核',
    activeMenu: '/company/equity',
    lazy: () => import('./equity/EquityPage.tsx'),
  },
  {
    path: '/company/equity/add/:id/see',
    title: '权益发放计划详情',
    activeMenu: '/company/equity',
    lazy: () => import('./equity/EquityPage.tsx'),
  },
  {
    path: '/company/equity/print',
    title: '打印权益发放单',
    permission: 'admin:system:org:equity:print',
    activeMenu: '/company/equity',
    lazy: () => import('./equity/EquityPrint.tsx'),
  },
  {
    path: '/company/evaluationRuleCriteria',
    title: '评定规则标准',
    lazy: () => import('./evaluation/RuleConfig.tsx'),
  },
  {
    path: '/company/merchantStarRating:id/:reviewedStatus',
    title: '商户星级评定',
    activeMenu: '/company/orgLevelEvaluate',
    lazy: () => import('./evaluation/StarRating.tsx'),
  },
  { path: '/company/month', title: '月度测评', lazy: () => import('./evaluation/MonthList.tsx') },
  {
    path: '/company/monthInfo/:id?',
    title: '月度测评详情',
    activeMenu: '/company/month',
    lazy: () => import('./evaluation/MonthInfo.tsx'),
  },
  {
    path: '/company/orgLevelEvaluate',
    title: '组织等级评定',
    lazy: () => import('./evaluation/EvaluationList.tsx'),
  },
  { path: '/company/storeLevel', title: '门店等级', lazy: () => import('./OrgLevelList.tsx') },
]

export default screens
