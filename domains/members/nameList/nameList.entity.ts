import { choice, choices, datetime, int, ref, text } from '#kit/fields/shared.ts'
import { common, entity } from '#kit/shared/entity.ts'
import { isMobile } from '#kit/shared/text.ts'
import { maskedOpenid, maskedPhone, PHONE } from '../members.rules.ts'

export const LIST_TYPES = [
  { value: 1, label: '白名单' },
  { value: 2, label: '黑名单' },
] as const
export const WHITE = 1
export const BLACK = 2

export const OBJECT_TYPES = [
  { value: 1, label: '用户' },
  { value: 2, label: '手机号' },
  { value: 3, label: 'openid' },
  { value: 4, label: '设备号' },
  { value: 5, label: 'IP段' },
  { value: 6, label: '收货地址' },
] as const
export const BY_USER = 1
export const BY_PHONE = 2
export const BY_OPENID = 3
export const BY_DEVICE = 4
export const BY_IP = 5
export const BY_ADDRESS = 6

export const NAME_SCENES = [
  { value: 1, label: '登录注册' },
  { value: 2, label: '下单' },
  { value: 3, label: '领券抽奖' },
  { value: 4, label: '秒杀' },
  { value: 5, label: '评价晒图' },
  { value: 6, label: '客服留言' },
  { value: 7, label: '提现' },
  { value: 8, label: '消息触达' },
] as const
export type NameScene = (typeof NAME_SCENES)[number]['value']

export const NAME_STATES = [
  { value: 1, label: '启用', means: 'done' },
  { value: 0, label: '停用', means: 'off' },
] as const

/** What a person is known by is shown in part: a phone, an account of the social platform, the number of a device. */
export function maskedObject(value: string): string {
  if (isMobile(value)) return maskedPhone(value)
  return /^[A-Za-z0-9_-]{16,}$/.test(value) ? maskedOpenid(value) : value
}

/** Who may and may not, per scene; of one scene white counts more than black. Members §5.1. */
export const nameList = entity(
  'nameList',
  '名单',
  {
    listType: choice('名单类型', LIST_TYPES, { required: true, filter: true, list: false }),
    objectType: choice('对象类型', OBJECT_TYPES, { required: true, filter: true, width: 90 }),
    objectValue: text('对象', {
      max: 200,
      required: true,
      search: true,
      width: 170,
      masked: { permission: PHONE, show: maskedObject },
    }),
    uid: ref('用户', 'user', { readOnly: true, width: 120, port: false }),
    scenes: choices('场景', NAME_SCENES, { required: true, filter: true, width: 180 }),
    reason: text('原因', { max: 100, required: true, width: 180 }),
    startTime: datetime('开始时间', { list: false, help: '不填为立即生效' }),
    endTime: datetime('结束时间', { width: 150, help: '不填为长期' }),
    hitNum: int('命中次数', { readOnly: true, initial: 0, width: 90, port: false, unlogged: true }),
    lastHitTime: datetime('最近命中', { readOnly: true, width: 150, port: false, unlogged: true }),
    status: choice('状态', NAME_STATES, { readOnly: true, initial: 1, filter: true, width: 80, port: false }),
  },
  { title: 'objectValue', order: [['id', 'desc']], grams: true },
)

/** What a black list has stopped. Members §1.3. */
export const nameHit = entity(
  'nameHit',
  '命中记录',
  {
    time: datetime('时间', { required: true, width: 150 }),
    scene: choice('场景', NAME_SCENES, { required: true, width: 100 }),
    uid: ref('用户', 'user', { width: 140 }),
    value: text('命中对象', { max: 200, width: 170, masked: { permission: PHONE, show: maskedObject } }),
    ip: text('IP', { max: 45, width: 130 }),
    nameId: int('名单', { required: true, list: false }),
  },
  { title: 'time', bigId: true, order: [['id', 'desc']] },
)
export const nameHitRow = { id: common.id, ...nameHit.shape }
