import { type Act, act, callAct } from '#kit/web/actions.tsx'
import { confirm } from '#kit/web/confirm.tsx'
import { currentSession } from '#kit/web/session.ts'
import { change } from '#kit/web/useCall.ts'
import {
  adminHandover,
  adminReset,
  adminResetTotp,
  adminUnbind,
  adminUnlock,
  adminUpdate,
} from './admin.calls.ts'
import { openAdmin } from './adminForm.tsx'
import { openHandover } from './handover.tsx'
import { showPassword } from './showPassword.tsx'

/** What the actions look at. */
interface StaffTarget {
  readonly id: number
  readonly account: string
  readonly realName: string
  readonly lockUntil: number | null
  readonly isBound: 0 | 1
  readonly hasTotp: 0 | 1
}

/** The page of a member of staff. */
export const staffAt = (id: number): string => `/operation/roleManager/adminInfo/${id}`

export const isOwn = ({ id }: { id: number }): boolean => id === currentSession().person?.id

export const isLocked = ({ lockUntil }: Pick<StaffTarget, 'lockUntil'>): boolean =>
  lockUntil !== null && lockUntil * 1000 > Date.now()

/** Why a member of staff is not edited; null when they are. */
export const noStaffEdit = (row: { id: number }): string | null =>
  isOwn(row) ? '本人账号请在个人中心修改' : null

export const editAct: Act<StaffTarget> = act({
  label: '编辑',
  permission: adminUpdate,
  closed: noStaffEdit,
  run: ({ id }) => void openAdmin(id),
})

export const STAFF_ACTIONS: readonly Act<StaffTarget>[] = [
  act({
    label: '重置密码',
    permission: adminReset,
    when: (row) => !isOwn(row),
    run: async (row) => {
      const prompt = `“${row.realName}”将在所有设备下线，原密码失效，确定重置密码吗？`
      if (!(await confirm(prompt, { danger: true }))) return
      const { password } = await change(adminReset, { id: row.id })
      void showPassword({ ...row, password })
    },
  }),
  callAct(adminUnlock, {
    label: '解锁',
    when: (row) => isLocked(row) && !isOwn(row),
    input: ({ id }) => ({ id }),
  }),
  callAct(adminUnbind, {
    label: '解绑微信',
    when: (row) => row.isBound === 1 && !isOwn(row),
    prompt: (row) => `确定解除“${row.realName}”的微信绑定吗？`,
    input: ({ id }) => ({ id }),
  }),
  callAct(adminResetTotp, {
    label: '重置动态口令',
    when: (row) => row.hasTotp === 1 && !isOwn(row),
    prompt: (row) => `“${row.realName}”登录时将不再需要原来的动态口令，确定重置吗？`,
    input: ({ id }) => ({ id }),
  }),
  act({
    label: '离职交接',
    permission: adminHandover,
    when: (row) => !isOwn(row),
    run: (row) => void openHandover(row),
  }),
]
