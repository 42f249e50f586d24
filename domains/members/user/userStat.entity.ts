import { CHANNELS } from '#domains/settings/settings.shared.ts'
import { choice, date, datetime, int, money, ref } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'

const figure = { readOnly: true, initial: 0 } as const
const amount = { ...figure, min: -99_999_999_999 } as const
const made = { readOnly: true } as const

/** RFM groups: recency, frequency, amount, each high or low. Members §12. */
export const RFM_TYPES = [
  { value: 1, label: '重要价值' },
  { value: 2, label: '重要发展' },
  { value: 3, label: '重要保持' },
  { value: 4, label: '重要挽留' },
  { value: 5, label: '一般价值' },
  { value: 6, label: '一般发展' },
  { value: 7, label: '一般保持' },
  { value: 8, label: '一般挽留' },
] as const

/** One row per user, kept by events and repaired nightly from its sources. Members §2.2. */
export const userStat = entity(
  'userStat',
  '用户画像',
  {
    uid: ref('用户', 'user', { readOnly: true, required: true }),
    payCount: int('消费次数', figure),
    payAmount: money('累计实付', figure),
    refundAmount: money('累计退款', figure),
    netAmount: money('净消费', amount),
    avgAmount: money('客单价', amount),
    goodsNum: int('购买件数', figure),
    firstPayTime: datetime('首次消费', made),
    lastPayTime: datetime('最近消费', made),
    maxPayAmount: money('最大单笔', figure),
    refundCount: int('退款次数', figure),
    couponUnused: int('未用券', figure),
    couponSoon: int('7天内到期券', figure),
    cartNum: int('购物车件数', figure),
    favouriteNum: int('收藏数', figure),
    visitDays30: int('近30天访问天数', figure),
    lastVisitTime: datetime('最近访问', made),
    shareNum: int('分享数', figure),
    replyNum: int('评价数', figure),
    showNum: int('晒图数', figure),
    feedbackNum: int('反馈数', figure),
    sessionNum: int('咨询次数', figure),
    drawNum: int('抽奖次数', figure),
    npsScore: int('NPS分', made),
    age: int('年龄', made),
    provinceId: ref('常用省', 'city', made),
    cityId: ref('常用市', 'city', made),
    lastChannelId: choice('最近渠道', CHANNELS, made),
    rScore: int('R', made),
    fScore: int('F', made),
    mScore: int('M', made),
    rfmType: choice('RFM类型', RFM_TYPES, made),
  },
  { title: 'uid', part: true },
)

/** What a user did on one day of the shop's zone. Members §1.3, §4.5. */
export const userDayStat = entity(
  'userDayStat',
  '用户日汇总',
  {
    uid: ref('用户', 'user', { readOnly: true, required: true }),
    day: date('日期', { readOnly: true, required: true }),
    payCount: int('消费次数', figure),
    payAmount: money('实付金额', figure),
    refundAmount: money('退款金额', figure),
    refundCount: int('退款次数', figure),
    maxPayAmount: money('最大单笔', figure),
    goodsNum: int('购买件数', figure),
    usedCouponCount: int('用券次数', figure),
    /** channels ordered in, as a sum of 1, 2, 4, 8, 16 for 1201 to 1205 */
    orderChannels: int('下单渠道', figure),
    visits: int('访问次数', figure),
    shareNum: int('分享次数', figure),
    replyNum: int('评价数', figure),
    showNum: int('晒图数', figure),
    signed: int('签到', figure),
  },
  { title: 'day', part: true, bigId: true },
)

/** What a user bought of a product. Members §1.3, §4.5. */
export const userGoodsStat = entity(
  'userGoodsStat',
  '用户购买偏好',
  {
    uid: ref('用户', 'user', { readOnly: true, required: true }),
    productId: ref('商品', 'product', { readOnly: true, required: true }),
    payCount: int('购买次数', figure),
    goodsNum: int('购买件数', figure),
    payAmount: money('实付金额', figure),
    refundAmount: money('退款金额', figure),
    viewCount: int('浏览次数', figure),
    firstPayTime: datetime('首次购买', made),
    lastPayTime: datetime('最近购买', made),
    lastViewTime: datetime('最近浏览', made),
  },
  { title: 'productId', part: true, bigId: true },
)
