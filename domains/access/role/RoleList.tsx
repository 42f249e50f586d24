import { type RowSeen, StatusSwitch } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { roleDelete, roleExport, roleInfo, roleList, roleSave, roleStatus, roleUpdate } from './role.calls.ts'
import { ADMIN_ROLE, role } from './role.entity.ts'
import { membersAct, noRoleEdit, ROLE_ACTIONS, roleAt } from './roleActs.tsx'
import { openRole } from './roleForm.tsx'

const READS = ['members', 'roleCode', 'roleName'] as const
type RoleRow = RowSeen<typeof roleList, typeof READS>

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
        off={noRoleEdit(row)}
        {...(row.members > 0 ? { prompt: `停用后${row.members}名员工将失去该角色的权限，确定停用吗？` } : {})}
      />
    ),
  },
}

const ACTIONS = [membersAct, ...ROLE_ACTIONS]
const PAGES = { see: ({ id }: RoleRow) => roleAt(id) }

/** 角色管理. Platform §6.2. */
export default function RoleList() {
  return (
    <ListPage
      reads={READS}
      of={role}
      calls={CALLS}
      pages={PAGES}
      show={SHOW}
      columns={COLUMNS}
      dated=""
      openForm={(row) => openRole({ id: row?.id ?? null })}
      noEdit={noRoleEdit}
      noDelete={(row) => (row.roleCode === ADMIN_ROLE ? '系统角色不能删除' : null)}
      actions={ACTIONS}
    />
  )
}
