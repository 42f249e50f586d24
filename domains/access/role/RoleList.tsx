import { type Act, act } from '#kit/web/actions.tsx'
import { type RowSeen, StatusSwitch } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { compareRoles } from './RoleCompare.tsx'
import { openMembers } from './RoleMembers.tsx'
import {
  roleDelete,
  roleExport,
  roleInfo,
  roleList,
  roleMembers,
  roleSave,
  roleStatus,
  roleUpdate,
} from './role.calls.ts'
import { ADMIN_ROLE, role } from './role.entity.ts'
import { copyRole, openRole } from './roleForm.tsx'

const READS = ['members', 'roleCode', 'roleName'] as const
export type RoleRow = RowSeen<typeof roleList, typeof READS>

const CALLS = {
  list: roleList,
  info: roleInfo,
  save: roleSave,
  update: roleUpdate,
  remove: roleDelete,
  status: roleStatus,
  exportRows: roleExport,
}

const SHOW = ['roleName', 'level', 'dataScope', 'members', 'status', 'updateTime']
const isSystem = (row: RoleRow) => row.roleCode === ADMIN_ROLE

const COLUMNS = {
  level: { width: 70 },
  dataScope: { width: 120 },
  members: { width: 70 },
  status: {
    width: 80,
    render: (row: RoleRow) => (
      <StatusSwitch
        field={role.shape.status}
        row={row}
        call={roleStatus}
        off={isSystem(row) ? '系统角色不可修改' : null}
        {...(row.members > 0 ? { prompt: `停用后${row.members}名员工将失去该角色的权限，确定停用吗？` } : {})}
      />
    ),
  },
}

const OPEN: Act<RoleRow> = act({
  label: '查看',
  permission: roleInfo,
  run: (row) => void openRole({ id: row.id, readOnly: true }),
})
const ACTIONS: readonly Act<RoleRow>[] = [
  act({ label: '成员', permission: roleMembers, run: (row) => void openMembers(row) }),
  act({ label: '复制', permission: roleSave, run: (row) => copyRole(row.id) }),
  act({ label: '权限对比', permission: roleInfo, run: (row) => void compareRoles(row) }),
  act({
    label: '打印权限表',
    permission: roleInfo,
    run: (row) => goTo(`/operation/roleManager/rolePrint/${row.id}`),
  }),
]

/** 角色管理. Platform §6.2. */
export default function RoleList() {
  return (
    <ListPage
      reads={READS}
      of={role}
      calls={CALLS}
      open={OPEN}
      show={SHOW}
      columns={COLUMNS}
      dated=""
      openForm={(row) => openRole({ id: row?.id ?? null })}
      noEdit={(row) => (isSystem(row) ? '系统角色不可修改' : null)}
      noDelete={(row) => (isSystem(row) ? '系统角色不能删除' : null)}
      actions={ACTIONS}
    />
  )
}
