import { stateTable } from '#kit/shared/states.ts'
import { vacctCalls } from './vacct.calls.ts'
import { VACCT_STATES } from './vacct.entity.ts'

const { permission } = vacctCalls.turn

/** What people may do with a virtual account. Orders §2.10. */
export const vacctStates = stateTable('status', VACCT_STATES, {
  open: {
    from: [0],
    to: 1,
    label: '开通',
    permission,
    prompt: '开通后，银行推送到该虚拟账号的款项会记入付款方的账户，确定银行已开户吗？',
  },
  stop: {
    from: [1],
    to: 2,
    label: '停用',
    permission,
    prompt: '停用后该账号的到款不再自动入账，确定停用吗？',
    danger: true,
  },
  start: { from: [2], to: 1, label: '启用', permission },
})
