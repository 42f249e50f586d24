import { choice, int, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'

/** Whom a scene tells. */
export const FOR_USERS = 1
export const FOR_STAFF = 2
const SEND_TYPES = [
  { value: FOR_USERS, label: '用户' },
  { value: FOR_STAFF, label: '管理员' },
] as const

/** A channel the scene knows is on or off; one it does not know stays so. */
export const ABSENT = 0
export const ON = 1
export const OFF = 2
const SWITCHES = [
  { value: ABSENT, label: '不存在' },
  { value: ON, label: '开启', means: 'done' },
  { value: OFF, label: '关闭', means: 'off' },
] as const

const channel = (label: string) => choice(label, SWITCHES, { initial: ABSENT, readOnly: true, width: 90 })
const template = (label: string) => int(label, { initial: 0, min: 0, list: false, help: '0 表示未设置' })

/** A scene in which somebody is told something; its rows come from the rooms' declarations. Platform §12.3. */
export const systemNotification = entity(
  'systemNotification',
  '通知场景',
  {
    mark: text('标识', { max: 50, required: true, unique: true, readOnly: true, search: true, width: 150 }),
    type: text('场景', { max: 50, required: true, readOnly: true, search: true, width: 140 }),
    description: text('说明', { max: 200, search: true, width: 220 }),
    sendType: choice('对象', SEND_TYPES, { initial: FOR_STAFF, readOnly: true, filter: true, width: 80 }),
    isNotice: channel('站内信'),
    isSms: channel('短信'),
    isWechat: channel('公众号'),
    isRoutine: channel('小程序'),
    content: text('内容', {
      max: 500,
      long: true,
      required: true,
      width: 320,
      help: '{} 中的变量在发送时填入',
    }),
    smsId: template('短信模板'),
    wechatId: template('公众号模板'),
    routineId: template('小程序模板'),
  },
  { title: 'type', order: [['id', 'asc']] },
)
