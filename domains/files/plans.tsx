import { Drawer } from 'antd'
import type { OutWireOf } from '#kit/shared/call.ts'
import { type Act, act, callAct } from '#kit/web/actions.tsx'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { openDialog } from '#kit/web/host.tsx'
import { listColumns, StatusSwitch } from '#kit/web/list/columnsOf.tsx'
import { Rows } from '#kit/web/list/Rows.tsx'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { FIRST_TIME, PlanTimeInput } from './PlanTimeInput.tsx'
import { deletePlan, listPlans, savePlan, updatePlan } from './plan.calls.ts'
import { exportPlan } from './plan.entity.ts'
import { timeText } from './planTime.ts'

type Row = OutWireOf<typeof listPlans>[number]

const INPUTS = { cron: { Input: PlanTimeInput } }
const TOUCHES = [listPlans.path]
const { title, cron } = exportPlan.shape

/** 定时导出 of an export that was made: its filter, from now on by itself. Platform §10. */
export function openPlan(task: { id: number; bizName: string }): Promise<number | null> {
  return openForm({
    of: exportPlan,
    calls: { save: savePlan },
    id: null,
    title: '定时导出',
    width: 480,
    shape: { title, cron },
    inputs: {
      ...INPUTS,
      title: { help: '按该次导出的筛选条件，以届时的权限和数据范围重新导出' },
    },
    initial: { title: task.bizName, cron: FIRST_TIME },
    complete: (input) => ({ ...input, taskId: task.id }),
    touches: TOUCHES,
  })
}

const COLUMNS = listColumns<Row>(
  listPlans.answer.shape ?? {},
  {
    title: { width: 130 },
    bizName: { width: 120 },
    cron: { width: 120, render: (row) => timeText(row.cron) },
    status: {
      width: 70,
      render: (row) => <StatusSwitch field={exportPlan.shape.status} row={row} call={updatePlan} />,
    },
    nextTime: { width: 135 },
    lastTime: { width: 135 },
    lastMessage: { width: 140 },
  },
  ['title', 'bizName', 'cron', 'status', 'nextTime', 'lastTime', 'lastMessage'],
)

const ACTS: readonly Act<Row>[] = [
  act({
    label: '编辑',
    run: (row) =>
      void openForm({
        of: exportPlan,
        calls: { update: updatePlan },
        id: row.id,
        title: '编辑定时导出',
        width: 480,
        shape: { title, cron },
        inputs: INPUTS,
        initial: row,
        touches: TOUCHES,
      }),
  }),
  callAct(deletePlan, {
    label: '删除',
    danger: true,
    prompt: (row) => `确定删除定时导出“${row.title}”吗？`,
    input: ({ id }) => ({ id }),
    success: '删除成功',
  }),
]
const UNSORTED = { sortBy: '', sortOrder: 'desc', set: () => undefined } as const

/** The person's own plans. */
export function openPlans(): Promise<null> {
  return openDialog<null>((close) => (
    <Drawer open title="定时导出" size={900} onClose={() => close(null)}>
      <Plans />
    </Drawer>
  ))
}

function Plans() {
  const { data, error, isFetching, refetch } = useCall(listPlans, {}, { quiet: true })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Loading />
  return (
    <Rows<Row>
      rows={data}
      columns={COLUMNS}
      acts={ACTS}
      inDialog
      waiting={isFetching}
      state={UNSORTED}
      onChoose={() => undefined}
      empty={<Empty text="还没有定时导出。先导出一次，再在该任务上点击定时导出" />}
    />
  )
}
