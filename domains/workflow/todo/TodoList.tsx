import { type Act, act, callAct } from '#kit/web/actions.tsx'
import type { ColumnSettingsOf, RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { StateTag } from '#kit/web/StateTag.tsx'
import { taskCalls } from '../task/task.calls.ts'
import { task } from '../task/task.entity.ts'
import { openAgreeMany } from './AgreeMany.tsx'
import { Deadline, NUMBERED, TASK_COLUMNS } from './columns.tsx'
import { openTask } from './openTask.tsx'
import { processFilter } from './processFilter.tsx'
import { traceAct } from './traceActs.tsx'
import './todo.css'

const READS = ['actions', 'batch', 'claimedBy', 'deadline', 'instanceId', 'overdue', 'title'] as const
type Row = RowSeen<typeof taskCalls.list, typeof READS>

const CALLS = { list: taskCalls.list }
// The result is no filter of what has none yet.
const FIXED = { tab: 'todo', result: '' }
const FILTERS = [processFilter]
const SHOWN = ['title', 'processTitle', 'name', 'starterId', 'createTime', 'deadline', 'state']

const COLUMNS: ColumnSettingsOf<Row> = {
  ...TASK_COLUMNS,
  deadline: {
    render: ({ deadline, overdue }) => <Deadline deadline={deadline} overdue={overdue === 1} />,
  },
  state: {
    render: ({ claimedBy, overdue }) =>
      overdue === 1 ? (
        <StateTag label="已超时" means="wrong" />
      ) : claimedBy === null ? (
        <StateTag label="待处理" means="waits" />
      ) : (
        <StateTag label="已签收" />
      ),
  },
}

const OPEN: Act<Row> = act({ label: '处理', permission: taskCalls.info, run: ({ id }) => void openTask(id) })
const ACTIONS: readonly Act<Row>[] = [
  OPEN,
  callAct(taskCalls.claim, {
    label: '签收',
    when: ({ actions }: Row) => actions.includes('claim'),
    input: ({ id, version }) => ({ id, version }),
    success: '签收成功',
  }),
  callAct(taskCalls.release, {
    label: '取消签收',
    when: ({ actions }: Row) => actions.includes('release'),
    input: ({ id, version }) => ({ id, version }),
    success: '已取消签收',
  }),
  traceAct(({ instanceId }: Row) => instanceId ?? 0),
]

const BATCH: readonly Act<readonly Row[]>[] = [
  act({
    label: '批量同意',
    primary: true,
    permission: taskCalls.agreeMany,
    off: (rows: readonly Row[]) =>
      rows.some(({ batch }) => batch !== 1) ? '所选任务中有需要填写表单的，请逐条处理' : null,
    run: openAgreeMany,
  }),
]

/** 待办: what waits for the person, alone or among others. Workflow §4. */
export function TodoList() {
  return (
    <ListPage
      reads={READS}
      of={task}
      calls={CALLS}
      screen="workflow:todo"
      fixed={FIXED}
      subject={NUMBERED}
      open={OPEN}
      show={SHOWN}
      columns={COLUMNS}
      filters={FILTERS}
      dated="到达时间"
      actions={ACTIONS}
      batch={BATCH}
      empty="没有待办，需要您审批的事项会出现在这里"
    />
  )
}
