import { choice, date, int, lines, money, quantity, ref, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import { stateTable } from '#kit/shared/states.ts'
import { STOCK_COST } from '../stock/stock.entity.ts'
import { arrivalFields, contentHash, placeFields, remarkField } from './sapSource.ts'

export const BILL = { waits: 0, matched: 1, partly: 2, made: 3, ignored: 4 } as const
export const BILL_STATES = [
  { value: BILL.waits, label: '待匹配', means: 'waits' },
  { value: BILL.matched, label: '已匹配', means: 'done' },
  { value: BILL.partly, label: '部分匹配', means: 'wrong' },
  { value: BILL.made, label: '已生成单据', means: 'done' },
  { value: BILL.ignored, label: '已忽略', means: 'off' },
] as const

const AT = 'admin:wts:sapBill'
const OPEN = [BILL.waits, BILL.partly]
/** From what SAP booked to what of ours it is. Warehouse §5.1. */
export const billTable = stateTable('status', BILL_STATES, {
  edit: { from: [BILL.waits], label: '编辑', permission: `${AT}:update` },
  remove: { from: [BILL.waits, BILL.partly, BILL.ignored], label: '删除', permission: `${AT}:delete` },
  match: { from: OPEN, label: '匹配', permission: `${AT}:match` },
  generate: { from: OPEN, to: BILL.made, label: '生成单据', permission: `${AT}:generate` },
  ignore: { from: OPEN, to: BILL.ignored, label: '忽略', permission: `${AT}:ignore` },
})

/** Lines of one bill at most: SAP's own limit is 999. */
export const BILL_LINES = 999

export const billLine = {
  itemNo: int('行项目', { required: true, min: 1, max: 9999, width: 80 }),
  sapCode: text('物料号', { max: 18, required: true, width: 130 }),
  productName: text('商品', { max: 128, readOnly: true, width: 180 }),
  charg: text('批次', { max: 32, width: 110 }),
  qty: quantity('数量', { required: true, width: 100 }),
  postingSn: text('匹配过账', { max: 30, readOnly: true, width: 170 }),
  meins: text('单位', { max: 3, width: 60 }),
  sectionCode: text('库区', { max: 20, width: 90 }),
  amount: money('本位币金额', { width: 110, permission: STOCK_COST }),
  poNo: text('采购订单', { max: 40, width: 120 }),
  poItem: int('采购行', { min: 1, width: 80 }),
  reason: text('原因', { max: 50, width: 100 }),
  productId: ref('商品', 'product', { readOnly: true, list: false }),
  postingId: int('过账', { readOnly: true, big: true, list: false }),
}

/** A material document of SAP, beside the posting or document of ours that it is. Warehouse §5.1. */
export const sapBill = entity(
  'sapBill',
  'SAP单据',
  {
    sapBillNo: text('物料凭证', { max: 16, required: true, search: true, width: 130 }),
    sapYear: text('年度', { max: 4, pattern: /^20\d{2}$/, right: '例：2026', required: true, width: 70 }),
    moveType: text('SAP移动类型', {
      max: 3,
      pattern: /^[0-9A-Z]{3}$/,
      right: '例：101',
      required: true,
      filter: true,
      width: 90,
    }),
    postingDate: date('过账日期', { required: true, width: 110 }),
    documentDate: date('凭证日期', { list: false }),
    ...placeFields,
    ...arrivalFields,
    referenceNo: text('参考号', { max: 16, search: true, width: 130 }),
    headerText: text('抬头文本', { max: 25, list: false }),
    vendorCode: text('供应商编码', { max: 10, list: false }),
    customerCode: text('客户编码', { max: 10, list: false }),
    lineCount: int('行数', { readOnly: true, initial: 0, width: 70 }),
    totalQty: quantity('总数量', { readOnly: true, initial: 0, width: 100 }),
    status: choice('状态', BILL_STATES, { readOnly: true, initial: BILL.waits, filter: true, width: 100 }),
    relatedSn: text('关联单据', { max: 400, readOnly: true, search: true, width: 180 }),
    docType: text('单据类型', { max: 20, readOnly: true, list: false, port: false }),
    docId: int('单据', { readOnly: true, list: false, port: false }),
    ignoreReason: text('忽略原因', { max: 200, readOnly: true, list: false }),
    contentHash,
    remark: remarkField,
    lines: lines('明细', billLine, { min: 1, max: BILL_LINES, required: true }),
  },
  { title: 'sapBillNo', scope: { warehouse: 'warehouseId' }, grams: true },
)
