import { z } from 'zod'
import { choice, datetime, flag, int, money, ref, text } from '#kit/fields/shared.ts'
import {
  answerOf,
  get,
  idAnswer,
  idField,
  idsField,
  listAnswer,
  listInput,
  paging,
  patch,
  post,
  rowAnswer,
  rowsAnswer,
  rowsOf,
  someIds,
} from '#kit/shared/call.ts'
import { nameOf } from '#kit/shared/join.ts'
import { optionsAnswer } from '#kit/shared/standardCalls.ts'
import { GROUP_TYPES } from '../group/userGroup.entity.ts'
import { LEVEL_TYPES } from '../level/level.entity.ts'
import { memberPhone } from '../members.rules.ts'
import { REVEAL_REASONS } from '../privacy/sensitiveLog.entity.ts'
import { basketShape, moneyShape } from './rows.entity.ts'
import { USER_STATES } from './user.choices.ts'
import { user } from './user.entity.ts'
import { fallRow, lightRow, pickedRow, userFilters, userRow } from './user.lists.ts'
import { userAddress, userVisitRecord } from './userParts.entity.ts'

export {
  ACCESS_TYPES,
  BIRTHDAYS,
  LABEL_MODES,
  PAY_COUNTS,
  USER_TABS,
  userFilters,
} from './user.lists.ts'

const USER = '/admin/user'

/** Who may read the movements of accounts. Orders §7.1. */
const MONEY_READ = 'admin:ct:account:record:list'

const uid = idField('用户')
const reason = (facts: { required?: boolean } = {}) => text('原因', { max: 100, ...facts })

const listed = listInput(user, userFilters)

/** What a person fills in of a user. Members §2.6. */
const { nickname, avatar, realName, sex, birthday, country, districtId, addres, mark } = user.shape
const { groupId, customerGroupId, storeId, isPromoter } = user.shape
const cardId = text('身份证号', { max: 18 })
const form = {
  nickname,
  avatar,
  realName,
  sex,
  birthday,
  cardId,
  country,
  districtId,
  addres,
  mark,
  groupId,
  customerGroupId,
  storeId,
  isPromoter,
}

/** What is masked and can be looked at one by one, with a reason. Members §10.1. */
export const REVEALED = [
  { value: 'phone', label: '手机号' },
  { value: 'realName', label: '真实姓名' },
  { value: 'cardId', label: '身份证号' },
  { value: 'birthday', label: '生日' },
  { value: 'addres', label: '详细地址' },
] as const

const PLUS_MINUS = [
  { value: 1, label: '增加' },
  { value: 2, label: '减少' },
] as const
const sign = (label: string) => choice(label, PLUS_MINUS, { initial: 1 })
const points = (label: string) => int(label, { initial: 0, max: 999_999 })

/** What the dialog 积分余额 takes: whole numbers of points, cents of the balance. Members §2.6. */
export const foundsInput = {
  uid,
  moneyType: sign('余额变动'),
  moneyValue: money('余额', { initial: 0 }),
  integralType: sign('积分变动'),
  integralValue: points('积分'),
  diamondType: sign('钻石变动'),
  diamondValue: points('钻石'),
  experienceType: sign('成长值变动'),
  experienceValue: points('成长值'),
  mark: reason(),
  /** makes the same request once, however often it arrives */
  requestNo: text('请求号', { max: 40 }),
}

const cents = z.string()

/** 客户概况 of one user, in the words of the clients there are; money as text with two decimals. Members §2.4. */
const topAnswer = answerOf(
  z.object({
    uid: z.number(),
    balance: cents,
    /** of what may be spent, all that is frozen left out */
    available: cents,
    /** null while nobody keeps such a ledger */
    integralCount: z.number().nullable(),
    diamond: z.number().nullable(),
    couponCount: z.number().nullable(),
    experience: z.number(),
    nextLevelName: z.string(),
    nextNeed: z.number().nullable(),
    paidEndTime: z.number().nullable(),
    allOrderCount: z.number(),
    mothOrderCount: z.number(),
    allConsumeCount: cents,
    mothConsumeCount: cents,
    unpaidOrderCount: z.number().nullable(),
    refundingCount: z.number().nullable(),
    lastVisitTime: z.number().nullable(),
    lifeStage: z.number(),
    rfm: z.string(),
  }),
)

