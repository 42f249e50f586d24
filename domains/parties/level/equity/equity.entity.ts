import {
  choice,
  date,
  datetime,
  dict,
  fixed,
  int,
  lines,
  money,
  ref,
  text,
  texts,
} from '#kit/fields/shared.ts'
import { documentFields } from '#kit/shared/document.ts'
import { entity } from '#kit/shared/entity.ts'
import { BASES, EXEC_STATES, ISSUE_MODES, TARGET_TYPES } from './equity.rules.ts'

export const equityLineShape = {
  equityType: dict('权益类型', 'sales_equity', { required: true }),
  objectId: int('权益对象', { refers: ['coupon', 'sku'], width: 200 }),
  basis: choice('计算方式', BASES, { required: true, initial: 1 }),
  value: fixed('数量/比例', { min: 0.01, max: 1e8, required: true }),
  maxValue: fixed('单位上限', { min: 0.01, max: 1e8 }),
}

/** What companies are given again and again, by a plan that was approved. Catalog §6.6. */
export const equityPlan = entity(
  'equityPlan',
  '权益发放计划',
  {
    planNo: text('单号', { max: 20, readOnly: true, search: true, width: 170 }),
    planName: text('计划名称', { max: 50, required: true, search: true }),
    issueMode: choice('发放方式', ISSUE_MODES, { required: true, initial: 2 }),
    startDate: date('开始日期', { required: true }),
    endDate: date('结束日期', { required: true }),
    issueDay: int('发放日', { required: true, min: 1, max: 28, list: false, help: '1–28 日' }),
    issueTime: text('发放时间', {
      max: 5,
      initial: '09:00',
      pattern: /^([01]\d|2[0-3]):[0-5]\d$/,
      list: false,
    }),
    targetType: choice('对象', TARGET_TYPES, { required: true }),
    targetIds: texts('对象范围', {
      refersBy: { field: 'targetType', entities: { 1: 'orgLevel', 3: 'company' } },
      each: 20,
      max: 1000,
      required: true,
      list: false,
      port: false,
    }),
    budget: money('预算金额', { help: '返利与余额合计不超过预算，留空不限', list: false }),
    lines: lines('权益', equityLineShape, { min: 1, max: 20 }),
    issuedPeriods: int('已发批次', { initial: 0, readOnly: true }),
    issuedCompanies: int('已发单位', { initial: 0, readOnly: true }),
    issuedAmount: money('已发金额', { initial: 0, readOnly: true }),
    execStatus: choice('执行状态', EXEC_STATES, { initial: 0, readOnly: true, filter: true }),
    lastPeriod: text('最近期间', { max: 10, readOnly: true, list: false, port: false }),
    stopReason: text('终止原因', { max: 200, readOnly: true, list: false }),
    ...documentFields,
  },
  { title: 'planNo', grams: true },
)

export const SEND_STATES = [
  { value: 0, label: '待发送', means: 'waits' },
  { value: 1, label: '已发送', means: 'done' },
] as const

/** What one company gets by one line of a plan for one period, once. Catalog §6.6, §8.3. */
export const equityIssue = entity(
  'equityIssue',
  '发放明细',
  {
    planId: ref('计划', 'equityPlan', { required: true, filter: true, list: false }),
    lineNo: int('行号', { required: true, list: false }),
    period: text('期间', { max: 10, filter: true, width: 100 }),
    /** month whose net amount counts, and how many end with it */
    baseMonth: text('净额月份', { max: 7, list: false, port: false }),
    baseMonths: int('净额月数', { initial: 1, list: false, port: false }),
    companyId: ref('单位', 'company', { required: true, filter: true }),
    equityType: dict('权益', 'sales_equity', { filter: true }),
    objectId: int('权益对象', { list: false, port: false }),
    amount: fixed('数量', { initial: 0, max: 1e11 }),
    status: choice('状态', SEND_STATES, { initial: 0, filter: true }),
    failReason: text('失败原因', { max: 200 }),
    attempts: int('尝试次数', { initial: 0, list: false }),
    sendTime: datetime('发送时间'),
  },
  { title: 'period', scope: { company: 'companyId', owner: 'createBy' } },
)
