import {
  choice,
  datetime,
  flag,
  html,
  image,
  int,
  lines,
  money,
  percent,
  ref,
  text,
} from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import { type FieldFacts, makeField, readNumber } from '#kit/shared/field.ts'
import { EQUITIES } from './equity.rules.ts'

/** Members §1.1, doors §7.1. A user has at most one level of each type at a time. */
export const LEVEL_TYPES = [
  { value: 1, label: '会员等级' },
  { value: 2, label: '付费等级' },
  { value: 3, label: '客户等级' },
] as const
export type LevelType = (typeof LEVEL_TYPES)[number]['value']

const RANGE = '折扣值应在1到99.99之间'

/** A discount in percent of what is paid, with two decimals; null: none. Members §3.1, §14. */
const discountField = (label: string, facts: FieldFacts) =>
  makeField<number | null>({
    type: 'decimal',
    label,
    facts: { ...facts, decimals: 2, min: 1, max: 99.99, right: '例：95.00' },
    empty: null,
    initial: undefined,
    json: { type: 'number', minimum: 1, maximum: 99.99 },
    read(value) {
      const number = readNumber(value)
      const isFine = number !== null && number >= 1 && number <= 99.99
      return isFine && Math.abs(Math.round(number * 100) - number * 100) < 1e-6
        ? { value: number }
        : { reason: RANGE }
    },
  })

const COLOUR = /^#[0-9a-fA-F]{6}$/

/** A benefit of a level. Members §3.2. */
export const equityLine = {
  equityCode: choice('权益类型', EQUITIES, { required: true, width: 130 }),
  name: text('权益名称', { max: 20, required: true, width: 140 }),
  icon: image('图标', { required: true, ratio: 1, width: 90 }),
  desc: text('说明', { max: 100, width: 200 }),
  /** rank, times, text or the number of what it names, by the type */
  value: text('权益内容', { max: 200, width: 160 }),
  sort: int('排序', { initial: 0, max: 9999, width: 80 }),
  status: flag('状态', { initial: 1, texts: ['启用', '停用'], width: 80 }),
}

/** A level of members (by growth), of payers (by a plan) or of customers (given). Members §3.1. */
export const systemUserLevel = entity(
  'systemUserLevel',
  '会员等级',
  {
    levelType: choice('等级类型', LEVEL_TYPES, { required: true, list: false, filter: true }),
    name: text('等级名称', { max: 50, required: true, search: true, width: 160 }),
    grade: int('等级', { required: true, min: 1, max: 99, width: 70 }),
    experience: int('达到经验', { width: 100, help: '成长值达到后升级，等级越高所需经验必须越高' }),
    keepExperience: int('保级经验', {
      list: false,
      help: '周期方式下有效期内需达到的成长值，留空等于达到经验',
    }),
    discount: discountField('享受折扣(%)', { width: 110, help: '95.00 表示按 95% 付款，留空不打折' }),
    icon: image('等级图标', { required: true, ratio: 1, list: false, port: false }),
    image: image('背景图', { list: false, port: false }),
    color: text('颜色', { max: 20, pattern: COLOUR, list: false, port: false }),
    needNetAmount: money('净消费满', { list: false, help: '留空不限' }),
    needPayCount: int('消费次数满', { list: false, help: '留空不限' }),
    needTaskId: ref('完成任务', 'vipTask', { list: false }),
    agreementId: ref('会员协议', 'termsService', { list: false }),
    equities: lines('等级权益', equityLine, { max: 30 }),
    content: html('说明'),
    sort: int('排序', { initial: 0, max: 9999, list: false }),
    isShow: flag('状态', { initial: 1, texts: ['显示', '隐藏'], width: 90 }),
  },
  {
    title: 'name',
    picture: 'icon',
    order: [
      ['levelType', 'asc'],
      ['grade', 'asc'],
    ],
  },
)

