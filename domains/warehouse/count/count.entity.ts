import {
  choice,
  date,
  datetime,
  decimal,
  flag,
  int,
  money,
  quantity,
  ref,
  refs,
  text,
} from '#kit/fields/shared.ts'
import { documentFields } from '#kit/shared/document.ts'
import { entity } from '#kit/shared/entity.ts'
import { COUNT_MODES } from '../place/config.entity.ts'
import { lotNoField } from '../stock/lotNo.ts'
import { STOCK_COST } from '../stock/stock.entity.ts'

/** Sees what the book says before the last round ends. Warehouse §5.9, §14. */
export const COUNT_BOOK = 'admin:wts:inventoryManage:book'

export const KIND = { daily: 1, monthly: 2, seasonal: 3, yearly: 4 } as const
export const COUNT_KINDS = [
  { value: KIND.daily, label: '日盘' },
  { value: KIND.monthly, label: '月盘' },
  { value: KIND.seasonal, label: '季盘' },
  { value: KIND.yearly, label: '年盘' },
] as const

export const SCOPE = { all: 1, sections: 2, categories: 3, skus: 4, moved: 5 } as const
export const SCOPE_TYPES = [
  { value: SCOPE.all, label: '全仓' },
  { value: SCOPE.sections, label: '库区' },
  { value: SCOPE.categories, label: '分类' },
  { value: SCOPE.skus, label: '指定商品' },
  { value: SCOPE.moved, label: '异动商品' },
] as const

export const SPLIT = { section: 1, lines: 2 } as const
export const SPLITS = [
  { value: SPLIT.section, label: '按库区' },
  { value: SPLIT.lines, label: '按行数' },
] as const

export const FROZEN = 1
export const DYNAMIC = 2

export const PLAN = {
  draft: 0,
  issued: 1,
  counting: 2,
  differing: 3,
  waiting: 4,
  posted: 5,
  voided: 9,
} as const
export const PLAN_STATES = [
  { value: PLAN.draft, label: '草稿', means: 'off' },
  { value: PLAN.issued, label: '已下发', means: 'waits' },
  { value: PLAN.counting, label: '盘点中', means: 'runs' },
  { value: PLAN.differing, label: '差异处理', means: 'waits' },
  { value: PLAN.waiting, label: '待审核', means: 'waits' },
  { value: PLAN.posted, label: '已过账', means: 'done' },
  { value: PLAN.voided, label: '已作废', means: 'off' },
] as const

export const SHEET = { new: 0, first: 1, second: 2, third: 3, differing: 4, posted: 5, voided: 9 } as const
export const SHEET_STATES = [
  { value: SHEET.new, label: '未开始', means: 'off' },
  { value: SHEET.first, label: '初盘中', means: 'runs' },
  { value: SHEET.second, label: '复盘中', means: 'runs' },
  { value: SHEET.third, label: '终盘', means: 'runs' },
  { value: SHEET.differing, label: '差异确认', means: 'waits' },
  { value: SHEET.posted, label: '已过账', means: 'done' },
  { value: SHEET.voided, label: '已作废', means: 'off' },
] as const

export const COUNT_REASONS = [
  { value: 1, label: '漏记' },
  { value: 2, label: '错发' },
  { value: 3, label: '破损' },
  { value: 4, label: '盗损' },
  { value: 5, label: '单位错误' },
  { value: 6, label: '其他' },
] as const

const counted = (label: string) => int(label, { readOnly: true, initial: 0, width: 70 })
const worth = (label: string) =>
  money(label, { readOnly: true, initial: 0, permission: STOCK_COST, width: 110, min: -99_999_999_999 })
const how = {
  countMode: choice('盘点方式', COUNT_MODES, { initial: FROZEN, list: false }),
  blind: flag('盲盘', { initial: 1, list: false }),
  tolerancePct: decimal('容差(%)', { decimals: 2, max: 100, initial: 0, list: false }),
  toleranceAmount: money('容差金额', { initial: 0, list: false }),
}

/** What is to be counted, by whom, until when. Warehouse §5.9. */
export const stockCountPlan = entity(
  'stockCountPlan',
  '盘点计划',
  {
    planSn: text('计划号', { max: 24, readOnly: true, unique: true, search: true, width: 170 }),
    countType: choice('盘点类型', COUNT_KINDS, {
      required: true,
      initial: KIND.daily,
      filter: true,
      width: 80,
    }),
    warehouseId: ref('仓库', 'warehouse', { required: true, filter: true, width: 120 }),
    period: text('期间', { max: 10, readOnly: true, width: 100 }),
    planDate: date('盘点日期', { required: true, list: false }),
    scopeType: choice('范围', SCOPE_TYPES, { required: true, initial: SCOPE.all, list: false }),
    sectionIds: refs('库区', 'section', { list: false }),
    cateIds: refs('分类', 'category', { list: false }),
    skuIds: refs('商品', 'sku', { list: false }),
    ...how,
    splitBy: choice('分表方式', SPLITS, { initial: SPLIT.section, list: false }),
    splitLines: int('每表行数', { initial: 100, min: 1, max: 20_000, list: false }),
    counterIds: refs('盘点人', 'admin', { required: true, list: false }),
    deadline: datetime('截止时间', { list: false }),
    remark: text('备注', { max: 200, long: true, list: false }),
    status: choice('状态', PLAN_STATES, { readOnly: true, initial: PLAN.draft, filter: true, width: 90 }),
    sheetCount: counted('表数'),
    doneCount: counted('已完成'),
    lineCount: counted('行数'),
    countedCount: quantity('已盘', { readOnly: true, initial: 0, list: false }),
    diffCount: counted('差异行'),
    gainAmount: worth('盘盈金额'),
    lossAmount: worth('盘亏金额'),
  },
  { title: 'planSn', scope: { warehouse: 'warehouseId', owner: 'createBy' }, grams: true },
)

