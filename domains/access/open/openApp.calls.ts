import { z } from 'zod'
import { choice, int, text } from '#kit/fields/shared.ts'
import { answerOf, get, idField, listAnswer, paging, post, rowAnswer } from '#kit/shared/call.ts'
import { standardCalls } from '#kit/shared/standardCalls.ts'
import {
  customerRow,
  openApp,
  openLogRow,
  WEBHOOK_STATES,
  webhookDetail,
  webhookRow,
} from './openApp.entity.ts'

const PREFIX = '/admin/open/app'

/** What is counted of an application beside what it is. */
const counted = {
  todayCalls: int('今日调用', { initial: 0, width: 90 }),
  /** of them beyond its rate */
  todayRefused: int('今日限流', { initial: 0, list: false }),
  failedEvents: int('失败推送', { initial: 0, width: 90 }),
}

const usual = standardCalls(PREFIX, openApp, { list: counted, without: ['save', 'remove', 'exportRows'] })

const one = { id: idField() }
const paged = { page: paging.page, limit: paging.limit }

/** New keys, told this once. */
const SECRETS = z.object({ appKey: z.string(), appSecret: z.string(), webhookSecret: z.string() })

const OUTCOMES = [
  { value: 'ok', label: '成功' },
  { value: 'failed', label: '失败' },
] as const
/** Of the two keys of an application. */
export const SECRET_KINDS = [
  { value: 1, label: '应用密钥' },
  { value: 2, label: '推送密钥' },
] as const

const eventList = get(`${PREFIX}/event/list`, {
  title: '推送记录',
  input: { appId: idField('应用'), status: choice('状态', WEBHOOK_STATES), ...paged },
  answer: listAnswer(webhookRow),
})

/** Orders §7.2, §8. */
export const openAppCalls = {
  ...usual,
  save: post(`${PREFIX}/save`, {
    title: '新增开放接口应用',
    input: openApp.shape,
    answer: answerOf(SECRETS.extend({ id: z.number() })),
  }),
  secret: post(`${PREFIX}/secret/:id`, {
    title: '重置应用密钥',
    input: { ...one, kind: choice('密钥', SECRET_KINDS, { initial: 1 }) },
    answer: answerOf(SECRETS.partial({ appSecret: true, webhookSecret: true })),
    business: 4,
  }),
  revoke: post(`${PREFIX}/secret/revoke/:id`, { title: '停用旧密钥', input: one, business: 4 }),
  eventList,
  eventInfo: get(`${PREFIX}/event/info/:id`, {
    title: '推送内容',
    permission: eventList.permission,
    input: one,
    answer: rowAnswer(webhookDetail),
  }),
  resend: post(`${PREFIX}/event/resend/:id`, { title: '重发推送', input: one }),
  test: post(`${PREFIX}/event/test/:id`, { title: '测试推送', input: one }),
  customerList: get(`${PREFIX}/customer/list`, {
    title: '客户会话',
    input: { appId: idField('应用'), uid: int('用户编号', { min: 1 }), ...paged },
    answer: listAnswer(customerRow),
  }),
  customerEnd: post(`${PREFIX}/customer/end/:id`, { title: '结束客户会话', input: one, business: 4 }),
  logList: get(`${PREFIX}/log/list`, {
    title: '接口调用记录',
    input: { appId: idField('应用'), outcome: choice('结果', OUTCOMES), ...paged },
    answer: listAnswer(openLogRow),
  }),
}

/** What applications ask of the room itself. Orders §8. */
export const openCalls = {
  token: post('/open/token', {
    title: '获取访问令牌',
    permission: 'public',
    perMinute: 120,
    quiet: true,
    input: {
      appKey: text('appKey', { max: 32, required: true }),
      timestamp: int('时间戳', { required: true, big: true }),
      sign: text('签名', { max: 128, required: true }),
    },
    answer: answerOf(z.object({ accessToken: z.string(), expiresIn: z.number() })),
  }),
  app: get('/open/app/info', {
    title: '当前应用',
    open: 'any',
    answer: answerOf(
      z.object({
        appKey: z.string(),
        name: z.string(),
        channelId: z.number(),
        scopes: z.array(z.string()),
        /** most calls a second */
        rateLimit: z.number(),
        /** seconds since 1970, by which timestamps are told */
        serverTime: z.number(),
      }),
    ),
  }),
}
