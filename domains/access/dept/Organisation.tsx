import { PlusOutlined } from '@ant-design/icons'
import { useMemo } from 'react'
import type { OutWireOf } from '#kit/shared/call.ts'
import { type Act, Acts, act, callAct } from '#kit/web/actions.tsx'
import { NONE } from '#kit/web/fieldUi.ts'
import { StateTag } from '#kit/web/StateTag.tsx'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { TreeTable } from '#kit/web/tree/TreeTable.tsx'
import { withoutEmptyChildren } from '#kit/web/tree/tree.ts'
import { useCall } from '#kit/web/useCall.ts'
import { forest } from '../menu/menu.rules.ts'
import { deptDelete, deptList, deptSave, deptUpdate } from './dept.calls.ts'
import { openDept } from './deptForm.tsx'

type Dept = OutWireOf<typeof deptList>[number]
type DeptNode = Dept & { children?: Dept[] }

const COLUMNS = [
  { name: 'deptName', title: '部门名称', width: 260 },
  { name: 'leaderName', title: '负责人', width: 110, render: (row: DeptNode) => row.leaderName || NONE },
  { name: 'members', title: '人数', width: 80, align: 'right' as const },
  { name: 'phone', title: '联系电话', width: 130, render: (row: DeptNode) => row.phone || NONE },
  { name: 'sort', title: '排序', width: 70, align: 'right' as const },
  {
    name: 'status',
    title: '状态',
    width: 80,
    render: (row: DeptNode) =>
      row.status === 1 ? <StateTag label="启用" means="done" /> : <StateTag label="停用" />,
  },
]

const CREATE = act({
  label: '新增',
  icon: <PlusOutlined />,
  primary: true,
  permission: deptSave,
  run: () => void openDept(null, 0),
})

const ACTIONS: readonly Act<DeptNode>[] = [
  act({ label: '新增下级', permission: deptSave, run: (row) => void openDept(null, row.id) }),
  act({ label: '编辑', permission: deptUpdate, run: (row) => void openDept(row.id, row.pid ?? 0) }),
  callAct(deptDelete, {
    label: '删除',
    danger: true,
    off: (row) =>
      row.children !== undefined
        ? '部门下存在下级部门，不允许删除'
        : row.members > 0
          ? '部门下存在员工，不允许删除'
          : null,
    prompt: (row) => `确定删除部门“${row.deptName}”吗？`,
    input: ({ id }) => ({ id }),
    success: '删除成功',
  }),
]

/** 组织部门. Platform §6.4. */
export default function Organisation() {
  const { data, error, isPending, refetch } = useCall(deptList, {}, { quiet: true })
  const rows = useMemo(
    () => withoutEmptyChildren(forest((data ?? []).map((row) => ({ ...row, pid: row.pid ?? 0 })))),
    [data],
  )
  if (data === undefined && error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <div className="k-list">
      <TreeTable<DeptNode>
        rows={rows}
        loading={isPending}
        columns={COLUMNS}
        actions={ACTIONS}
        searched="deptName"
        top={<Acts acts={[CREATE]} target={undefined} />}
        empty={
          <Empty text="还没有部门，先建立公司或总部，再新增下级">
            <Acts acts={[CREATE]} target={undefined} />
          </Empty>
        }
      />
    </div>
  )
}
