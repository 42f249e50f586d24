import { z } from 'zod'
import { CHANNELS } from '#domains/settings/settings.shared.ts'
import { choice, choices, datetime, flag, int, json, text, texts } from '#kit/fields/shared.ts'
import { common, entity } from '#kit/shared/entity.ts'
import { OPEN_SCOPES } from '#kit/shared/open.ts'
import { TEST_EVENT, WEBHOOK_EVENTS } from './webhook.events.ts'

/** An application outside that asks below /open: a shop front, a handheld, another system. Orders §8. */
export const openApp = entity(
  'openApp',
  '开放接口应用',
  {
    name: text('应用名称', { required: true, unique: true, search: true, max: 50, width: 205 }),
    appKey: text('appKey', { max: 32, readOnly: true, search: true, list: false }),
    channelId: choice('渠道', CHANNELS, { required: true, filter: true, width: 90 }),
    scopes: choices('权限', OPEN_SCOPES, { required: true, width: 160 }),
    ipList: texts('IP白名单', { each: 50, max: 50, width: 140 }),
    rateLimit: int('限流(次/秒)', { initial: 20, min: 1, max: 1000, width: 100 }),
    externalPrice: flag('外部价', { initial: 0, list: false }),
    webhookUrl: text('推送地址', { max: 300, pattern: /^https?:\/\/[^\s/]+\S*$/, list: false }),
    events: choices('推送事件', WEBHOOK_EVENTS, { list: false }),
    status: flag('状态', { initial: 1, filter: true, texts: ['启用', '停用'], width: 80 }),
    expireTime: datetime('到期时间', { width: 150 }),
    oldUntil: datetime('旧密钥有效至', { readOnly: true, list: false }),
    lastTime: datetime('最近获取令牌', { readOnly: true, list: false }),
    remark: text('备注', { max: 200, long: true, list: false }),
  },
  { title: 'name', code: 'appKey', order: [['id', 'desc']] },
)

const EVENTS = [...WEBHOOK_EVENTS.map(({ value, label }) => ({ value, label })), TEST_EVENT]

export const WEBHOOK_STATES = [
  { value: 0, label: '待推送', means: 'runs' },
  { value: 1, label: '推送成功', means: 'done' },
  { value: 2, label: '推送失败', means: 'wrong' },
] as const

// Append-only tables without the common columns, declared here for what a list and its filters need, and not among the
// entities of the room.

/** What an application is told of, and how far that came. Orders §8. */
export const webhookEvent = entity(
  'webhookEvent',
  '推送记录',
  {
    createTime: datetime('时间', { required: true, width: 150 }),
    type: choice('事件', EVENTS, { required: true, filter: true, width: 120 }),
    eventKey: text('业务单号', { max: 64, width: 170 }),
    status: choice('状态', WEBHOOK_STATES, { initial: 0, filter: true, width: 90 }),
    attempts: int('尝试次数', { initial: 0, width: 80 }),
    nextTime: datetime('下次时间', { required: true, width: 150 }),
    sentTime: datetime('推送时间', { width: 150 }),
    httpStatus: int('HTTP状态', { width: 90 }),
    lastError: text('失败原因', { max: 500, width: 220 }),
    response: text('应答', { max: 1000, list: false }),
    eventId: text('事件号', { max: 40, list: false }),
  },
  { title: 'eventKey', order: [['createTime', 'desc']] },
)

/** What an application asked and was answered. Orders §8. */
export const openLog = entity(
  'openLog',
  '调用记录',
  {
    time: datetime('时间', { required: true, width: 150 }),
    method: text('方法', { max: 10, width: 70 }),
    path: text('接口', { max: 200, width: 220 }),
    code: int('结果码', { initial: 200, width: 80 }),
    message: text('提示', { max: 300, width: 220 }),
    ms: int('耗时(毫秒)', { initial: 0, width: 100 }),
    ip: text('IP', { max: 50, width: 130 }),
    uid: int('用户', { list: false }),
    requestId: text('请求号', { max: 64, width: 230 }),
  },
  { title: 'path', order: [['time', 'desc']] },
)

/** A customer who signed in at an application; only while the session lasts. Members §2.5. */
export const customerSession = entity(
  'customerSession',
  '客户会话',
  {
    createTime: datetime('登录时间', { required: true, width: 150 }),
    uid: int('用户编号', { required: true, width: 120 }),
    expireTime: datetime('到期时间', { required: true, width: 150 }),
    ip: text('IP', { max: 50, width: 130 }),
  },
  { title: 'uid', order: [['createTime', 'desc']] },
)

export const customerRow = { id: common.id, ...customerSession.shape }
export const webhookRow = { id: common.id, ...webhookEvent.shape }
export const webhookDetail = {
  ...webhookRow,
  payload: json('内容', z.record(z.string(), z.unknown()), { initial: {} }),
}
export const openLogRow = { id: common.id, ...openLog.shape }
