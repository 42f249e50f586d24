import { choice, date, datetime, decimal, flag, int, lines, money, ref, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import { stateTable } from '#kit/shared/states.ts'
import { maskPhone } from '#kit/shared/text.ts'

export const CONSIGN = { waits: 0, onWay: 1, signed: 2, trouble: 3, cancelled: 9 } as const
/** How far what a carrier took is. Warehouse §5.7. */
export const CONSIGN_STATES = [
  { value: CONSIGN.waits, label: '待交运', means: 'waits' },
  { value: CONSIGN.onWay, label: '运输中', means: 'runs' },
  { value: CONSIGN.signed, label: '已签收', means: 'done' },
  { value: CONSIGN.trouble, label: '异常', means: 'wrong' },
  { value: CONSIGN.cancelled, label: '已取消', means: 'off' },
] as const

const AT = 'admin:wts:consignmentNote'
const CARRIED = [CONSIGN.onWay, CONSIGN.trouble]
/** From the plan of a consignment to its arrival. Warehouse §5.7. */
export const consignTable = stateTable('status', CONSIGN_STATES, {
  edit: { from: [CONSIGN.waits], label: '编辑', permission: `${AT}:update` },
  dispatch: { from: [CONSIGN.waits], to: CONSIGN.onWay, label: '交运', permission: `${AT}:dispatch` },
  track: { from: CARRIED, label: '登记跟踪', permission: `${AT}:track` },
  sign: { from: CARRIED, to: CONSIGN.signed, label: '登记到货', permission: `${AT}:sign` },
  exception: { from: [CONSIGN.onWay], to: CONSIGN.trouble, label: '登记异常', permission: `${AT}:exception` },
  cancel: { from: [CONSIGN.waits], to: CONSIGN.cancelled, label: '取消', permission: `${AT}:cancel` },
})

export const PAY_METHODS = [
  { value: 1, label: '寄付' },
  { value: 2, label: '到付' },
  { value: 3, label: '月结' },
] as const

/** Whoever sees the phones of deliveries sees these. Warehouse §5.4. */
const PHONE_MASK = { permission: 'admin:wts:deliveryOrder:phone', show: maskPhone }

/** Where goods were, and when. */
export const trackLine = {
  time: datetime('时间', { required: true, width: 170 }),
  place: text('地点', { max: 100, width: 160 }),
  text: text('说明', { max: 200, required: true, width: 260 }),
}

const counted = (label: string, width = 70) => int(label, { readOnly: true, initial: 0, width })

/** Goods handed over to a carrier. Warehouse §5.7. */
export const consignmentNote = entity(
  'consignmentNote',
  '托运单',
  {
    consignSn: text('托运单号', { max: 24, readOnly: true, unique: true, search: true, width: 170 }),
    warehouseId: ref('发货仓', 'warehouse', { required: true, filter: true, list: false }),
    logisticsProviderId: ref('物流商', 'logisticsProvider', { required: true, filter: true, width: 140 }),
    waybillNo: text('运单号', { max: 40, search: true, width: 130 }),
    toCityId: ref('目的城市', 'city', { required: true, filter: true, width: 110 }),
    consignee: text('收货人', { max: 100, readOnly: true, width: 120 }),
    consigneePhone: text('收货电话', { max: 40, readOnly: true, list: false, masked: PHONE_MASK }),
    consigneeAddress: text('收货地址', { max: 300, readOnly: true, list: false }),
    goodsName: text('货物名称', { max: 50, required: true, list: false }),
    boxCount: counted('箱数'),
    weight: decimal('重量(kg)', { decimals: 3, readOnly: true, initial: 0, width: 90 }),
    volume: decimal('体积(m³)', { decimals: 6, readOnly: true, initial: 0, list: false }),
    volumeFactor: int('抛重系数(kg/m³)', { min: 1, max: 1000, required: true, initial: 250, list: false }),
    chargeWeight: decimal('计费重量(kg)', { decimals: 3, readOnly: true, initial: 0, list: false }),
    baseFreight: money('基本运费', { list: false, help: '物流商有运价时自动计算' }),
    deliveryFee: money('送货费', { initial: 0, list: false }),
    declaredValue: money('声明价值', { initial: 0, list: false }),
    insuranceRate: decimal('保价费率(‰)', { decimals: 2, max: 100, initial: 0, list: false }),
    insuranceFee: money('保价费', { readOnly: true, initial: 0, list: false }),
    freight: money('运费合计', { width: 100 }),
    freightReason: text('运费差异原因', { max: 200, list: false }),
    payMethod: choice('付款方式', PAY_METHODS, { required: true, initial: 3, filter: true, list: false }),
    planPickTime: datetime('计划提货', { list: false }),
    planArriveDate: date('计划到达', { list: false }),
    dispatchTime: datetime('交运时间', { readOnly: true, list: false }),
    actualArriveTime: datetime('实际到达', { readOnly: true, list: false }),
    receiptNeed: flag('需回单', { initial: 0, list: false }),
    tracks: lines('运输跟踪', trackLine, { readOnly: true, max: 200 }),
    status: choice('状态', CONSIGN_STATES, {
      readOnly: true,
      initial: CONSIGN.waits,
      filter: true,
      width: 90,
    }),
    remark: text('备注', { max: 200, list: false }),
  },
  { title: 'consignSn', scope: { warehouse: 'warehouseId' }, grams: true },
)
