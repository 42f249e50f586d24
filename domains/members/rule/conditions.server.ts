import { type RawBuilder, sql } from 'kysely'
import { CHANNELS } from '#domains/settings/settings.shared.ts'
import { LIFE_STAGES, SEXES, USER_TYPES } from '../user/user.choices.ts'
import { RFM_TYPES } from '../user/userStat.entity.ts'
import {
  type ConditionAt,
  type ConditionFacts,
  daysSince,
  declareCondition,
  type Source,
} from './condition.server.ts'
import { HAS_TAG } from './rule.rules.ts'

/** Everything a user has ever done, summed. */
const STAT: Source = {
  key: 'stat',
  rows: ({ within }) => sql`select * from "userStat" where ${within('"uid"')}`,
}

/** What a user did on some days, summed. */
const DAYS: Source = {
  key: 'days',
  rows: ({ within, days }) => sql`
    select "uid", sum("payCount")::int as "payCount", sum("payAmount")::bigint as "payAmount",
      sum("refundAmount")::bigint as "refundAmount", sum("refundCount")::int as "refundCount",
      max("maxPayAmount") as "maxPayAmount", sum("usedCouponCount")::int as "usedCouponCount",
      bit_or("orderChannels") as "orderChannels", count(*) filter (where "visits" > 0)::int as "visitDays",
      sum("shareNum")::int as "shareNum", sum("replyNum")::int as "replyNum", sum("showNum")::int as "showNum",
      sum("signed")::int as "signDays"
    from "userDayStat" where ${within('"uid"')}${
      days === null ? sql`` : sql` and "day" >= ${days.from}::date and "day" <= ${days.to}::date`
    } group by "uid"`,
}

const CART: Source = {
  key: 'cart',
  rows: ({ within, asOf }) => sql`
    select "uid", max(floor(extract(epoch from (${asOf}::timestamptz - "addTime")) / 86400))::int as "days"
    from "userCart" where "isDel" = 0 and ${within('"uid"')} group by "uid"`,
}

const own = (column: string) => (): RawBuilder<unknown> => sql.raw(`u."${column}"`)
const summed =
  (column: string) =>
  (at: ConditionAt): RawBuilder<unknown> =>
    sql`coalesce(${at.join(STAT)(column)}, 0)`
/** Over all time what is kept as a sum, over some days what those days hold. */
const counted =
  (column: string) =>
  (at: ConditionAt): RawBuilder<unknown> =>
    sql`coalesce(${at.join(at.window.type === 'all' ? STAT : DAYS)(column)}, 0)`
/** Of what is only counted by days. */
const daily =
  (column: string) =>
  (at: ConditionAt): RawBuilder<unknown> =>
    sql`coalesce(${at.join(DAYS)(column)}, 0)`

const netOf = (at: ConditionAt) => sql`(${counted('payAmount')(at)} - ${counted('refundAmount')(at)})`

const ALL_WINDOWS = ['all', 'lastDays', 'range'] as const
const NO_RANGE = ['all', 'lastDays'] as const
const MONTHS = Array.from({ length: 12 }, (_, index) => ({ value: index + 1, label: `${index + 1}月` }))

/** Whole days until the next birthday; on the 29th of February it is kept on the 28th where there is none. */
const toBirthday = ({ today }: ConditionAt) => sql`(
  select min(d - ${today}::date) from (select
    (u."birthday" + make_interval(years => (extract(year from ${today}::date) - extract(year from u."birthday"))::int + y))::date as d
    from generate_series(0, 1) as y) as "days" where d >= ${today}::date)`

