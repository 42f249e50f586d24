import { type Act, act } from '#kit/web/actions.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { compareRoles } from './RoleCompare.tsx'
import { roleInfo, roleMembers, roleSave, roleUpdate } from './role.calls.ts'
import { ADMIN_ROLE } from './role.entity.ts'
import { copyRole, openRole } from './roleForm.tsx'

/** What the actions look at. */
interface RoleTarget {
  readonly id: number
  readonly roleCode: string
  readonly roleName: string
}

const MEMBERS = 'members'

/** The page of a role. */
export const roleAt = (id: number): string => `/operation/roleManager/roleInfo/${id}`

/** Who has it, on its page. */
export const membersAt = (id: number): string => `${roleAt(id)}?tab=${MEMBERS}`

/** Why a role is not edited; null when it is. */
export const noRoleEdit = ({ roleCode }: RoleTarget): string | null =>
  roleCode === ADMIN_ROLE ? '系统角色不可修改' : null

export const editAct: Act<RoleTarget> = act({
  label: '编辑',
  permission: roleUpdate,
  closed: noRoleEdit,
  run: ({ id }) => void openRole({ id }),
})

export const membersAct: Act<RoleTarget> = act({
  label: '成员',
  permission: roleMembers,
  run: ({ id }) => goTo(membersAt(id)),
})

export const ROLE_ACTIONS: readonly Act<RoleTarget>[] = [
  act({ label: '复制', permission: roleSave, run: ({ id }) => copyRole(id) }),
  act({ label: '权限对比', permission: roleInfo, run: (row) => void compareRoles(row) }),
  act({
    label: '打印权限表',
    permission: roleInfo,
    run: ({ id }) => goTo(`/operation/roleManager/rolePrint/${id}`),
  }),
]
