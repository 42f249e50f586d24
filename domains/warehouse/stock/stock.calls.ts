import { z } from 'zod'
import {
  choice,
  date,
  datetime,
  flag,
  image,
  int,
  lines,
  money,
  quantity,
  ref,
  text,
} from '#kit/fields/shared.ts'
import {
  answerOf,
  get,
  idField,
  idsField,
  listAnswer,
  listInput,
  post,
  rowAnswer,
  rowsAnswer,
  rowsOf,
  someIds,
  taskAnswer,
} from '#kit/shared/call.ts'
import type { Field } from '#kit/shared/field.ts'
import { madeOf, nameOf, ruleOf, sameAs, through } from '#kit/shared/join.ts'
import { daysUntil, today } from '#kit/shared/time.ts'
import { lotNoField } from './lotNo.ts'
import {
  DIRECTIONS,
  STOCK_COST,
  stock,
  stockAsof,
  stockLot,
  stockMove,
  stockPosting,
  stockReserve,
  stockSection,
} from './stock.entity.ts'

const PREFIX = '/admin/wms/stock'
const RECORD = '/admin/wms/recordLog'
const LOG = '/admin/wms/stocklog'

const ofProduct = <F extends Field>(field: F): F =>
  through('skuId', 'sku', through('productId', 'product', field))

/** What a row says of its sku. */
const skuColumns = {
  productCode: ofProduct(sameAs('productCode', text('商品编码', { max: 18, width: 120 }))),
  storeName: ofProduct(sameAs('storeName', text('商品名称', { max: 128, width: 200 }))),
  suk: through('skuId', 'sku', sameAs('suk', text('规格', { max: 255, width: 110 }))),
  image: ofProduct(sameAs('image', image('图片', { list: false }))),
  unitName: ofProduct(nameOf('unitId', '单位', { width: 60 })),
}

export const FLAGS = [
  { value: 'low', label: '低于安全库存' },
  { value: 'high', label: '高于上限' },
  { value: 'zero', label: '零库存' },
  { value: 'frozen', label: '有冻结' },
  { value: 'transit', label: '有在途' },
  { value: 'near', label: '临期' },
  { value: 'expired', label: '过期' },
  { value: 'idle', label: '呆滞' },
] as const
export type Flag = (typeof FLAGS)[number]['value']

const products = {
  skuId: int('规格', { min: 1 }),
  cateId: text('商品分类', { max: 200 }),
  brandId: text('品牌', { max: 200 }),
}

export const stockJoined = {
  ...skuColumns,
  safetyQty: madeOf([], quantity('安全库存', { initial: 0, width: 90 })),
  onOrder: madeOf([], quantity('采购在途', { initial: 0, list: false })),
}
const stockRows = rowsOf(stock, stockJoined)

export const lotJoined = {
  ...skuColumns,
  sectionCode: through('sectionId', 'section', sameAs('code', text('库区编码', { max: 20, width: 110 }))),
  left: ruleOf(stockLot, ['expiryDate'], int('剩余天数', { min: -99_999, width: 90 }), ({ expiryDate }) =>
    expiryDate === null ? null : daysUntil(expiryDate, today()),
  ),
  supplierName: through('lotId', 'lot', nameOf('supplierId', '供应商', { width: 140, list: false })),
  near: through('lotId', 'lot', sameAs('near', flag('临期', { initial: 0, list: false }))),
}
export const lotRows = rowsOf(stockLot, lotJoined)

const skuCode = through('skuId', 'sku', sameAs('skuCode', text('规格编码', { max: 30, width: 130 })))
const sectionRows = rowsOf(stockSection, skuColumns)
const asofRows = rowsOf(stockAsof, skuColumns)
const reserveRows = rowsOf(stockReserve, {
  ...skuColumns,
  vacctName: nameOf('vacctId', '账户', { of: 'stockVacct', list: false }),
})

