import { int, lines, quantity, ref, text } from '#kit/fields/shared.ts'
import { get, idField, listAnswer, listInput, post, rowsOf } from '#kit/shared/call.ts'
import { countOf, nameOf, sameAs, through } from '#kit/shared/join.ts'
import { standardCalls } from '#kit/shared/standardCalls.ts'
import { stockVacct, stockVacctItem, stockVacctRecord } from './vacct.entity.ts'

const PREFIX = '/admin/wms/stockVacct'

export const skuText = {
  productCode: through(
    'skuId',
    'sku',
    through('productId', 'product', sameAs('productCode', text('商品编码', { max: 18, width: 120 }))),
  ),
  storeName: through(
    'skuId',
    'sku',
    through('productId', 'product', sameAs('storeName', text('商品名称', { max: 128, width: 200 }))),
  ),
  suk: through('skuId', 'sku', sameAs('suk', text('规格', { max: 255, width: 110 }))),
}

/** A sku and how much of it goes to or comes from an account. */
export const assignLine = {
  skuId: ref('商品', 'sku', { required: true }),
  qty: quantity('数量', { required: true }),
}
const assigned = { id: idField(), lines: lines('明细', assignLine, { max: 500, required: true }) }

const standard = standardCalls(PREFIX, stockVacct, {
  without: ['remove'],
  filters: { overdue: int('到期天数', { min: 1, max: 365 }) },
  list: {
    companyName: nameOf('companyId', '公司', { list: false }),
    storeName: nameOf('storeId', '门店', { list: false }),
    skuCount: countOf(stockVacctItem, 'vacctId', 'SKU数'),
    qty: quantity('账户余量', { initial: 0, width: 100 }),
    reserved: quantity('已占用', { initial: 0, width: 90 }),
    free: quantity('可用', { initial: 0, width: 90 }),
    shipped: quantity('累计出库', { initial: 0, width: 100 }),
  },
})
const recordFilters = { skuId: int('规格', { min: 1 }), sourceSn: text('来源单号', { max: 40 }) }

/** Warehouse §4.10. */
export const vacctCalls = {
  ...standard,
  itemList: get(`${PREFIX}/item/list`, {
    title: '账户明细',
    permission: standard.list.permission,
    input: listInput(stockVacctItem, { skuId: int('规格', { min: 1 }) }),
    answer: listAnswer(
      rowsOf(stockVacctItem, {
        ...skuText,
        publicAvail: quantity('公共可用', { initial: 0, width: 100 }),
      }),
    ),
  }),
  recordList: get(`${PREFIX}/record/list`, {
    title: '账户流水',
    permission: standard.list.permission,
    input: listInput(stockVacctRecord, recordFilters),
    answer: listAnswer(rowsOf(stockVacctRecord, skuText)),
  }),
  assign: post(`${PREFIX}/assign/:id`, { title: '分配', input: assigned }),
  recall: post(`${PREFIX}/recall/:id`, { title: '收回', input: assigned }),
  move: post(`${PREFIX}/move`, {
    title: '转账',
    input: {
      fromId: ref('转出账户', 'stockVacct', { required: true }),
      toId: ref('转入账户', 'stockVacct', { required: true }),
      lines: assigned.lines,
    },
  }),
}
