import { date, quantity, ref, text } from '#kit/fields/shared.ts'
import { lotNoField } from '../stock/lotNo.ts'

/** What a line says of its goods; all but the sku is filled in by withCards. Warehouse §3. */
export const goodsFields = {
  skuId: ref('商品', 'sku', { required: true, list: false }),
  productName: text('商品名称', { max: 128, readOnly: true, width: 200 }),
  skuCode: text('规格编码', { max: 30, readOnly: true, aside: true, width: 130 }),
  suk: text('规格', { max: 255, readOnly: true, aside: true, width: 110 }),
  unitName: text('单位', { max: 20, readOnly: true, aside: true, width: 60 }),
}

const { skuId, productName, suk, unitName, skuCode } = goodsFields

/**
 * A line of goods that leave their place; without a place they leave by FEFO when the document is submitted. What decides stands
 * first, so that it is in view. Warehouse §3, §4.6.
 */
export const leavingFields = {
  ...{ skuId, productName, suk },
  sectionId: ref('库区', 'section', { width: 150 }),
  lotNo: lotNoField({ aside: true, width: 120 }),
  qty: quantity('数量', { required: true, width: 100 }),
  ...{ unitName, skuCode },
  expiryDate: date('到期日期', { readOnly: true, aside: true, width: 110 }),
}

/** The head that documents of one warehouse share. Warehouse §3. */
export const headFields = {
  warehouseId: ref('仓库', 'warehouse', { required: true, filter: true, width: 130 }),
  bizDate: date('业务日期', { required: true, width: 110 }),
  totalQty: quantity('总数量', { readOnly: true, initial: 0, width: 100 }),
}