/** What is printed of a lot. Warehouse §9. */
export const lotLabel = {
  barCode: text('条码', { max: 100 }),
  code: text('编码', { max: 30 }),
  storeName: text('商品名称', { max: 128 }),
  suk: text('规格', { max: 255 }),
  unitName: text('单位', { max: 20 }),
  lotNo: lotNoField(),
  productionDate: date('生产日期'),
  expiryDate: date('到期日期'),
  qty: quantity('数量', { required: true }),
  size: text('标签尺寸', { max: 9 }),
}

const ofPosting = {
  postingSn: through('postingId', stockPosting, sameAs('postingSn', text('过账号', { max: 30, width: 180 }))),
}
export const moveJoined = {
  ...ofPosting,
  ...skuColumns,
  lotNo: through('lotId', 'lot', sameAs('lotNo', lotNoField({ width: 120 }))),
  sapSync: through('postingId', stockPosting, sameAs('sapSync', stockPosting.shape.sapSync)),
}
export const moveRows = rowsOf(stockMove, moveJoined)
/** The same of a list, whose own statement tells what the posting says. */
const madeInList = {
  postingSn: madeOf([], ofPosting.postingSn),
  sapSync: madeOf([], moveJoined.sapSync),
}
/** Moves of goods also tell who they came from or went to. */
export const logJoined = { ...moveJoined, party: madeOf([], text('往来方', { max: 100, width: 130 })) }
const logRows = rowsOf(stockMove, { ...logJoined, ...madeInList })
const recordRows = rowsOf(stockMove, { ...moveJoined, ...madeInList })

const stockFilters = {
  ...products,
  flag: choice('库存状况', FLAGS, {}),
  days: int('呆滞天数', { min: 1, max: 3650 }),
}

/** Remaining days of a lot, as the board of what expires counts them. */
export const BUCKETS = [
  { value: 1, label: '已过期', from: null, to: 0 },
  { value: 2, label: '1-7天', from: 1, to: 7 },
  { value: 3, label: '8-30天', from: 8, to: 30 },
  { value: 4, label: '31-60天', from: 31, to: 60 },
  { value: 5, label: '61-90天', from: 61, to: 90 },
] as const

const lotFilters = {
  ...products,
  lotNumber: text('批次号', { max: 32 }),
  expiry: text('到期日期', { max: 50 }),
  bucket: choice('剩余天数', BUCKETS, {}),
}

const moveFilters = {
  ...products,
  productCode: text('商品编码', { max: 18 }),
  freezeNo: text('冻结单号', { max: 24 }),
  sourceSn: text('来源单号', { max: 40 }),
  lotNo: text('批次号', { max: 32 }),
}
const logFilters = {
  ...moveFilters,
  direction: choice('方向', DIRECTIONS, {}),
  party: text('往来方', { max: 50 }),
}

const list = get(`${PREFIX}/list`, {
  title: '库存查询',
  input: listInput(stock, stockFilters),
  answer: listAnswer(stockRows),
})
const logList = get(`${LOG}/list`, {
  title: '出入库日志',
  input: listInput(stockMove, logFilters),
  answer: listAnswer(logRows),
})

const sections = listInput(stockSection, products)
const lots = listInput(stockLot, lotFilters)