const BASE: Readonly<Record<string, Omit<ConditionFacts, 'group'>>> = {
  sex: { label: '性别', type: 'choice', choices: SEXES, sql: own('sex') },
  age: {
    label: '年龄',
    type: 'number',
    nullable: true,
    unit: '岁',
    min: 0,
    max: 150,
    sql: ({ today }) => sql`extract(year from age(${today}::date, u."birthday"))::int`,
  },
  birthdayIn: {
    label: '距下次生日',
    type: 'number',
    nullable: true,
    unit: '天',
    min: 0,
    max: 366,
    sql: toBirthday,
  },
  birthMonth: {
    label: '生日月份',
    type: 'choice',
    nullable: true,
    choices: MONTHS,
    sql: () => sql`extract(month from u."birthday")::int`,
  },
  regDays: {
    label: '注册天数',
    type: 'number',
    unit: '天',
    min: 0,
    sql: ({ asOf }) => daysSince(sql`u."createTime"`, asOf),
  },
  regTime: { label: '注册时间', type: 'date', sql: own('createTime') },
  channelId: { label: '来源渠道', type: 'choice', choices: CHANNELS, sql: own('channelId') },
  userType: { label: '注册类型', type: 'choice', choices: USER_TYPES, sql: own('userType') },
  province: { label: '省份', type: 'ref', ref: 'city', nullable: true, sql: own('provinceId') },
  city: { label: '城市', type: 'ref', ref: 'city', nullable: true, sql: own('cityId') },
  level: { label: '会员等级', type: 'ref', ref: 'systemUserLevel', nullable: true, sql: own('level') },
  paidMember: { label: '付费会员', type: 'flag', sql: own('isPaidMember') },
  paidEndDays: {
    label: '会员剩余天数',
    type: 'number',
    nullable: true,
    unit: '天',
    sql: ({ asOf }) => sql`floor(extract(epoch from (u."paidEndTime" - ${asOf}::timestamptz)) / 86400)::int`,
  },
  customerLevel: {
    label: '客户等级',
    type: 'ref',
    ref: 'systemUserLevel',
    nullable: true,
    sql: own('customerLevel'),
  },
  groupId: { label: '用户分组', type: 'ref', ref: 'userGroup', nullable: true, sql: own('groupId') },
  customerGroupId: {
    label: '客户分组',
    type: 'ref',
    ref: 'userGroup',
    nullable: true,
    sql: own('customerGroupId'),
  },
  [HAS_TAG]: {
    label: '标签',
    type: 'set',
    ref: 'userTag',
    sql: ({ ids }) => sql`exists (select 1 from "userTagRel" r where r."uid" = u."id" and r."source" <> -1
      and r."tagId" = any(${sql.val([...ids])}::int[]))`,
  },
  storeId: { label: '归属门店', type: 'ref', ref: 'store', nullable: true, sql: own('storeId') },
  agentId: { label: '归属客服', type: 'ref', ref: 'admin', nullable: true, sql: own('agentId') },
  subscribe: { label: '已关注公众号', type: 'flag', sql: own('subscribe') },
  hasPhone: { label: '已绑手机', type: 'flag', sql: () => sql`(u."phone" <> '')::int` },
  consent: { label: '营销授权', type: 'flag', sql: own('consent') },
  inviteCode: {
    label: '邀请码',
    type: 'ref',
    ref: 'invitationCode',
    nullable: true,
    sql: own('inviteCodeId'),
  },
  companyId: { label: '所属单位', type: 'ref', ref: 'company', nullable: true, sql: own('companyId') },
  lifeStage: { label: '生命周期', type: 'choice', choices: LIFE_STAGES, sql: own('lifeStage') },
  rfmType: {
    label: 'RFM类型',
    type: 'choice',
    nullable: true,
    choices: RFM_TYPES,
    sql: (at) => at.join(STAT)('rfmType'),
  },
}

const PROPERTY: Readonly<Record<string, Omit<ConditionFacts, 'group'>>> = {
  nowMoney: { label: '余额', type: 'money', sql: own('nowMoney') },
  experience: { label: '成长值', type: 'number', min: 0, sql: own('experience') },
  couponUnused: { label: '未用券数', type: 'number', unit: '张', min: 0, sql: summed('couponUnused') },
  couponSoon: {
    label: '即将到期券数',
    type: 'number',
    unit: '张',
    min: 0,
    help: '7天内到期的优惠券',
    sql: summed('couponSoon'),
  },
}

const bought =
  (column: 'lastPayTime' | 'lastViewTime', figure: 'payCount' | 'viewCount') =>
  ({ ids, since, within }: ConditionAt) =>
    sql`u."id" in (
    select "uid" from "userGoodsStat" where "productId" = any(${sql.val([...ids])}::int[]) and ${within('"uid"')}
      and ${sql.ref(figure)} > 0${since === null ? sql`` : sql` and ${sql.ref(column)} >= ${since}`})`

/** Channels as userDayStat keeps them. */
const channelBits = (ids: readonly number[]): number =>
  CHANNELS.reduce((bits, { value }, index) => (ids.includes(value) ? bits | (1 << index) : bits), 0)

