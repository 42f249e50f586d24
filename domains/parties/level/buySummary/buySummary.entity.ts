import { CHANNELS } from '#domains/settings/settings.shared.ts'
import {
  choice,
  datetime,
  decimal,
  int,
  money,
  month,
  percent,
  quantity,
  ref,
  text,
} from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import { CONFIRM_STATES } from './buySummary.states.ts'

// A row that adjusts a closed month may take something back.
const signed = { initial: 0, min: -1e13 } as const
const whole = { initial: 0, min: -1e9 } as const

/** What a sold-to party bought in a month for one payer; the basis of rebates. Catalog §6.6. */
export const buySummary = entity(
  'buySummary',
  '采购汇总',
  {
    month: month('月份', { required: true, filter: true, sortable: true, width: 90 }),
    /** the closed month this row adjusts; '' for the row of the month itself */
    adjustOf: month('调整月份', { width: 90 }),
    companyId: ref('单位', 'company', { required: true, filter: true }),
    shoudaId: ref('售达方', 'shouda', { required: true, filter: true }),
    payerId: ref('付款方', 'payer', { required: true, filter: true }),
    channelId: choice('渠道', CHANNELS, { filter: true }),
    agentId: ref('业务员', 'admin', { filter: true }),
    orgLevelId: ref('等级', 'orgLevel', { filter: true, list: false }),
    orderCount: int('订单数', whole),
    skuCount: int('品项数', whole),
    qty: quantity('数量', { initial: 0, min: -1e9 }),
    grossAmount: money('订货金额', signed),
    discountAmount: money('优惠金额', signed),
    refundAmount: money('退款金额', signed),
    netAmount: money('净额', signed),
    paidAmount: money('已付', signed),
    unpaidAmount: money('未付', signed),
    rebateRate: percent('返利比例(%)', { initial: 0 }),
    rebateAmount: money('返利金额', signed),
    confirmStatus: choice('确认状态', CONFIRM_STATES, { initial: 0, filter: true }),
    pushTime: datetime('推送时间', { list: false }),
    confirmBy: ref('确认人', 'admin', { list: false }),
    confirmTime: datetime('确认时间', { list: false }),
    disputeReason: text('异议原因', { max: 200, list: false }),
  },
  {
    title: 'month',
    scope: { company: 'companyId', owner: 'agentId' },
    order: [
      ['month', 'desc'],
      ['id', 'desc'],
    ],
  },
)

/** What was bought of one sku by one order. */
export const summaryLineShape = {
  orderSn: text('订单号', { max: 40 }),
  skuId: ref('规格', 'sku'),
  qty: quantity('数量', { required: true, min: -1e9 }),
  grossAmount: money('订货金额', { required: true, min: -1e13 }),
  discountAmount: money('优惠金额', { required: true, min: -1e13 }),
  refundAmount: money('退款金额', { required: true, min: -1e13 }),
  netAmount: money('净额', { required: true, min: -1e13 }),
  paidAmount: money('已付', { required: true, min: -1e13 }),
}

export const skuLineShape = {
  skuId: summaryLineShape.skuId,
  qty: summaryLineShape.qty,
  grossAmount: summaryLineShape.grossAmount,
  discountAmount: summaryLineShape.discountAmount,
  refundAmount: summaryLineShape.refundAmount,
  netAmount: summaryLineShape.netAmount,
  paidAmount: summaryLineShape.paidAmount,
}

export const orderLineShape = {
  orderSn: summaryLineShape.orderSn,
  skuCount: int('品项数', { required: true }),
  grossAmount: summaryLineShape.grossAmount,
  discountAmount: summaryLineShape.discountAmount,
  refundAmount: summaryLineShape.refundAmount,
  netAmount: summaryLineShape.netAmount,
  paidAmount: summaryLineShape.paidAmount,
}

export const totalsShape = {
  rows: decimal('行数', { decimals: 0, required: true }),
  orderCount: int('订单数', { required: true, min: -1e9 }),
  qty: quantity('数量', { required: true, min: -1e9 }),
  grossAmount: summaryLineShape.grossAmount,
  discountAmount: summaryLineShape.discountAmount,
  refundAmount: summaryLineShape.refundAmount,
  netAmount: summaryLineShape.netAmount,
  paidAmount: summaryLineShape.paidAmount,
  unpaidAmount: money('未付', { required: true, min: -1e13 }),
  rebateAmount: money('返利金额', { required: true, min: -1e13 }),
}