/** Warehouse §4.4. */
export const stockCalls = {
  list,
  sectionList: get(`${PREFIX}/section/list`, {
    title: '库区库存',
    permission: list.permission,
    input: sections,
    answer: listAnswer(sectionRows),
  }),
  lotList: get(`${PREFIX}/lot/list`, {
    title: '批次库存',
    permission: list.permission,
    input: lots,
    answer: listAnswer(lotRows),
  }),
  /** where goods stand that a document may take: for its picker */
  places: get(`${PREFIX}/places`, {
    title: '选择库存',
    input: lots,
    answer: listAnswer({ ...lotRows, skuCode }),
  }),
  info: get(`${PREFIX}/info/:id`, {
    title: '库存详情',
    permission: list.permission,
    input: { id: idField() },
    answer: rowAnswer({
      ...stockRows,
      /** at the end of each of 30 days */
      curve: lines('库存走势', {
        day: date('日期', { required: true }),
        onHand: quantity('现存量', { required: true }),
        available: quantity('可用量', { required: true }),
      }),
    }),
  }),
  available: get(`${PREFIX}/available`, {
    title: '可售库存',
    permission: list.permission,
    input: {
      skuIds: someIds('商品'),
      channelId: int('渠道'),
      companyId: ref('公司', 'company'),
      cityId: ref('城市', 'city'),
    },
    answer: rowsAnswer({
      warehouseId: ref('仓库', 'warehouse', { required: true }),
      skuId: ref('商品', 'sku', { required: true }),
      available: quantity('可用量', { required: true }),
    }),
  }),
  reserveList: get(`${PREFIX}/reserve/list`, {
    title: '占用明细',
    permission: list.permission,
    input: listInput(stockReserve, {
      skuId: int('规格', { min: 1 }),
      sourceSn: text('来源单号', { max: 40 }),
    }),
    answer: listAnswer(reserveRows),
  }),
  asof: get(`${PREFIX}/asof`, {
    title: '历史时点库存',
    permission: list.permission,
    input: listInput(stockAsof, { ...products, date: date('日期') }),
    answer: listAnswer(asofRows),
  }),
  near: get(`${PREFIX}/near`, {
    title: '临期看板',
    permission: list.permission,
    input: { warehouseId: ref('仓库', 'warehouse') },
    answer: rowsAnswer({
      bucket: choice('剩余天数', BUCKETS, { required: true }),
      lots: int('批次数', { required: true }),
      qty: quantity('数量', { required: true }),
      amount: money('金额', { required: true, permission: STOCK_COST }),
    }),
  }),
  lotTrace: get(`${PREFIX}/lotTrace`, {
    title: '批次追溯',
    permission: list.permission,
    input: {
      skuId: ref('商品', 'sku', { required: true }),
      lotNo: text('批次号', { max: 32, required: true }),
    },
    answer: rowAnswer({
      lotNo: lotNoField(),
      productionDate: date('生产日期'),
      expiryDate: date('到期日期'),
      supplierId: ref('供应商', 'supplier'),
      firstInTime: datetime('首次入库'),
      places: lines('现存位置', lotRows),
      moves: lines('流转', moveRows),
    }),
  }),
  labels: get(`${PREFIX}/print`, {
    title: '批次标签',
    input: { ids: idsField('批次', 500) },
    answer: rowsAnswer(lotLabel),
  }),
  exportRows: post(`${PREFIX}/export`, {
    title: '导出库存',
    input: { ...listInput(stock, stockFilters), columns: text('导出列', { max: 2000 }) },
    answer: taskAnswer,
    business: 5,
  }),
  lotExport: post(`${PREFIX}/lot/export`, {
    title: '导出批次库存',
    permission: 'admin:wms:stock:export',
    input: { ...lots, columns: text('导出列', { max: 2000 }) },
    answer: taskAnswer,
    business: 5,
  }),
  recordList: get(`${RECORD}/list`, {
    title: '库存流水',
    input: listInput(stockMove, moveFilters),
    answer: listAnswer(recordRows),
  }),
  logList,
  logTotals: get(`${LOG}/totals`, {
    title: '出入库合计',
    permission: logList.permission,
    input: listInput(stockMove, logFilters),
    answer: answerOf(z.object({ inQty: z.number(), outQty: z.number() })),
  }),
  posting: get(`${LOG}/posting/:id`, {
    title: '过账详情',
    permission: logList.permission,
    input: { id: idField() },
    answer: rowAnswer({ ...stockPosting.all, moves: lines('流水', moveRows) }),
  }),
  logExport: post(`${LOG}/export`, {
    title: '导出出入库日志',
    input: { ...listInput(stockMove, logFilters), columns: text('导出列', { max: 2000 }) },
    answer: taskAnswer,
    business: 5,
  }),
}
