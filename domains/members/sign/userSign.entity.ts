import { choice, date, int, ref, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'

export const SIGN_TYPES = [
  { value: 1, label: '积分' },
  { value: 2, label: '成长值' },
] as const

/** What a day of signing in gave, a row for each kind; the row of growth is there for every day. Members §3.10. */
export const userSign = entity(
  'userSign',
  '签到记录',
  {
    uid: ref('用户', 'user', { required: true, list: false }),
    createDay: date('签到日', { required: true, width: 110 }),
    type: choice('类型', SIGN_TYPES, { required: true, width: 90 }),
    title: text('动作', { max: 50, width: 160 }),
    number: int('获得', { initial: 0, width: 90 }),
    balance: int('获得后', { initial: 0, width: 100 }),
  },
  { title: 'title', bigId: true, part: true },
)
