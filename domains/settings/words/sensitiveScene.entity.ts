import { choice, flag, refs, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'

/** Where texts of people are checked. Doors §7.1. */
export const SCENES = [
  { value: 'product', label: '商品信息' },
  { value: 'comment', label: '商品评论' },
  { value: 'chatAgent', label: '客服发言' },
  { value: 'chatCustomer', label: '客户发言' },
  { value: 'nickname', label: '用户昵称' },
  { value: 'article', label: '文章' },
  { value: 'survey', label: '问卷' },
  { value: 'notice', label: '消息公告' },
  { value: 'orderRemark', label: '订单备注' },
] as const
export type Scene = (typeof SCENES)[number]['value']

/** 1: each word as it says itself; the others: all words alike. */
export const MODES = [
  { value: 1, label: '跟随词条' },
  { value: 2, label: '统一拦截' },
  { value: 3, label: '统一替换' },
  { value: 4, label: '统一审核' },
] as const

/** One row per scene, there from the start. Platform §13.4. */
export const sensitiveScene = entity(
  'sensitiveScene',
  '检测场景',
  {
    scene: choice('场景', SCENES, { required: true, readOnly: true, unique: true }),
    status: flag('启用', { initial: 1, texts: ['启用', '停用'] }),
    mode: choice('处理方式', MODES, { initial: 1 }),
    mark: text('替换字符', { max: 1, initial: '*' }),
    notifyIds: refs('通知人', 'admin', { max: 50, help: '命中敏感词时收到通知的人' }),
  },
  { title: 'scene', order: [['id', 'asc']] },
)
