import { Button } from 'antd'
import { useMemo } from 'react'
import { useParams } from 'react-router'
import { type Act, act, callAct, stateAct } from '#kit/web/actions.tsx'
import { batchAct, eachRow } from '#kit/web/batch.ts'
import { openForm } from '#kit/web/form/FormModal.tsx'
import type { RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { Empty } from '#kit/web/states/Empty.tsx'
import { change, useCall } from '#kit/web/useCall.ts'
import { GROUP_LIST, GROUP_PAGE } from './groupBuying.addresses.ts'
import { employeeCalls, groupBuyingCalls } from './groupBuying.calls.ts'
import { employeeStates, groupBuyEmployee } from './groupBuying.entity.ts'

const READS = ['realName', 'status', 'uid', 'version'] as const
type Row = RowSeen<typeof employeeCalls.list, typeof READS>

const SHOW = ['realName', 'phone', 'deptName', 'userName', 'monthUsed', 'totalAmount', 'status']
const TOUCHES = ['/admin/user/groupBuying']

const passAct: Act<Row> = stateAct(employeeStates, 'pass', employeeCalls.examine, {
  input: ({ id, version }) => ({ id, version, status: 1 as const }),
  success: '已通过',
  touches: TOUCHES,
})
const ACTIONS: readonly Act<Row>[] = [
  passAct,
  stateAct(employeeStates, 'reject', employeeCalls.examine, {
    input: ({ id, version }, opinion) => ({ id, version, status: 4 as const, opinion }),
    success: '已驳回',
    touches: TOUCHES,
  }),
  stateAct(employeeStates, 'disable', employeeCalls.status, {
    input: ({ id }) => ({ id, status: 2 as const }),
    touches: TOUCHES,
  }),
  stateAct(employeeStates, 'enable', employeeCalls.status, {
    input: ({ id }) => ({ id, status: 1 as const }),
    touches: TOUCHES,
  }),
  stateAct(employeeStates, 'leave', employeeCalls.status, {
    input: ({ id }) => ({ id, status: 3 as const }),
    touches: TOUCHES,
  }),
  callAct(employeeCalls.unbind, {
    label: '解绑',
    danger: true,
    when: (row) => row.uid !== null,
    prompt: ({ realName }) => `解绑后“${realName}”不再享受团购价，可重新绑定，确定解绑吗？`,
    input: ({ id }) => ({ id }),
    touches: TOUCHES,
  }),
]
const BATCH = [
  batchAct<Row>({
    label: '批量通过',
    permission: employeeCalls.examine,
    of: passAct,
    nameOf: (row) => row.realName,
    prompt: (rows) => `确定通过这${rows.length}条申请吗？`,
    run: (rows, others) =>
      eachRow({
        rows,
        label: '通过',
        nameOf: (row) => row.realName,
        others,
        work: ({ id, version }) =>
          change(employeeCalls.examine, { id, version, status: 1 }, { touches: TOUCHES, quiet: true }),
      }),
  }),
]

const { groupNo: _groupNo, ...FORM } = groupBuyEmployee.shape
const { list, info, update, exportRows } = employeeCalls
const CALLS = { list, info, save: employeeCalls.save, update, exportRows }
const IMPORTING = {
  bizType: 'groupBuyEmployee',
  title: '团购员工',
  permission: employeeCalls.importSheet.permission,
}

/** 员工管理 of a company. Members §5.3. */
export default function EmployeeList() {
  const { id } = useParams()
  if (id === undefined)
    return (
      <Empty text="请先在团购管理中选择企业">
        <Button onClick={() => goTo(GROUP_LIST)}>团购管理</Button>
      </Empty>
    )
  return <Of groupBuyingId={Number(id)} />
}

function Of({ groupBuyingId }: { groupBuyingId: number }) {
  const fixed = useMemo(() => ({ groupBuyingId: String(groupBuyingId) }), [groupBuyingId])
  const { data } = useCall(groupBuyingCalls.info, { id: groupBuyingId }, { quiet: true })
  return (
    <ListPage
      key={groupBuyingId}
      reads={READS}
      of={groupBuyEmployee}
      calls={CALLS}
      fixed={fixed}
      show={SHOW}
      openForm={(row) =>
        openForm({
          id: row?.id ?? null,
          of: groupBuyEmployee,
          calls: CALLS,
          shape: FORM,
          touches: TOUCHES,
          complete: (input) => (row === null ? { ...input, groupBuyingId } : input),
        })
      }
      noEdit={(row) => (row.status === 3 ? '已离职，不能编辑' : null)}
      actions={ACTIONS}
      batch={BATCH}
      importing={IMPORTING}
      top={[act({ label: data?.name ?? '团购企业', run: () => goTo(`${GROUP_PAGE}/${groupBuyingId}`) })]}
      empty="还没有员工，可新增或用表格导入名单"
    />
  )
}
