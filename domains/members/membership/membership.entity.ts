import { z } from 'zod'
import { choice, date, datetime, flag, int, json, money, ref, refs, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import { UNITS } from './period.rules.ts'

const LESS = { initial: 0, max: 99_999 } as const

/** What a plan offers, as it is typed into a line of its level. Members §3.5. */
export const planShape = {
  planName: text('套餐名称', { max: 20, required: true, width: 130 }),
  unit: choice('周期', UNITS, { required: true, width: 90 }),
  num: int('数量', { initial: 1, min: 1, max: 3650, width: 80 }),
  price: money('售价', { required: true, min: 1, width: 110 }),
  otPrice: money('划线价', { width: 110 }),
  firstPrice: money('首开价', { min: 1, width: 110 }),
  giftDays: int('赠送天数', { initial: 0, max: 3650, width: 90 }),
  giftExperience: int('赠送成长值', { ...LESS, width: 100 }),
  giftIntegral: int('赠送积分', { ...LESS, width: 90 }),
  giftCouponIds: refs('赠送优惠券', 'coupon', { max: 5, width: 160 }),
  isRecommend: flag('推荐', { initial: 0, width: 70 }),
  limitNum: int('限量', { initial: 0, width: 80, help: '0 不限' }),
  sort: int('排序', { initial: 0, max: 9999, width: 80 }),
  status: flag('状态', { initial: 1, texts: ['上架', '下架'], width: 80 }),
}

/** A plan by which a paid level is bought. Members §3.5. */
export const vipPlan = entity(
  'vipPlan',
  '付费套餐',
  {
    levelId: ref('等级', 'systemUserLevel', { required: true }),
    ...planShape,
    /** ordered and not closed, against limitNum */
    soldNum: int('已售', { readOnly: true, initial: 0 }),
  },
  { title: 'planName' },
)

export const VIP_STATES = [
  { value: 0, label: '待支付', means: 'runs' },
  { value: 1, label: '已支付', means: 'done' },
  { value: 2, label: '已关闭', means: 'off' },
  { value: 3, label: '已退款', means: 'off' },
] as const
export const VIP_SOURCES = [
  { value: 1, label: '购买' },
  { value: 2, label: '后台赠送' },
  { value: 3, label: '兑换' },
  { value: 4, label: '导入' },
] as const

/** One opening or renewal of a paid membership. Members §3.5. */
export const vipOrder = entity(
  'vipOrder',
  '会员开通单',
  {
    orderNo: text('单号', { max: 20, readOnly: true, unique: true, search: true, width: 190 }),
    uid: ref('用户', 'user', { required: true, filter: true, width: 140 }),
    levelId: ref('等级', 'systemUserLevel', { required: true, filter: true, width: 110 }),
    planId: ref('套餐', 'vipPlan', { readOnly: true, required: true, list: false }),
    /** the plan as it was when it was ordered */
    plan: json('套餐内容', z.record(z.string(), z.unknown()), { required: true }),
    planName: text('套餐', { max: 20, width: 110 }),
    payPrice: money('实付', { initial: 0, width: 100 }),
    payType: text('支付方式', { max: 20, width: 100 }),
    status: choice('状态', VIP_STATES, { initial: 0, filter: true, width: 90 }),
    payTime: datetime('开通时间', { width: 150 }),
    startTime: datetime('开始时间', { width: 150 }),
    endTime: datetime('结束时间', { width: 150 }),
    source: choice('来源', VIP_SOURCES, { initial: 1, filter: true, width: 90 }),
    refundAmount: money('退款金额', { initial: 0, list: false }),
    refundReason: text('退款原因', { max: 100, list: false }),
    mark: text('备注', { max: 100, list: false }),
    /** unpaid it is closed then */
    expireTime: datetime('支付截止', { list: false }),
  },
  { title: 'orderNo', bigId: true, grams: true },
)

export const PAID_STATES = [
  { value: 0, label: '未开始', means: 'off' },
  { value: 1, label: '生效', means: 'done' },
  { value: 2, label: '已过期', means: 'off' },
  { value: 3, label: '已退款', means: 'off' },
  { value: 4, label: '已转换', means: 'off' },
] as const

/** The time that one order bought; those of a user follow each other without a gap or an overlap. Members §3.5, §13. */
export const userPaidMember = entity(
  'userPaidMember',
  '付费会员资格',
  {
    uid: ref('用户', 'user', { required: true }),
    levelId: ref('等级', 'systemUserLevel', { required: true }),
    /** the day from which months are counted: it stays through renewals */
    anchor: date('起算日', { required: true }),
    /** from the anchor to the end */
    months: int('月数', { initial: 0 }),
    days: int('天数', { initial: 0 }),
    startTime: datetime('开始时间', { required: true }),
    /** null: for ever */
    endTime: datetime('结束时间'),
    status: choice('状态', PAID_STATES, { initial: 0 }),
    source: choice('来源', VIP_SOURCES, { initial: 1 }),
    vipOrderId: ref('开通单', 'vipOrder', { readOnly: true, required: true, big: true }),
  },
  { title: 'anchor', bigId: true, part: true },
)
