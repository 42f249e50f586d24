import { choice, datetime, ref, text } from '#kit/fields/shared.ts'

/** How SAP data came. Warehouse §5.1. */
export const SAP_SOURCES = [
  { value: 1, label: '接口' },
  { value: 2, label: '导入' },
  { value: 3, label: '手工' },
] as const
export const BY_INTERFACE = 1
export const BY_SHEET = 2
export const BY_HAND = 3
export type SapSource = (typeof SAP_SOURCES)[number]['value']

/** Where SAP says it is. */
export const placeFields = {
  sapPlant: text('工厂', { max: 4, required: true, search: true, width: 80 }),
  sapStorageLocation: text('库存地点', { max: 4, required: true, search: true, width: 90 }),
}

/** How a record of SAP came, and which warehouse of ours it means: none where nothing is mapped. Warehouse §5.1. */
export const arrivalFields = {
  warehouseId: ref('仓库', 'warehouse', { readOnly: true, filter: true, width: 130 }),
  source: choice('来源', SAP_SOURCES, { readOnly: true, initial: BY_HAND, filter: true, list: false }),
  receiveTime: datetime('接收时间', { readOnly: true, required: true, width: 150 }),
  batchNo: text('接收批号', { max: 40, readOnly: true, search: true, list: false }),
}

/** Of what was told, so that the same again is known; nobody reads it. */
export const contentHash = text('内容摘要', {
  max: 64,
  readOnly: true,
  list: false,
  port: false,
  form: false,
})
export const remarkField = text('备注', { max: 200, list: false })
