import { stateTable } from '#kit/shared/states.ts'
import { bankLineCalls as calls } from './bankLine.calls.ts'
import { MATCH_STATES } from './bankLine.entity.ts'

/** What people may do with a movement at the bank. Orders §6.10. */
export const bankLineStates = stateTable('matchStatus', MATCH_STATES, {
  assign: { from: [0], label: '指定账户', permission: calls.assign.permission },
  match: { from: [0, 2, 3], to: 1, label: '匹配', permission: calls.match.permission },
  post: {
    from: [0, 3],
    to: 1,
    label: '补记入账',
    permission: calls.post.permission,
    prompt: '将按该银行流水在付款方的虚拟账户中记一笔账，确定补记吗？',
  },
  unmatch: { from: [1], to: 0, label: '取消匹配', permission: calls.unmatch.permission, reason: '取消原因' },
  reverse: {
    from: [1],
    to: 0,
    label: '冲正',
    permission: calls.reverse.permission,
    prompt: '将记一笔相反的账，流水回到未匹配。',
    reason: '冲正原因',
    danger: true,
  },
  ignore: {
    from: [0, 2, 3, 4],
    to: 5,
    label: '忽略',
    permission: calls.ignore.permission,
    reason: '忽略原因',
  },
  restore: { from: [5], label: '取消忽略', permission: calls.restore.permission },
})
