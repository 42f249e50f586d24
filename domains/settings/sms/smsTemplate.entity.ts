import { choice, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'

export const CODE_TYPE = 1
export const PROMOTION_TYPE = 3

export const TEMP_TYPES = [
  { value: CODE_TYPE, label: '验证码' },
  { value: 2, label: '通知' },
  { value: PROMOTION_TYPE, label: '推广' },
] as const
export type TempType = (typeof TEMP_TYPES)[number]['value']

export const WAITING = 0
export const ALLOWED = 1
const TEMP_STATES = [
  { value: WAITING, label: '待审核', means: 'waits' },
  { value: ALLOWED, label: '通过', means: 'done' },
  { value: 2, label: '驳回', means: 'wrong' },
] as const

/** Platform §12.2: what messages say. The provider's own number of it is its tempId. */
export const smsTemplate = entity(
  'smsTemplate',
  '短信模板',
  {
    title: text('模板名称', { max: 50, required: true, unique: true, search: true, width: 180 }),
    tempType: choice('模板类型', TEMP_TYPES, { required: true, filter: true }),
    content: text('模板内容', {
      max: 500,
      required: true,
      search: true,
      long: true,
      help: '变量写在花括号里，如 您的订单{orderSn}已发货',
    }),
    tempId: text('平台模板编号', { max: 50, readOnly: true }),
    status: choice('状态', TEMP_STATES, { initial: 0, readOnly: true, filter: true }),
  },
  { title: 'title' },
)
