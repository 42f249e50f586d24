import { CHANNELS } from '#domains/settings/settings.shared.ts'
import {
  choice,
  choices,
  decimal,
  flag,
  int,
  lines,
  money,
  month,
  ref,
  refs,
  text,
} from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import { HOUR_MINUTE } from './config.rules.ts'

/** Types of documents that may be approved by the system when they are submitted. Warehouse §3. */
export const DOCUMENT_TYPES = [
  { value: 'stockin', label: '入库单' },
  { value: 'stockout', label: '出库单' },
  { value: 'transfer', label: '调拨单' },
  { value: 'shifting', label: '移库单' },
  { value: 'freeze', label: '冻结单' },
  { value: 'unfreeze', label: '解冻单' },
  { value: 'exchangeInBill', label: '换入单' },
] as const

const ALLOC_RULES = [
  { value: 1, label: '先到期先出' },
  { value: 2, label: '先进先出' },
] as const

const PICK_MODES = [
  { value: 1, label: '按单' },
  { value: 2, label: '批量' },
] as const

export const COUNT_MODES = [
  { value: 1, label: '冻结盘点' },
  { value: 2, label: '动态盘点' },
] as const

/** How many days a customer wants goods to last at least; without category and product for all of them. */
export const shelfRuleLine = {
  shoudaId: ref('售达方', 'shouda', { required: true }),
  cateId: ref('商品分类', 'category', { categoryType: 1 }),
  productId: ref('商品', 'product'),
  minDays: int('最小剩余天数', { min: 1, max: 9999, required: true }),
}

/** Who may close months. Warehouse §14. */
export const CLOSE_MONTH = 'admin:wms:wareHouseConfig:close'

const clock = (label: string, initial: string) =>
  text(label, { max: 5, required: true, initial, pattern: HOUR_MINUTE, right: '例：16:00' })

/** How a warehouse works and whom it serves; one row for each, made with it. Warehouse §4.3. */
export const wareHouseConfig = entity(
  'wareHouseConfig',
  '仓库配置',
  {
    warehouseId: ref('仓库', 'warehouse', { required: true, readOnly: true, unique: true }),
    channelIds: choices('服务渠道', CHANNELS, { required: true }),
    areaIds: refs('配送区域', 'city', { help: '留空为全部地区' }),
    priority: int('寻源优先级', { initial: 100, help: '小的优先' }),
    cutOffTime: clock('截单时间', '16:00'),
    overReceivePct: decimal('允许超收(%)', { decimals: 2, max: 20, initial: 0 }),
    needQc: flag('收货质检', { initial: 0 }),
    acceptCheck: flag('校验允收比例', { initial: 1 }),
    blindReceive: flag('盲收', {
      initial: 0,
      help: '开启后，按采购单收货时先填实收数量，保存后才显示应收数量',
    }),
    autoExamineTypes: choices('自动审核类型', DOCUMENT_TYPES),
    dockCount: int('月台数', { initial: 2, max: 99 }),
    slotMinutes: int('时段(分)', { initial: 60, min: 10, max: 480 }),
    slotStart: clock('预约开始', '08:00'),
    slotEnd: clock('预约结束', '18:00'),
    allocRule: choice('分配规则', ALLOC_RULES, { initial: 1 }),
    custShelfRules: lines('客户效期要求', shelfRuleLine, { max: 500 }),
    pickMode: choice('拣货方式', PICK_MODES, { initial: 1 }),
    waveMax: int('波次最大任务数', { initial: 50, min: 1, max: 500 }),
    slotCount: int('播种格数', { initial: 20, min: 1, max: 200 }),
    needPick: flag('须经拣货出库', { initial: 1, help: '开启后不能快速发货' }),
    needCheck: flag('出库复核', { initial: 1 }),
    needNightCount: flag('发车前夜盘', { initial: 0 }),
    oneStep: flag('同城一步调拨', { initial: 0 }),
    inTransitWarnDays: int('在途预警天数', { initial: 5, max: 365 }),
    transferTolerancePct: decimal('收货差异容差(%)', { decimals: 2, max: 100, initial: 0 }),
    unfreezeNeedExamine: flag('解冻需审核', { initial: 1 }),
    autoFreeze: flag('低于允发比例自动冻结', { initial: 1 }),
    countMode: choice('盘点方式', COUNT_MODES, { initial: 1 }),
    blind: flag('盲盘', { initial: 1 }),
    tolerancePct: decimal('容差(%)', { decimals: 2, max: 100, initial: 0 }),
    toleranceAmount: money('容差金额', { initial: 0 }),
    closeMonth: month('已关账月份', { permission: CLOSE_MONTH, help: '该月及以前不能记账' }),
    labelSize: text('批次标签尺寸', {
      max: 9,
      initial: '100x70',
      pattern: /^\d{2,3}x\d{2,3}$/,
      right: '例：100x70',
    }),
    boxLabelSize: text('箱标尺寸', {
      max: 9,
      initial: '100x100',
      pattern: /^\d{2,3}x\d{2,3}$/,
      right: '例：100x100',
    }),
    weighPrefix: text('称重码前缀', {
      max: 7,
      initial: '20-29',
      pattern: /^\d{2}(-\d{2})?$/,
      right: '例：20-29',
      help: '店内称重条码的前两位',
    }),
    sapPush: flag('推送SAP', { initial: 1 }),
  },
  { title: 'warehouseId', scope: { warehouse: 'warehouseId' } },
)
