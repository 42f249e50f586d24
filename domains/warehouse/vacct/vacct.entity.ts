import { CHANNELS } from '#domains/settings/settings.shared.ts'
import { choice, datetime, flag, int, quantity, ref, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'

export const OWNER_TYPES = [
  { value: 1, label: '渠道' },
  { value: 2, label: '公司' },
  { value: 3, label: '活动' },
  { value: 4, label: '门店' },
] as const

export const VACCT_MODES = [
  { value: 1, label: '独占' },
  { value: 2, label: '限额' },
] as const

/** Kinds of 流水 of an account. Warehouse §4.10. */
export const RECORD_TYPES = [
  { value: 1, label: '分配' },
  { value: 2, label: '收回' },
  { value: 3, label: '占用' },
  { value: 4, label: '释放' },
  { value: 5, label: '出库' },
  { value: 6, label: '盘亏调减' },
  { value: 7, label: '到期收回' },
  { value: 8, label: '转入' },
  { value: 9, label: '转出' },
] as const

/** Stock kept for a channel, a company, an activity or a store. Warehouse §2.7, §4.10. */
export const stockVacct = entity(
  'stockVacct',
  '库存虚拟账户',
  {
    code: text('账户编码', {
      max: 20,
      required: true,
      unique: true,
      search: true,
      pattern: /^[A-Za-z0-9-]+$/,
      right: '只能填写字母、数字和-，例：QD-1204',
      width: 130,
    }),
    name: text('账户名称', { max: 50, required: true, search: true, width: 160 }),
    ownerType: choice('归属类型', OWNER_TYPES, { required: true, filter: true, width: 90 }),
    channelId: choice('渠道', CHANNELS, { list: false }),
    companyId: ref('公司', 'company', { list: false }),
    activityId: int('活动编号', { min: 1, list: false }),
    storeId: ref('门店', 'store', { list: false }),
    /** which of these it is */
    ownerId: int('归属', { readOnly: true, required: true, list: false }),
    warehouseId: ref('仓库', 'warehouse', { required: true, filter: true, width: 120 }),
    mode: choice('方式', VACCT_MODES, {
      initial: 1,
      filter: true,
      width: 80,
      help: '独占的数量不再属于公共库存；限额只限制归属方最多可用多少',
    }),
    overflow: flag('允许使用公共库存', { initial: 1, list: false }),
    priority: int('优先级', { initial: 100, max: 9999, list: false, help: '盘亏时数字小的先让出' }),
    beginTime: datetime('开始时间', { list: false }),
    endTime: datetime('结束时间', { width: 150 }),
    status: flag('状态', { initial: 1, texts: ['启用', '停用'], filter: true, width: 80 }),
    remark: text('备注', { max: 200, long: true, list: false }),
  },
  { title: 'name', code: 'code', scope: { warehouse: 'warehouseId' } },
)

const figure = (label: string) => quantity(label, { readOnly: true, initial: 0, width: 100 })

/** What an account has of a sku; only postStock writes it. */
export const stockVacctItem = entity(
  'stockVacctItem',
  '账户明细',
  {
    vacctId: ref('账户', 'stockVacct', { readOnly: true, required: true, filter: true }),
    warehouseId: ref('仓库', 'warehouse', { readOnly: true, required: true, list: false }),
    skuId: ref('商品', 'sku', { readOnly: true, required: true, list: false }),
    qty: figure('账户余量'),
    reserved: figure('已占用'),
    available: quantity('可用', { readOnly: true, required: true, width: 100 }),
    shipped: figure('累计出库'),
  },
  { title: 'skuId', scope: { warehouse: 'warehouseId' }, part: true },
)

/** Every change of what an account has. */
export const stockVacctRecord = entity(
  'stockVacctRecord',
  '账户流水',
  {
    vacctId: ref('账户', 'stockVacct', { readOnly: true, required: true, filter: true, width: 150 }),
    type: choice('类型', RECORD_TYPES, { readOnly: true, required: true, filter: true, width: 90 }),
    skuId: ref('商品', 'sku', { readOnly: true, required: true, list: false }),
    qty: quantity('数量', { readOnly: true, required: true, min: -1e12, width: 90 }),
    qtyAfter: figure('余量'),
    reservedAfter: figure('占用'),
    sourceType: text('来源类型', { max: 40, readOnly: true, list: false }),
    sourceId: int('来源', { readOnly: true, required: true, big: true, list: false }),
    sourceSn: text('来源单号', { max: 40, readOnly: true, width: 170 }),
    postingId: int('过账', { readOnly: true, required: true, big: true, list: false }),
    operatorId: ref('操作人', 'admin', { readOnly: true, width: 100 }),
  },
  { title: 'sourceSn', bigId: true, part: true },
)
