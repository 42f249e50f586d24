import { choice, datetime, fixed, flag, image, int, ref, refs, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import { audienceFields } from '../rule/audience.ts'
import { PERIODS, TASK_TYPES } from './task.rules.ts'

export const RECEIVE_MODES = [
  { value: 1, label: '自动发放' },
  { value: 2, label: '手动领取' },
] as const

const REWARD = { initial: 0, max: 99_999 } as const

/** What users can do for growth and rewards. Members §3.6. */
export const vipTask = entity(
  'vipTask',
  '会员任务',
  {
    name: text('任务名称', { max: 30, required: true, unique: true, search: true, width: 160 }),
    taskType: choice('任务类型', TASK_TYPES, { required: true, filter: true, width: 110 }),
    period: choice('周期', PERIODS, { required: true, initial: 1, filter: true, width: 80 }),
    target: fixed('目标', { required: true, initial: 1, min: 0.01, max: 99_999_999, width: 90 }),
    objectIds: refs('指定商品', 'product', { max: 100, list: false }),
    ...audienceFields,
    startTime: datetime('开始时间', { list: false }),
    endTime: datetime('结束时间', { list: false }),
    experience: int('成长值', { ...REWARD, list: false }),
    integral: int('积分', { ...REWARD, list: false }),
    diamond: int('钻石', { ...REWARD, list: false }),
    couponIds: refs('优惠券', 'coupon', { max: 5, list: false }),
    receiveMode: choice('领取方式', RECEIVE_MODES, { initial: 1, list: false }),
    validDays: int('领取有效天数', { initial: 7, min: 1, max: 365, list: false }),
    dayLimit: int('每日发放上限(份)', { initial: 0, list: false, help: '0 不限' }),
    totalLimit: int('累计发放上限(份)', { initial: 0, list: false, help: '0 不限' }),
    icon: image('图标', { required: true, ratio: 1, list: false, port: false }),
    desc: text('说明', { max: 100, list: false }),
    linkUrl: text('去完成链接', { max: 300, list: false }),
    sort: int('排序', { initial: 0, max: 9999, width: 80 }),
    status: flag('状态', { initial: 1, texts: ['启用', '停用'], filter: true, width: 90 }),
    /** rewards given so far, against totalLimit */
    givenNum: int('已发份数', { readOnly: true, initial: 0, list: false }),
  },
  {
    title: 'name',
    picture: 'icon',
    order: [['sort', 'desc']],
  },
)

export const TASK_STATES = [
  { value: 0, label: '进行中', means: 'runs' },
  { value: 1, label: '待领取', means: 'waits' },
  { value: 2, label: '已领取', means: 'done' },
  { value: 3, label: '已失效', means: 'off' },
  { value: 4, label: '已收回', means: 'off' },
] as const

/** How far a user is with a task in a period. Members §3.6. */
export const vipTaskRecord = entity(
  'vipTaskRecord',
  '任务记录',
  {
    taskId: ref('任务', 'vipTask', { required: true, filter: true, width: 150 }),
    uid: ref('用户', 'user', { required: true, filter: true, width: 150 }),
    /** once, 2025-03-01, 2025-W09, 2025-03 */
    periodKey: text('周期', { max: 10, required: true, width: 100 }),
    progress: fixed('进度', { initial: 0, width: 90 }),
    status: choice('状态', TASK_STATES, { initial: 0, filter: true, width: 90 }),
    doneTime: datetime('完成时间', { width: 150 }),
    receiveTime: datetime('领取时间', { width: 150 }),
    /** until then it can be received */
    expireTime: datetime('领取截止', { list: false }),
  },
  { title: 'periodKey', bigId: true },
)
