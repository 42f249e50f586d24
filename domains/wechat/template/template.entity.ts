import { choice, flag, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'

export const ROUTINE_TEMPLATE = 0
export const WECHAT_TEMPLATE = 1

export const TEMPLATE_TYPES = [
  { value: ROUTINE_TEMPLATE, label: '订阅消息' },
  { value: WECHAT_TEMPLATE, label: '公众号模板' },
] as const

/** A message template of the official account or the mini-program, as it lies at the platform. Platform §11.4. */
export const templateMessage = entity(
  'templateMessage',
  '消息模板',
  {
    type: choice('类型', TEMPLATE_TYPES, { required: true, filter: true, width: 110 }),
    /** number of the template in the platform's library; the same for every account */
    tempKey: text('模板编号', { max: 64, required: true, search: true, width: 150 }),
    name: text('模板名称', { max: 100, search: true, width: 180 }),
    content: text('模板内容', { max: 2000, long: true, width: 320 }),
    /** id of the template in this account */
    tempId: text('模板ID', { max: 100, width: 320 }),
    status: flag('状态', { initial: 1, texts: ['可用', '不可用'], filter: true, width: 80 }),
  },
  { title: 'name' },
)
