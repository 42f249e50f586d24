import { choice, ref, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'

/** Why somebody looks at a value in full. Members §10.1. */
export const REVEAL_REASONS = [
  { value: 1, label: '售后联系' },
  { value: 2, label: '订单核实' },
  { value: 3, label: '投诉处理' },
  { value: 4, label: '其他' },
] as const

/** Says nothing by itself: it is put into words. */
export const OTHER_REASON = 4

/** A value of a consumer that somebody has seen in full: who, whose, which, why. Only added. Members §10.1, invariant 13. */
export const sensitiveLog = entity(
  'sensitiveLog',
  '敏感查看日志',
  {
    adminId: ref('查看人', 'admin', { readOnly: true, required: true, filter: true, width: 110 }),
    uid: ref('用户', 'user', { readOnly: true, required: true, width: 160 }),
    field: text('查看项', { max: 50, readOnly: true, required: true, list: false }),
    /** as a person calls it: 手机号 */
    label: text('查看项', { max: 50, readOnly: true, required: true, width: 120 }),
    reason: choice('原因', REVEAL_REASONS, { readOnly: true, required: true, filter: true, width: 110 }),
    reasonText: text('说明', { max: 100, readOnly: true, search: true, width: 220 }),
    ip: text('IP', { max: 45, readOnly: true, width: 130 }),
  },
  { title: 'label', order: [['id', 'desc']], bigId: true },
)