const TRADE: Readonly<Record<string, Omit<ConditionFacts, 'group'>>> = {
  payCount: {
    label: '消费次数',
    type: 'number',
    unit: '次',
    windows: ALL_WINDOWS,
    sql: counted('payCount'),
  },
  payAmount: { label: '实付金额', type: 'money', windows: ALL_WINDOWS, sql: counted('payAmount') },
  netAmount: { label: '净消费', type: 'money', windows: ALL_WINDOWS, sql: netOf },
  avgAmount: {
    label: '客单价',
    type: 'money',
    nullable: true,
    windows: ALL_WINDOWS,
    sql: (at) => sql`(${netOf(at)} / nullif(${counted('payCount')(at)}, 0))`,
  },
  maxPayAmount: { label: '最大单笔', type: 'money', windows: ALL_WINDOWS, sql: counted('maxPayAmount') },
  firstPayTime: {
    label: '首次消费时间',
    type: 'date',
    nullable: true,
    sql: (at) => at.join(STAT)('firstPayTime'),
  },
  lastPayDays: {
    label: '距最近消费天数',
    type: 'number',
    nullable: true,
    unit: '天',
    sql: ({ asOf }) => daysSince(sql`u."lastPayTime"`, asOf),
  },
  refundCount: {
    label: '退款次数',
    type: 'number',
    unit: '次',
    windows: ALL_WINDOWS,
    sql: counted('refundCount'),
  },
  refundRate: {
    label: '退款率',
    type: 'number',
    nullable: true,
    unit: '%',
    decimals: 2,
    min: 0,
    windows: ALL_WINDOWS,
    help: '退款金额占实付金额的百分比',
    sql: (at) =>
      sql`round(${counted('refundAmount')(at)} * 100.0 / nullif(${counted('payAmount')(at)}, 0), 2)`,
  },
  boughtProduct: {
    label: '购买过商品',
    type: 'set',
    ref: 'product',
    windows: NO_RANGE,
    sql: bought('lastPayTime', 'payCount'),
  },
  usedCouponCount: {
    label: '用券次数',
    type: 'number',
    unit: '次',
    windows: ALL_WINDOWS,
    sql: daily('usedCouponCount'),
  },
  orderChannel: {
    label: '下单渠道',
    type: 'set',
    choices: CHANNELS,
    windows: ALL_WINDOWS,
    sql: (at) => sql`(${daily('orderChannels')(at)} & ${channelBits(at.ids)}::int) <> 0`,
  },
}

const BEHAVIOUR: Readonly<Record<string, Omit<ConditionFacts, 'group'>>> = {
  visitDays: {
    label: '访问天数',
    type: 'number',
    unit: '天',
    windows: ['lastDays', 'range'],
    sql: daily('visitDays'),
  },
  lastVisitDays: {
    label: '距最近访问天数',
    type: 'number',
    nullable: true,
    unit: '天',
    sql: ({ asOf }) => daysSince(sql`u."lastVisitTime"`, asOf),
  },
  viewedProduct: {
    label: '浏览过商品',
    type: 'set',
    ref: 'product',
    windows: NO_RANGE,
    sql: bought('lastViewTime', 'viewCount'),
  },
  cartNum: { label: '购物车件数', type: 'number', unit: '件', min: 0, sql: summed('cartNum') },
  cartDays: {
    label: '加购未买天数',
    type: 'number',
    nullable: true,
    unit: '天',
    sql: (at) => at.join(CART)('days'),
  },
  favouriteNum: { label: '收藏数', type: 'number', unit: '件', min: 0, sql: summed('favouriteNum') },
  shareNum: { label: '分享次数', type: 'number', unit: '次', windows: ALL_WINDOWS, sql: counted('shareNum') },
  signDays: {
    label: '签到天数',
    type: 'number',
    unit: '天',
    windows: ALL_WINDOWS,
    sql: daily('signDays'),
  },
  replyNum: { label: '评价数', type: 'number', unit: '条', windows: ALL_WINDOWS, sql: counted('replyNum') },
  showNum: { label: '晒图数', type: 'number', unit: '条', windows: ALL_WINDOWS, sql: counted('showNum') },
}

const GROUPS = [
  ['基础', BASE],
  ['资产', PROPERTY],
  ['交易', TRADE],
  ['行为', BEHAVIOUR],
] as const satisfies readonly (readonly [string, Readonly<Record<string, Omit<ConditionFacts, 'group'>>>])[]

/** What the room itself knows of users. Members §4.5. */
export const ownConditions = GROUPS.flatMap(([group, fields]) =>
  Object.entries(fields).map(([field, facts]) => declareCondition(field, { ...facts, group })),
)
