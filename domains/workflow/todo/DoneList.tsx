import { callAct } from '#kit/web/actions.tsx'
import type { ColumnSettingsOf, RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { taskCalls } from '../task/task.calls.ts'
import { task } from '../task/task.entity.ts'
import { NUMBERED, TASK_COLUMNS } from './columns.tsx'
import { processFilter } from './processFilter.tsx'
import { printAct, traceAct } from './traceActs.tsx'
import { TOUCHED, useTaskCounts } from './useTaskCounts.ts'
import './todo.css'

const READS = ['actions', 'instanceId', 'name', 'title'] as const
type Row = RowSeen<typeof taskCalls.list, typeof READS>

const CALLS = { list: taskCalls.list }
const FIXED = { tab: 'done' }
const FILTERS = [processFilter]
const SHOWN = ['title', 'processTitle', 'name', 'starterId', 'endTime', 'result', 'comment', 'instanceState']

const COLUMNS: ColumnSettingsOf<Row> = {
  ...TASK_COLUMNS,
  result: { width: 80 },
  comment: { width: 150 },
  instanceState: { width: 90 },
}

const OPEN = traceAct(({ instanceId }: Row) => instanceId ?? 0)
const ACTIONS = [
  callAct(taskCalls.pullBack, {
    label: '撤回',
    when: ({ actions }: Row) => actions.includes('pullBack'),
    prompt: ({ name }) => `撤回后“${name}”回到您的待办，确定撤回吗？`,
    input: ({ id, version }) => ({ id, version }),
    success: '撤回成功',
    touches: TOUCHED,
  }),
  printAct(({ instanceId }: Row) => instanceId ?? 0),
]

/** /myToTransact/accomplishToTransactindex and the tab 已办: what the person has decided. Workflow §4. */
export default function DoneList() {
  useTaskCounts()
  return (
    <ListPage
      reads={READS}
      of={task}
      calls={CALLS}
      screen="workflow:done"
      fixed={FIXED}
      subject={NUMBERED}
      open={OPEN}
      show={SHOWN}
      columns={COLUMNS}
      filters={FILTERS}
      dated="到达时间"
      actions={ACTIONS}
      empty="还没有处理过任务"
    />
  )
}
