import { CHANNELS } from '#domains/settings/settings.shared.ts'
import {
  choice,
  datetime,
  decimal,
  fixed,
  int,
  lines,
  money,
  month,
  percent,
  ref,
  text,
} from '#kit/fields/shared.ts'
import { documentFields } from '#kit/shared/document.ts'
import { entity } from '#kit/shared/entity.ts'
import { STARS } from '../../company/company.entity.ts'
import { DIMENSIONS } from './evaluation.rules.ts'

const anyAmount = { min: -1e9, max: 1e9 } as const

/** A stretch of a figure and the score it earns: from is part of it, to is not; blank: without end. */
export const bandShape = {
  from: fixed('从', anyAmount),
  to: fixed('到', anyAmount),
  score: fixed('得分', { max: 100, required: true }),
}

export const ruleLineShape = {
  ruleName: text('指标名称', { max: 20, required: true }),
  dimension: choice('指标', DIMENSIONS, { required: true }),
  weight: decimal('权重(%)', { decimals: 2, min: 0.01, max: 99.99, required: true }),
  bands: lines('分段', bandShape, { max: 20, list: true, width: 220 }),
  remark: text('说明', { max: 100 }),
}

/** How companies of a channel are judged from a month on; months that were computed keep their version. Catalog §6.5. */
export const evaluationRule = entity(
  'evaluationRule',
  '评定规则',
  {
    channelId: choice('渠道', CHANNELS, { required: true, filter: true }),
    effectiveMonth: month('生效月份', { required: true, sortable: true, filter: true }),
    lines: lines('指标', ruleLineShape, { min: 1, max: 20 }),
    star5: percent('5星', { initial: 90 }),
    star4: percent('4星', { initial: 80 }),
    star3: percent('3星', { initial: 70 }),
    star2: percent('2星', { initial: 60 }),
    remark: text('备注', { max: 200, long: true }),
  },
  {
    title: 'effectiveMonth',
    order: [
      ['channelId', 'asc'],
      ['effectiveMonth', 'desc'],
    ],
  },
)

export const MONTH_STATES = [
  { value: 0, label: '未生成', means: 'off' },
  { value: 1, label: '已计算', means: 'runs' },
  { value: 2, label: '评定中', means: 'waits' },
  { value: 3, label: '已完成', means: 'done' },
] as const

/** What a run has come to, from its rows. */
export const monthFigures = {
  companyCount: int('单位数'),
  submittedCount: int('已提交'),
  passedCount: int('已通过'),
  avgScore: fixed('平均分', {}),
  status: choice('状态', MONTH_STATES),
}

/** One run over the companies of a channel; its rows are evaluations. Catalog §6.5. */
export const evaluationMonth = entity(
  'evaluationMonth',
  '月度测评',
  {
    month: month('月份', { required: true, sortable: true, filter: true }),
    channelId: choice('渠道', CHANNELS, { required: true, filter: true }),
    generateTime: datetime('生成时间', { readOnly: true }),
    ruleId: int('规则版本', { readOnly: true, list: false, port: false }),
  },
  {
    title: 'month',
    order: [
      ['month', 'desc'],
      ['channelId', 'asc'],
    ],
  },
)

/** What a company reached in one dimension; without a figure the dimension does not count. */
export const scoreLineShape = {
  ruleName: text('指标名称', { max: 20 }),
  dimension: choice('指标', DIMENSIONS, { required: true }),
  weight: decimal('权重(%)', { decimals: 2, required: true }),
  figure: fixed('数值', anyAmount),
  score: fixed('得分', {}),
}

/** The verdict on one company for one month and channel, decided as a document. Catalog §6.5. */
export const orgEvaluation = entity(
  'orgEvaluation',
  '等级评定',
  {
    evaluationNo: text('单号', { max: 20, readOnly: true, search: true, width: 170 }),
    monthId: int('测评', { readOnly: true, list: false, port: false }),
    month: month('月份', { required: true, filter: true }),
    channelId: choice('渠道', CHANNELS, { required: true, filter: true }),
    companyId: ref('单位', 'company', { required: true, filter: true }),
    scores: lines('得分明细', scoreLineShape, { readOnly: true }),
    manualScore: fixed('人工评分', { max: 100, list: false }),
    adjust: fixed('调整', { min: -10, max: 10, initial: 0, list: false }),
    adjustReason: text('调整原因', { max: 100, list: false }),
    amount: money('月采购额', { initial: 0, min: -1e13, readOnly: true, list: false }),
    score: fixed('得分', { initial: 0, readOnly: true, sortable: true }),
    star: choice('星级', STARS, { initial: 1, readOnly: true, filter: true }),
    beforeLevelId: ref('原等级', 'orgLevel', { readOnly: true }),
    suggestLevelId: ref('建议等级', 'orgLevel', { readOnly: true }),
    ...documentFields,
  },
  {
    title: 'evaluationNo',
    scope: { company: 'companyId', owner: 'createBy' },
    grams: true,
    order: [
      ['month', 'desc'],
      ['id', 'desc'],
    ],
  },
)
