import { stateTable } from '#kit/shared/states.ts'

export const CONFIRM_STATES = [
  { value: 0, label: '未确认', means: 'waits' },
  { value: 1, label: '已确认', means: 'done' },
  { value: 2, label: '有异议', means: 'wrong' },
] as const

const PREFIX = 'admin:system:org:buySummary'

/** A month's figures between computing and agreement. Catalog §8.1. */
export const confirmStates = stateTable('confirmStatus', CONFIRM_STATES, {
  recalc: {
    from: [0, 2],
    to: 0,
    label: '重算',
    permission: `${PREFIX}:recalc`,
    prompt: '将按最新订单重新计算，确定重算吗？',
  },
  push: {
    from: [0],
    label: '推送对账',
    permission: `${PREFIX}:push`,
    prompt: '将通知该单位的主账号核对，确定推送吗？',
  },
  confirm: {
    from: [0],
    to: 1,
    label: '确认',
    permission: `${PREFIX}:confirm`,
    prompt: '确认后不能再重算，确定金额无误吗？',
  },
  dispute: {
    from: [0],
    to: 2,
    label: '异议',
    permission: `${PREFIX}:dispute`,
    reason: '异议原因',
    danger: true,
  },
})
