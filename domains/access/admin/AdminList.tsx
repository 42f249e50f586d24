import { PrinterOutlined } from '@ant-design/icons'
import { flag } from '#kit/fields/shared.ts'
import { type Act, act, callAct } from '#kit/web/actions.tsx'
import { confirm } from '#kit/web/confirm.tsx'
import { fieldFilter, type RowSeen, StatusSwitch } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { StateTag } from '#kit/web/StateTag.tsx'
import { currentSession } from '#kit/web/session.ts'
import { change } from '#kit/web/useCall.ts'
import {
  adminDelete,
  adminExport,
  adminHandover,
  adminInfo,
  adminList,
  adminReset,
  adminResetTotp,
  adminSave,
  adminSms,
  adminStatus,
  adminUnbind,
  adminUnlock,
  adminUpdate,
} from './admin.calls.ts'
import { admin } from './admin.entity.ts'
import { openAdmin } from './adminForm.tsx'
import { openHandover } from './handover.tsx'
import { showPassword } from './showPassword.tsx'

const READS = ['account', 'hasTotp', 'isBound', 'lockUntil', 'realName'] as const
export type StaffRow = RowSeen<typeof adminList, typeof READS>

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

const isOwn = (row: StaffRow) => row.id === currentSession().person?.id
const isLocked = (row: StaffRow) => row.lockUntil !== null && row.lockUntil * 1000 > Date.now()

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

const ACTIONS: readonly Act<StaffRow>[] = [
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
      openForm={(row) => openAdmin(row?.id ?? null)}
      noEdit={(row) => (isOwn(row) ? '本人账号请在个人中心修改' : null)}
      noDelete={(row) => (isOwn(row) ? '不能删除本人账号' : null)}
      deletePrompt={(row) => `删除后账号“${row.account}”不能再次使用，确定删除“${row.realName}”吗？`}
      actions={ACTIONS}
      top={TOP}
      importing={IMPORT}
    />
  )
}