/** A sheet of lines that somebody counts. Warehouse §5.9. */
export const stockCount = entity(
  'stockCount',
  '盘点表',
  {
    countSn: text('盘点表号', { max: 24, readOnly: true, unique: true, search: true, width: 170 }),
    planId: ref('盘点计划', 'stockCountPlan', { readOnly: true, filter: true, list: false }),
    countType: choice('盘点类型', COUNT_KINDS, {
      readOnly: true,
      initial: KIND.daily,
      filter: true,
      list: false,
    }),
    period: text('期间', { max: 10, readOnly: true, width: 100 }),
    warehouseId: ref('仓库', 'warehouse', { readOnly: true, required: true, filter: true, width: 120 }),
    sectionId: ref('库区', 'section', { readOnly: true, list: false }),
    countMode: choice('盘点方式', COUNT_MODES, { readOnly: true, initial: FROZEN, list: false }),
    blind: flag('盲盘', { readOnly: true, initial: 1, list: false }),
    tolerancePct: decimal('容差(%)', { decimals: 2, readOnly: true, initial: 0, list: false }),
    toleranceAmount: money('容差金额', { readOnly: true, initial: 0, list: false }),
    bookTime: datetime('账面时点', { readOnly: true, list: false }),
    firstBy: ref('初盘人', 'admin', { width: 90 }),
    secondBy: ref('复盘人', 'admin', { list: false }),
    supervisorId: ref('监盘人', 'admin', { list: false }),
    lineCount: counted('行数'),
    countedCount: counted('已盘'),
    diffCount: counted('差异行'),
    gainQty: quantity('盘盈数量', { readOnly: true, initial: 0, list: false }),
    lossQty: quantity('盘亏数量', { readOnly: true, initial: 0, list: false }),
    gainAmount: worth('盘盈金额'),
    lossAmount: worth('盘亏金额'),
    accuracy: decimal('账实相符率(%)', { decimals: 2, readOnly: true, width: 110 }),
    status: choice('状态', SHEET_STATES, { readOnly: true, initial: SHEET.new, filter: true, width: 90 }),
    ...documentFields,
  },
  { title: 'countSn', scope: { warehouse: 'warehouseId', owner: 'createBy' }, grams: true },
)

/** What stands at a place by the book and by those who counted. Warehouse §5.9. */
export const stockCountLine = entity(
  'stockCountLine',
  '盘点明细',
  {
    countId: int('盘点表', { readOnly: true, required: true, list: false }),
    seq: int('序', { readOnly: true, required: true, width: 60 }),
    sectionId: ref('库区', 'section', { readOnly: true, required: true, width: 120 }),
    skuId: ref('商品', 'sku', { readOnly: true, required: true, list: false }),
    lotId: int('批次', { readOnly: true, required: true, list: false }),
    lotNo: lotNoField({ readOnly: true, width: 110 }),
    expiryDate: date('到期日期', { readOnly: true, width: 110 }),
    bookQty: quantity('账面', { readOnly: true, width: 90 }),
    firstQty: quantity('初盘', { readOnly: true, width: 80 }),
    secondQty: quantity('复盘', { readOnly: true, width: 80 }),
    thirdQty: quantity('终盘', { readOnly: true, width: 80 }),
    finalQty: quantity('实盘', { readOnly: true, width: 80 }),
    diffQty: quantity('差异', { readOnly: true, min: -1e12, width: 80 }),
    avgCost: decimal('成本', { decimals: 4, readOnly: true, permission: STOCK_COST, list: false }),
    diffAmount: money('差异金额', {
      readOnly: true,
      permission: STOCK_COST,
      min: -99_999_999_999,
      width: 100,
    }),
    reason: choice('差异原因', COUNT_REASONS, { readOnly: true, width: 90 }),
    note: text('说明', { max: 100, readOnly: true, width: 140 }),
  },
  { title: 'lotNo', part: true },
)

/** What one person counted once; a scan counts once. Warehouse §5.9, §7. */
export const stockCountEntry = entity(
  'stockCountEntry',
  '盘点记录',
  {
    countId: int('盘点表', { readOnly: true, required: true }),
    lineId: int('明细', { readOnly: true, required: true }),
    round: int('轮次', { readOnly: true, required: true }),
    adminId: ref('盘点人', 'admin', { readOnly: true, required: true }),
    qty: quantity('数量', { readOnly: true, required: true, min: -1e12 }),
    scanId: text('扫码号', { max: 40, readOnly: true }),
  },
  { title: 'scanId', part: true },
)
