import { choice, datetime, int, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import { TEMP_TYPES } from './smsTemplate.entity.ts'

export const SENDING = 0
export const SENT = 1
export const FAILED = 2

const SMS_STATES = [
  { value: SENDING, label: '发送中', means: 'runs' },
  { value: SENT, label: '成功', means: 'done' },
  { value: FAILED, label: '失败', means: 'wrong' },
] as const

/** What the network told of a message; 无状态 until it has. Platform §12.2. */
export const NO_STATE = 134
export const RESULT_CODES = [
  { value: 100, label: '成功', means: 'done' },
  { value: 130, label: '失败', means: 'wrong' },
  { value: 131, label: '空号', means: 'wrong' },
  { value: 132, label: '停机', means: 'wrong' },
  { value: 133, label: '关机', means: 'wrong' },
  { value: NO_STATE, label: '无状态', means: 'off' },
] as const

/** A message to a phone; at most one for the same scene, source and phone. Platform §12.2. */
export const smsRecord = entity(
  'smsRecord',
  '短信记录',
  {
    phone: text('手机号', { max: 11, search: true, width: 130 }),
    template: text('模板', { max: 50, search: true, width: 150 }),
    tempType: choice('类型', TEMP_TYPES, { required: true, filter: true }),
    content: text('内容', { max: 1000, long: true }),
    units: int('条数', { initial: 1 }),
    status: choice('状态', SMS_STATES, { initial: SENDING, filter: true }),
    resultcode: choice('结果', RESULT_CODES, { filter: true }),
    memo: text('说明', { max: 300 }),
    sendTime: datetime('发送时间'),
    attempts: int('尝试次数', { initial: 0, list: false }),
    scene: text('场景', { max: 50, list: false, port: false }),
    sourceId: text('来源', { max: 100, list: false, port: false }),
    providerId: text('平台编号', { max: 100, list: false, port: false }),
  },
  { title: 'phone', order: [['createTime', 'desc']] },
)
