import { type Act, callAct } from '#kit/web/actions.tsx'
import type { RowSeen } from '#kit/web/list/columnsOf.tsx'
import { orgUserCalls } from './orgUser.calls.ts'

export const READS = ['account', 'realName', 'lockUntil', 'status', 'isAdmin'] as const
export type OrgUserRow = RowSeen<typeof orgUserCalls.list, typeof READS>

export const isLocked = (row: OrgUserRow): boolean =>
  row.lockUntil !== null && row.lockUntil * 1000 > Date.now()

/** What is done with an organisation user. Catalog §6.3. */
export const ORG_USER_ACTS: readonly Act<OrgUserRow>[] = [
  callAct(orgUserCalls.resetPwd, {
    label: '重置密码',
    when: (row) => row.status === 1,
    prompt: (row) => `将向“${row.realName}”的手机发送一次性链接用于设置新密码，确定发送吗？`,
    success: '链接已发送',
    input: ({ id }) => ({ id }),
  }),
  callAct(orgUserCalls.unlock, {
    label: '解锁',
    when: isLocked,
    input: ({ id }) => ({ id }),
  }),
]