/** 方式. Members §3.4. */
export const CHANGE_TYPES = [
  { value: 1, label: '升级', means: 'done' },
  { value: 2, label: '保级失败', means: 'wrong' },
  { value: 3, label: '退款降级', means: 'wrong' },
  { value: 4, label: '手工', means: 'off' },
  { value: 5, label: '规则调整', means: 'off' },
  { value: 6, label: '付费开通', means: 'done' },
  { value: 7, label: '付费到期', means: 'off' },
  { value: 8, label: '团购绑定', means: 'done' },
  { value: 9, label: '团购解除', means: 'off' },
  { value: 10, label: '合并', means: 'off' },
  { value: 11, label: '导入', means: 'off' },
] as const
export type ChangeType = (typeof CHANGE_TYPES)[number]['value']

/** Every change of a user's level of a type; only added. Members §1.3, §3.4. */
export const userLevel = entity(
  'userLevel',
  '等级变更记录',
  {
    uid: ref('用户', 'user', { required: true, filter: true, width: 150 }),
    levelType: choice('类型', LEVEL_TYPES, { required: true, filter: true, width: 90 }),
    beforeId: ref('原等级', 'systemUserLevel', { list: false }),
    beforeName: text('原等级', { max: 50, width: 110 }),
    afterId: ref('新等级', 'systemUserLevel', { list: false }),
    afterName: text('新等级', { max: 50, width: 110 }),
    grade: int('等级', { list: false }),
    discount: percent('折扣(%)', { list: false }),
    changeType: choice('方式', CHANGE_TYPES, { required: true, filter: true, width: 90 }),
    experience: int('经验', { initial: 0, width: 90 }),
    mark: text('原因', { max: 100, width: 180 }),
    operatorName: text('操作人', { max: 50, width: 90 }),
    /** what brought it about, once for each user and type */
    sourceType: text('来源', { max: 20, required: true, list: false, port: false }),
    sourceId: text('来源ID', { max: 60, required: true, list: false, port: false }),
  },
  { title: 'uid', bigId: true },
)

/** What growth is given for. Members §3.3. */
export const LINK_TYPES = [
  { value: 'order', label: '订单' },
  { value: 'sign', label: '签到' },
  { value: 'task', label: '任务' },
  { value: 'reply', label: '评价' },
  { value: 'show', label: '晒图' },
  { value: 'invite', label: '邀请' },
  { value: 'vip', label: '付费会员' },
  { value: 'grant', label: '活动' },
  { value: 'system', label: '系统' },
] as const
export type LinkType = (typeof LINK_TYPES)[number]['value']

export const PM = [
  { value: 1, label: '增加', means: 'done' },
  { value: 2, label: '扣减', means: 'off' },
] as const

/** An entry of the growth ledger; only postExperience writes it. Members §3.3. */
export const userExperienceRecord = entity(
  'userExperienceRecord',
  '成长值流水',
  {
    uid: ref('用户', 'user', { required: true, list: false }),
    linkType: choice('来源', LINK_TYPES, { required: true, filter: true, width: 90 }),
    linkId: text('关联单号', { max: 60, required: true, width: 190 }),
    seq: int('序号', { initial: 0, list: false }),
    type: choice('增减', PM, { required: true, filter: true, width: 80 }),
    title: text('标题', { max: 100, width: 180 }),
    experience: int('变化', { required: true, width: 90 }),
    balance: int('变化后', { required: true, width: 100 }),
    mark: text('备注', { max: 255, width: 200 }),
    status: flag('状态', { initial: 1, list: false, texts: ['有效', '无效'] }),
  },
  { title: 'title', bigId: true, part: true },
)

/** One use of a benefit that may be used so many times a month. Members §3.2. */
export const equityUse = entity(
  'equityUse',
  '权益使用',
  {
    uid: ref('用户', 'user', { required: true, list: false }),
    levelId: ref('等级', 'systemUserLevel', { required: true, width: 120 }),
    equityCode: choice('权益', EQUITIES, { required: true, width: 110 }),
    sourceType: text('来源', { max: 20, required: true, width: 90 }),
    sourceId: text('单号', { max: 60, required: true, width: 190 }),
    month: text('月份', { max: 7, required: true, width: 90 }),
    usedTime: datetime('使用时间', { required: true, width: 150 }),
  },
  { title: 'sourceId', bigId: true, part: true },
)
