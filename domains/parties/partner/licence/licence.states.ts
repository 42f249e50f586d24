import { AUDIT_STATES } from '#kit/shared/document.ts'
import { stateTable } from '#kit/shared/states.ts'

const CODE = 'admin:system:org:licence'

/**
 * A licence waits for its decision from the moment it is entered; an imported one only once its files were added. What
 * was approved changes only by a renewal.
 */
export const licenceStates = stateTable('auditStatus', AUDIT_STATES, {
  edit: { from: [-1, 0, 2], label: '编辑', permission: `${CODE}:update` },
  pass: { from: [0], to: 1, label: '通过', permission: `${CODE}:examine` },
  reject: {
    from: [0],
    to: 2,
    label: '驳回',
    permission: `${CODE}:examine`,
    reason: '驳回原因',
    danger: true,
  },
  renew: { from: [1], label: '续期', permission: `${CODE}:renew` },
  remind: { from: [1], label: '提醒', permission: `${CODE}:remind` },
  remove: {
    from: [-1, 0, 2],
    label: '删除',
    permission: `${CODE}:delete`,
    prompt: '确定删除吗？',
    danger: true,
  },
})
