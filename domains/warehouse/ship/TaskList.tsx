import { choice } from '#kit/fields/shared.ts'
import { type Act, act } from '#kit/web/actions.tsx'
import { forAll } from '#kit/web/batch.ts'
import { openForm } from '#kit/web/form/FormModal.tsx'
import type { RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { openGenerate } from '../pick/openGenerate.tsx'
import { taskCalls as calls, pickCalls } from '../pick/pick.calls.ts'
import { PRIORITIES, shipTask, TASK, TASK_STATES } from './shipTask.entity.ts'
import { checkAct, TASK_ACTS, TASK_READS } from './taskActs.tsx'

type Row = RowSeen<typeof calls.list, typeof TASK_READS>
const CALLS = { list: calls.list }
const SHOW = [
  ...[
    'taskSn',
    'orderSubSn',
    'customer',
    'warehouseId',
    'totalQty',
    'boxes',
    'planDate',
    'priority',
    'status',
  ],
]
const COLUMNS = { taskSn: { width: 170 } }
const TABS = { name: 'status', items: TASK_STATES, counts: calls.counts }
const PAGES = { see: ({ id }: { id: number }) => `/wts/pickList/task/${id}` }

const generateAct: Act<void> = act({
  label: '生成拣货单',
  permission: pickCalls.generate,
  primary: true,
  run: () => openGenerate([], null),
})

const isWaiting = ({ status }: Row): boolean => status === TASK.waits
const isOpen = ({ status }: Row): boolean => status === TASK.waits || status === TASK.short

const BATCH: readonly Act<readonly Row[]>[] = [
  act<readonly Row[]>({
    label: '生成拣货单',
    permission: pickCalls.generate,
    ...forAll(isWaiting, '只有待拣货的任务可以生成拣货单'),
    run: (rows) =>
      openGenerate(
        rows.map((one) => one.id),
        rows[0]?.warehouseId ?? null,
      ),
  }),
  act<readonly Row[]>({
    label: '设置优先级',
    permission: calls.priority,
    ...forAll(isOpen, '只有待拣货和缺货的任务可以设置优先级'),
    run: (rows) =>
      openForm({
        of: shipTask,
        calls: { save: calls.priority },
        id: null,
        title: `设置优先级（${rows.length}个任务）`,
        width: 420,
        shape: { priority: choice('优先级', PRIORITIES, { required: true, initial: 1 }) },
        complete: (input) => ({ ...input, ids: rows.map((one) => one.id).join(',') }),
        success: '已设置',
        touches: ['/admin/wts/pickList'],
      }),
  }),
]
const TOP = [generateAct]
const ACTIONS = [checkAct, ...TASK_ACTS]

/** 待拣任务: what orders want to have sent, and how far each of it is. Warehouse §5.2. */
export function TaskList() {
  return (
    <ListPage
      of={shipTask}
      calls={CALLS}
      reads={TASK_READS}
      show={SHOW}
      columns={COLUMNS}
      tabs={TABS}
      pages={PAGES}
      top={TOP}
      actions={ACTIONS}
      batch={BATCH}
      empty="还没有出库任务。发货单审核通过后，对应的出库任务在此等待拣货"
    />
  )
}
