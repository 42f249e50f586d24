import { choice, date, datetime, decimal, flag, int, money, quantity, ref, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import { lotNoField } from './lotNo.ts'
import { MOVE_CHOICES } from './moveTypes.ts'

/** The permission to see what stock cost. Warehouse §14. */
export const STOCK_COST = 'admin:wms:stock:cost'

const figure = (label: string, width = 90) => quantity(label, { readOnly: true, initial: 0, width })
/** The database counts it from the others. */
const counted = (label: string) => quantity(label, { readOnly: true, required: true, width: 90 })
const change = (label: string) => quantity(label, { readOnly: true, initial: 0, min: -1e12, width: 90 })
const cost = { readOnly: true, initial: 0, permission: STOCK_COST } as const

/** Current figures of a sku in a warehouse; only postStock writes them. Warehouse §2.1. */
export const stock = entity(
  'stock',
  '库存',
  {
    warehouseId: ref('仓库', 'warehouse', { readOnly: true, required: true, filter: true, width: 120 }),
    skuId: ref('商品', 'sku', { readOnly: true, required: true, list: false }),
    onHand: figure('现存量'),
    reserved: figure('占用量'),
    frozen: figure('冻结量'),
    available: counted('可用量'),
    publicAvail: counted('公共可用'),
    vAlloc: figure('账户分配'),
    vReserved: quantity('账户占用', { readOnly: true, initial: 0, list: false }),
    inTransit: figure('在途量'),
    avgCost: decimal('移动均价', { ...cost, decimals: 4, width: 100 }),
    amount: money('库存金额', { ...cost, width: 120 }),
    transitAmount: money('在途金额', { ...cost, list: false }),
    lastInTime: datetime('最近入库', { readOnly: true, list: false }),
    lastOutTime: datetime('最近出库', { readOnly: true }),
    lastCountTime: datetime('最近盘点', { readOnly: true, list: false }),
  },
  { title: 'skuId', scope: { warehouse: 'warehouseId' }, bigId: true },
)

/** A batch of a sku; skus without batches have the one lot "-". Warehouse §2.6. */
export const lot = entity(
  'lot',
  '批次',
  {
    skuId: ref('商品', 'sku', { readOnly: true, required: true }),
    lotNo: lotNoField({ readOnly: true, search: true, width: 120 }),
    productionDate: date('生产日期', { readOnly: true }),
    expiryDate: date('到期日期', { readOnly: true }),
    supplierId: ref('供应商', 'supplier', { readOnly: true }),
    firstInTime: datetime('首次入库', { readOnly: true, required: true }),
    /** within the days of warning before its expiry, as the last nightly job found */
    near: flag('临期', { readOnly: true, initial: 0 }),
  },
  { title: 'lotNo' },
)

/** What stands in one section of one lot. Warehouse §2.1. */
export const stockLot = entity(
  'stockLot',
  '批次库存',
  {
    warehouseId: ref('仓库', 'warehouse', { readOnly: true, required: true, filter: true, width: 120 }),
    sectionId: ref('库区', 'section', { readOnly: true, required: true, filter: true, width: 110 }),
    skuId: ref('商品', 'sku', { readOnly: true, required: true, list: false }),
    lotId: ref('批次', 'lot', { readOnly: true, required: true, list: false }),
    lotNo: lotNoField({ readOnly: true, width: 120 }),
    productionDate: date('生产日期', { readOnly: true }),
    expiryDate: date('到期日期', { readOnly: true, sortable: true }),
    onHand: figure('现存量'),
    allocated: figure('已分配'),
    frozen: figure('冻结'),
    held: figure('不可售'),
    inTransit: figure('在途量'),
    lotFree: counted('批次可用'),
  },
  { title: 'lotNo', scope: { warehouse: 'warehouseId' }, bigId: true },
)

/** One action of one document on the ledger. Warehouse §2.3. */
export const stockPosting = entity(
  'stockPosting',
  '库存过账',
  {
    postingSn: text('过账号', { max: 30, readOnly: true, unique: true, width: 170 }),
    sourceType: text('来源类型', { max: 40, readOnly: true, list: false }),
    sourceId: int('来源', { readOnly: true, required: true, big: true, list: false }),
    sourceSn: text('来源单号', { max: 40, readOnly: true }),
    actionKey: text('动作', { max: 60, readOnly: true, list: false }),
    postDate: date('业务日期', { readOnly: true, required: true }),
    operatorId: ref('操作人', 'admin', { readOnly: true, width: 100 }),
    reverseOfId: int('冲销过账', { readOnly: true, big: true, list: false }),
    remark: text('备注', { max: 200, readOnly: true }),
    sapSync: choice(
      'SAP同步状态',
      [
        { value: 0, label: '待同步' },
        { value: 1, label: '同步成功' },
        { value: 2, label: '同步失败' },
      ],
      { readOnly: true, initial: 0 },
    ),
    sapDescription: text('SAP同步说明', { max: 1000, readOnly: true, list: false }),
    sapSyncTime: datetime('SAP同步时间', { readOnly: true, list: false }),
    isMayPushSap: flag('可推送SAP', { readOnly: true, initial: 0, list: false }),
  },
  { title: 'postingSn', bigId: true, part: true },
)

export const DIRECTIONS = [
  { value: 1, label: '入' },
  { value: 2, label: '出' },
] as const

/** Append-only: a trigger refuses any change. Warehouse §2.3. */
export const stockMove = entity(
  'stockMove',
  '库存流水',
  {
    postingId: int('过账', { readOnly: true, required: true, big: true, list: false }),
    seq: int('序', { readOnly: true, required: true, list: false }),
    moveType: choice('类型', MOVE_CHOICES, { readOnly: true, required: true, filter: true, width: 110 }),
    physical: flag('实物', { readOnly: true, initial: 0, list: false }),
    direction: choice('方向', DIRECTIONS, { readOnly: true, list: false, width: 60 }),
    warehouseId: ref('仓库', 'warehouse', { readOnly: true, required: true, filter: true, width: 120 }),
    sectionId: ref('库区', 'section', { readOnly: true, filter: true, width: 110 }),
    skuId: ref('商品', 'sku', { readOnly: true, required: true, list: false }),
    lotId: ref('批次', 'lot', { readOnly: true, list: false }),
    stockLotId: int('批次库存', { readOnly: true, big: true, list: false }),
    vacctId: ref('账户', 'stockVacct', { readOnly: true, list: false }),
    freezeLineId: int('冻结行', { readOnly: true, big: true, list: false }),
    /** of what is already there; a first 占用 has made its own */
    reserveId: int('占用', { readOnly: true, big: true, list: false }),
    dOnHand: change('现存变动'),
    dReserved: change('占用变动'),
    dAllocated: quantity('分配变动', { readOnly: true, initial: 0, min: -1e12, list: false }),
    dFrozen: change('冻结变动'),
    dHeld: quantity('不可售变动', { readOnly: true, initial: 0, min: -1e12, list: false }),
    dInTransit: change('在途变动'),
    dVAlloc: quantity('账户分配变动', { readOnly: true, initial: 0, min: -1e12, list: false }),
    dVReserved: quantity('账户占用变动', { readOnly: true, initial: 0, min: -1e12, list: false }),
    onHandAfter: figure('变动后现存', 100),
    availableAfter: figure('变动后可用', 100),
    unitCost: decimal('单位成本', { ...cost, decimals: 4, list: false }),
    amount: money('金额', { ...cost, min: -99_999_999_999, list: false }),
    transitAmount: money('在途金额变动', { ...cost, min: -99_999_999_999, list: false }),
    sourceType: text('来源类型', { max: 40, readOnly: true, list: false }),
    sourceId: int('来源', { readOnly: true, required: true, big: true, list: false }),
    sourceSn: text('来源单号', { max: 40, readOnly: true, width: 170 }),
    sourceLineId: int('来源行', { readOnly: true, initial: 0, big: true, list: false }),
    operatorId: ref('操作人', 'admin', { readOnly: true, filter: true, width: 100 }),
    remark: text('备注', { max: 200, readOnly: true, list: false }),
  },
  { title: 'sourceSn', scope: { warehouse: 'warehouseId' }, bigId: true, part: true },
)

export const RESERVE_STATES = [
  { value: 1, label: '占用中', means: 'waits' },
  { value: 2, label: '已发出', means: 'done' },
  { value: 3, label: '已释放', means: 'off' },
] as const

/** Who holds reserved stock, since when, until when. Warehouse §2.3. */
export const stockReserve = entity(
  'stockReserve',
  '库存占用',
  {
    sourceType: text('来源类型', { max: 40, readOnly: true, width: 100 }),
    sourceId: int('来源', { readOnly: true, required: true, big: true, list: false }),
    sourceSn: text('来源单号', { max: 40, readOnly: true, width: 170 }),
    sourceLineId: int('来源行', { readOnly: true, required: true, big: true, list: false }),
    warehouseId: ref('仓库', 'warehouse', { readOnly: true, required: true, filter: true, width: 120 }),
    skuId: ref('商品', 'sku', { readOnly: true, required: true, list: false }),
    vacctId: int('账户', { readOnly: true, initial: 0, list: false }),
    qty: figure('占用数量'),
    allocated: figure('已分配'),
    shipped: figure('已发出'),
    released: figure('已释放'),
    shortQty: quantity('缺货', { readOnly: true, initial: 0, list: false }),
    open: counted('占用中'),
    expireTime: datetime('到期时间', { readOnly: true, width: 150 }),
    status: choice('状态', RESERVE_STATES, { readOnly: true, initial: 1, filter: true, width: 90 }),
  },
  { title: 'sourceSn', scope: { warehouse: 'warehouseId' }, bigId: true, part: true },
)

/** What stands in a section of a sku, over its lots: a list, no table. Warehouse §4.4. */
export const stockSection = entity(
  'stockSection',
  '库区库存',
  {
    warehouseId: ref('仓库', 'warehouse', { readOnly: true, required: true, filter: true, width: 120 }),
    sectionId: ref('库区', 'section', { readOnly: true, required: true, filter: true, width: 120 }),
    skuId: ref('商品', 'sku', { readOnly: true, required: true, list: false }),
    lotCount: int('批次数', { readOnly: true, initial: 0, width: 80 }),
    onHand: figure('现存量'),
    allocated: figure('已分配'),
    frozen: figure('冻结'),
    lotFree: figure('库区可用'),
  },
  {
    title: 'skuId',
    scope: { warehouse: 'warehouseId' },
    order: [
      ['warehouseId', 'asc'],
      ['sectionId', 'asc'],
    ],
    bigId: true,
  },
)

/** What there was at the end of a past day: a list, no table. Warehouse §4.4. */
export const stockAsof = entity(
  'stockAsof',
  '历史时点库存',
  {
    warehouseId: ref('仓库', 'warehouse', { readOnly: true, required: true, filter: true, width: 120 }),
    skuId: ref('商品', 'sku', { readOnly: true, required: true, list: false }),
    onHand: figure('现存量'),
    inTransit: figure('在途量'),
    amount: money('库存金额', { ...cost, width: 120 }),
  },
  { title: 'skuId', scope: { warehouse: 'warehouseId' }, bigId: true },
)
