import { documentStates } from '#kit/shared/document.ts'
import { stateTable } from '#kit/shared/states.ts'
import { EXEC_STATES } from './equity.rules.ts'

const PREFIX = 'admin:system:org:equity'

export const equityStates = documentStates(PREFIX)

/** What happens to an approved plan. Catalog §8.1. */
export const execStates = stateTable('execStatus', EXEC_STATES, {
  run: {
    from: [0, 1],
    label: '立即发放',
    permission: `${PREFIX}:run`,
    prompt: '将发放最近一期，同一期间不会重复发放，确定发放吗？',
  },
  pause: {
    from: [1],
    to: 2,
    label: '暂停',
    permission: `${PREFIX}:pause`,
    prompt: '暂停后到期不再发放，确定暂停吗？',
  },
  resume: { from: [2], to: 1, label: '继续', permission: `${PREFIX}:resume`, prompt: '确定继续发放吗？' },
  stop: {
    from: [0, 1, 2],
    to: 4,
    label: '终止',
    permission: `${PREFIX}:stop`,
    reason: '终止原因',
    danger: true,
  },
  resend: { from: [1, 3], label: '重发', permission: `${PREFIX}:resend` },
})
