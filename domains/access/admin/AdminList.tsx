import { PrinterOutlined } from '@ant-design/icons'
import { flag } from '#kit/fields/shared.ts'
import { act } from '#kit/web/actions.tsx'
import { fieldFilter, type RowSeen, StatusSwitch } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { StateTag } from '#kit/web/StateTag.tsx'
import {
  adminDelete,
  adminExport,
  adminInfo,
  adminList,
  adminSave,
  adminSms,
  adminStatus,
  adminUpdate,
} from './admin.calls.ts'
import { admin } from './admin.entity.ts'
import { openAdmin } from './adminForm.tsx'
import { isLocked, isOwn, noStaffEdit, STAFF_ACTIONS, staffAt } from './staffActs.tsx'

const READS = ['account', 'hasTotp', 'isBound', 'lockUntil', 'realName'] as const
type StaffRow = RowSeen<typeof adminList, typeof READS>

const CALLS = {
  list: adminList,
  info: adminInfo,
  save: adminSave,
  update: adminUpdate,
  remove: adminDelete,
  status: adminStatus,
  exportRows: adminExport,
}

const SHOW = ['realName', 'phone', 'deptId', 'roleNames', 'lastTime', 'status', 'isSms', 'isAgent']

const FILTERS = [
  fieldFilter('roles', { ...admin.shape.roles, label: '角色' }),
  fieldFilter('status', admin.shape.status),
  fieldFilter('deptId', admin.shape.deptId),
  fieldFilter('isLocked', flag('锁定', { texts: ['已锁定', '未锁定'] })),
  fieldFilter('isAgent', admin.shape.isAgent),
  fieldFilter('position', admin.shape.position),
]

const IMPORT = { bizType: 'admin', title: '员工', permission: adminSave.permission }
const OWN = '不能操作本人账号'

const COLUMNS = {
  id: { width: 65 },
  realName: {
    width: 110,
    render: (row: StaffRow) => (
      <>
        {row.realName} {isLocked(row) && <StateTag label="已锁定" means="waits" />}
      </>
    ),
  },
  phone: { width: 110 },
  deptId: { width: 110 },
  roleNames: { width: 140 },
  lastIp: { width: 120 },
  status: {
    width: 70,
    render: (row: StaffRow) => (
      <StatusSwitch
        field={admin.shape.status}
        row={row}
        call={adminStatus}
        off={isOwn(row) ? OWN : null}
        prompt={`停用后“${row.realName}”将立即下线，确定停用吗？`}
      />
    ),
  },
  isSms: {
    title: '是否接收短信',
    width: 110,
    render: (row: StaffRow) => (
      <StatusSwitch
        field={admin.shape.isSms}
        name="isSms"
        row={row}
        call={adminSms}
        off={isOwn(row) ? OWN : null}
        input={() => ({ id: row.id })}
      />
    ),
  },
  isAgent: { width: 70 },
  hasTotp: { width: 90 },
  jobNo: { width: 110 },
}

const PAGES = { see: ({ id }: StaffRow) => staffAt(id) }

const TOP = [
  act({
    label: '打印',
    icon: <PrinterOutlined />,
    permission: adminList,
    // The filters of the list stand in its address and hold for the sheets as well.
    run: () => goTo(`/operation/roleManager/adminPrint${location.search}`),
  }),
]

/** 管理员列表. Platform §6.1. */
export default function AdminList() {
  return (
    <ListPage
      reads={READS}
      of={admin}
      calls={CALLS}
      show={SHOW}
      columns={COLUMNS}
      filters={FILTERS}
      dated="最后登录"
      pages={PAGES}
      openForm={(row) => openAdmin(row?.id ?? null)}
      noEdit={noStaffEdit}
      noDelete={(row) => (isOwn(row) ? '不能删除本人账号' : null)}
      deletePrompt={(row) => `删除后账号“${row.account}”不能再次使用，确定删除“${row.realName}”吗？`}
      actions={STAFF_ACTIONS}
      top={TOP}
      importing={IMPORT}
    />
  )
}
