import { choice, date, decimal, int, quantity, ref, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import { stateTable } from '#kit/shared/states.ts'

export const FORECAST = { draft: 0, effective: 1, appointed: 2, over: 3, cancelled: 9 } as const
export const FORECAST_STATES = [
  { value: FORECAST.draft, label: '草稿', means: 'off' },
  { value: FORECAST.effective, label: '已生效', means: 'done' },
  { value: FORECAST.appointed, label: '已转预约', means: 'runs' },
  { value: FORECAST.over, label: '已结束', means: 'off' },
  { value: FORECAST.cancelled, label: '已取消', means: 'off' },
] as const

const AT = 'admin:wts:singleItemForecast'
/** From the draft to what became of it. Warehouse §5.10. */
export const forecastTable = stateTable('status', FORECAST_STATES, {
  edit: { from: [FORECAST.draft], label: '编辑', permission: `${AT}:update` },
  remove: { from: [FORECAST.draft], label: '删除', permission: `${AT}:delete` },
  effect: { from: [FORECAST.draft], to: FORECAST.effective, label: '生效', permission: `${AT}:effect` },
  toAppointment: {
    from: [FORECAST.effective],
    to: FORECAST.appointed,
    label: '转预约',
    permission: `${AT}:toAppointment`,
  },
  cancel: {
    from: [FORECAST.draft, FORECAST.effective],
    to: FORECAST.cancelled,
    label: '取消',
    permission: `${AT}:cancel`,
  },
})

export const SOURCE = { system: 1, purchase: 2, supplier: 3 } as const
export const SOURCES = [
  { value: SOURCE.system, label: '系统' },
  { value: SOURCE.purchase, label: '采购' },
  { value: SOURCE.supplier, label: '供应商' },
] as const

const told = (label: string, width = 80) => quantity(label, { readOnly: true, initial: 0, width })

/** What of one sku a warehouse is expected to need, and what should come. Warehouse §5.10. */
export const singleItemForecast = entity(
  'singleItemForecast',
  '单品预测',
  {
    forecastSn: text('预测单号', { max: 24, readOnly: true, unique: true, search: true, width: 170 }),
    warehouseId: ref('仓库', 'warehouse', { required: true, filter: true, width: 110 }),
    skuId: ref('商品', 'sku', { required: true, list: false }),
    supplierId: ref('供应商', 'supplier', { filter: true, list: false }),
    periodStart: date('期间开始', { required: true, width: 110 }),
    periodEnd: date('期间结束', { required: true, list: false }),
    avgDaily: told('日均'),
    available: told('可用'),
    inTransit: told('在途'),
    onOrder: told('采购在途'),
    forecastQty: quantity('预测需求', { width: 90, help: '留空按日均和期间计算' }),
    suggestQty: told('建议'),
    planQty: quantity('计划到货', { required: true, width: 90 }),
    boxes: int('箱数', { readOnly: true, initial: 0, list: false }),
    pallets: int('托数', { readOnly: true, initial: 0, list: false }),
    expectDate: date('预计到货日', { list: false }),
    source: choice('来源', SOURCES, { initial: SOURCE.system, filter: true, list: false }),
    confidence: int('置信度(%)', { max: 100, list: false }),
    actualIn: quantity('实际到货', { readOnly: true, list: false }),
    actualOut: quantity('实际出库', { readOnly: true, list: false }),
    accuracy: decimal('准确率(%)', { decimals: 2, readOnly: true, width: 90 }),
    appointId: ref('预约单', 'purchaseAppointment', { readOnly: true, list: false }),
    remark: text('备注', { max: 200, long: true, list: false }),
    status: choice('状态', FORECAST_STATES, {
      readOnly: true,
      initial: FORECAST.draft,
      filter: true,
      width: 80,
    }),
  },
  { title: 'forecastSn', scope: { warehouse: 'warehouseId', owner: 'createBy' }, grams: true },
)