const paged = { page: paging.page, limit: paging.limit }
const ofUser = { userId: ref('用户', 'user', { required: true }), ...paged }
const rowsOfUser = { ...ofUser, fields: paging.fields }

/** 会员轨迹: one thing that happened. Members §2.4. */
const momentsAnswer = answerOf(
  z.object({
    /** what may be asked for */
    kinds: z.array(z.object({ value: z.string(), label: z.string() })),
    list: z.array(
      z.object({
        time: z.number(),
        kind: z.string(),
        label: z.string(),
        text: z.string(),
        /** address of where it is shown whole */
        to: z.string().optional(),
      }),
    ),
  }),
)

/** Members §2.7; the paths are those of the specification. */
export const userCalls = {
  list: get(`${USER}/list`, { title: '用户列表', input: listed, answer: listAnswer(userRow) }),
  /** how many rows each tab has under the other filters */
  counts: get(`${USER}/counts`, {
    title: '用户页签',
    permission: 'admin:user:list',
    input: listed,
    answer: answerOf(z.record(z.string(), z.number())),
  }),
  fall: get(`${USER}/fall/list`, {
    title: '流失用户',
    input: { ...listed, fallDays: int('流失天数', { min: 1, max: 3650 }) },
    answer: listAnswer(fallRow),
  }),
  info: get(`${USER}/info`, {
    title: '用户详情',
    input: { id: idField('用户') },
    answer: rowAnswer(userRow),
  }),
  save: post(`${USER}/save`, {
    title: '新增用户',
    input: {
      phone: memberPhone('手机号', { required: true }),
      nickname,
      realName,
      channelId: user.shape.channelId,
      groupId,
    },
    answer: idAnswer,
  }),
  update: patch(`${USER}/update`, {
    title: '编辑用户',
    input: { ...form, status: choice('状态', USER_STATES), reason: reason() },
  }),
  status: post(`${USER}/update/status/:id`, {
    title: '启用/停用用户',
    input: {
      id: idsField('用户'),
      status: choice('状态', USER_STATES, { required: true }),
      reason: reason({ required: true }),
    },
  }),
  phone: get(`${USER}/update/phone`, {
    title: '修改手机号',
    change: true,
    business: 2,
    input: { id: idField('用户'), phone: memberPhone('手机号', { required: true }) },
  }),
  founds: get(`${USER}/operate/founds`, {
    title: '调整积分余额',
    change: true,
    business: 2,
    input: foundsInput,
    answer: answerOf(z.object({ uid: z.number(), balance: cents, experience: z.number() })),
  }),
  /** what may be adjusted at all, by whom is asked; kinds whose ledger nobody keeps yet are told as missing */
  foundsLimits: get(`${USER}/founds/limits`, {
    title: '调整额度',
    permission: 'admin:user:operate:founds',
    input: { uid },
    answer: answerOf(
      z.object({
        balance: cents,
        experience: z.number(),
        integral: z.number().nullable(),
        diamond: z.number().nullable(),
        /** null: without limit */
        onceMoney: cents.nullable(),
        leftMoney: cents.nullable(),
        onceIntegral: z.number().nullable(),
      }),
    ),
  }),
  level: post(`${USER}/update/level`, {
    title: '修改用户等级',
    input: {
      uid,
      /** 0: none of the type any more */
      levelId: ref('等级', 'systemUserLevel', { initial: 0 }),
      levelType: choice('等级类型', LEVEL_TYPES, { initial: 1 }),
      isSub: flag('扣除经验', { initial: 0 }),
      days: int('会员天数', { initial: 0, max: 3650 }),
      keepDays: int('保持天数', { initial: 0, max: 3650 }),
      reason: reason(),
    },
  }),
  group: post(`${USER}/group`, {
    title: '设置用户分组',
    input: {
      id: idsField('用户'),
      groupId: ref('分组', 'userGroup', { initial: 0 }),
      groupType: choice('类型', GROUP_TYPES, { initial: 1 }),
    },
  }),
  spread: post(`${USER}/update/spread`, {
    title: '修改上级推广人',
    input: {
      userId: uid,
      spreadUid: ref('推广人', 'user', { required: true }),
      image: text('头像', { max: 255 }),
    },
  }),
  spreadClean: post(`${USER}/spread/clean/:id`, {
    title: '清除上级推广人',
    input: { id: idField('用户') },
  }),
  assign: post(`${USER}/assign`, {
    title: '分配客服和门店',
    input: {
      ids: idsField('用户'),
      agentId: ref('归属客服', 'admin'),
      storeId: ref('归属门店', 'store'),
      reason: reason(),
    },
  }),
  logout: post(`${USER}/logout/:id`, {
    title: '强制下线',
    business: 7,
    input: { id: idField('用户') },
    answer: answerOf(z.object({ ended: z.number() })),
  }),
  top: get(`${USER}/topdetail`, {
    title: '用户概况',
    input: { userId: ofUser.userId },
    answer: topAnswer,
  }),
  condition: get(`${USER}/infobycondition`, {
    title: '用户明细',
    input: { ...ofUser, type: int('类型', { required: true, max: 17 }) },
    answer: answerOf(
      z.object({
        list: z.array(z.unknown()),
        total: z.number(),
        page: z.number(),
        limit: z.number(),
        totalPage: z.number(),
      }),
    ),
  }),
  reveal: post(`${USER}/reveal`, {
    title: '查看完整信息',
    input: {
      uid,
      field: choice('查看项', REVEALED, { required: true }),
      reason: choice('原因', REVEAL_REASONS, { required: true }),
      reasonText: text('说明', { max: 100 }),
    },
    answer: answerOf(z.object({ value: z.string(), seconds: z.number() })),
  }),
  timeline: get(`${USER}/timeline`, {
    title: '用户动态',
    input: {
      userId: ofUser.userId,
      kinds: text('类型', { max: 200 }),
      before: datetime('早于'),
      limit: paging.limit,
    },
    answer: momentsAnswer,
  }),
  addresses: get(`${USER}/address/list`, {
    title: '收货地址',
    input: rowsOfUser,
    answer: listAnswer(
      rowsOf(userAddress, {
        province: nameOf('provinceId', '省份', { list: false }),
        city: nameOf('cityId', '城市', { list: false }),
        district: nameOf('districtId', '区县', { list: false }),
      }),
    ),
  }),
  friends: get(`${USER}/spread/list`, {
    title: '好友关系',
    input: rowsOfUser,
    answer: listAnswer(userRow),
  }),
  visits: get(`${USER}/visit/list`, {
    title: '访问足迹',
    input: rowsOfUser,
    answer: listAnswer(userVisitRecord.all),
  }),
  moneys: get(`${USER}/money/list`, {
    title: '余额变动',
    permission: MONEY_READ,
    input: rowsOfUser,
    answer: listAnswer(moneyShape),
  }),
  basket: get(`${USER}/cart/list`, {
    title: '购物车与收藏',
    input: rowsOfUser,
    answer: listAnswer(basketShape),
  }),
  channels: get(`${USER}/channel/list`, {
    title: '注册来源',
    input: { dateLimit: paging.dateLimit },
    answer: answerOf(
      z.array(
        z.object({
          channelId: z.number(),
          userType: z.string(),
          channel: z.string(),
          num: z.number(),
          payNum: z.number(),
        }),
      ),
    ),
  }),
  ofChannels: post(`${USER}/channel/user/list`, {
    title: '来源用户',
    change: false,
    input: {
      ...paging,
      channelIds: text('来源渠道', { max: 100 }),
      userTypes: text('注册类型', { max: 100 }),
    },
    answer: listAnswer(userRow),
  }),
  /** rows of the picker of users */
  picked: get(`${USER}/list/user`, {
    title: '选择用户',
    input: { ...paging, excludeIds: someIds('排除') },
    answer: listAnswer(pickedRow),
  }),
  all: get(`${USER}/all`, {
    title: '用户缓存',
    input: { sinceUid: int('起始用户', { initial: 0 }), limit: paging.limit },
    answer: rowsAnswer(lightRow),
  }),
  options: get(`${USER}/stringify`, {
    title: '用户选项',
    permission: 'login',
    picks: 'user',
    input: {
      keywords: paging.keywords,
      ids: someIds('用户'),
      offered: flag('仅可选', { initial: 0 }),
      limit: paging.limit,
    },
    answer: optionsAnswer,
  }),
}
