import { SendOutlined } from '@ant-design/icons'
import { type Act, act, callAct } from '#kit/web/actions.tsx'
import type { ColumnSettingsOf, RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { mayCall } from '#kit/web/session.ts'
import { instanceCalls } from '../instance/instance.calls.ts'
import { instance } from '../instance/instance.entity.ts'
import { INSTANCE_COLUMNS, NUMBERED } from './columns.tsx'
import { processFilter } from './processFilter.tsx'
import { openStart } from './StartDialog.tsx'
import { printAct, traceAct } from './traceActs.tsx'
import { TOUCHED } from './useTaskCounts.ts'
import './todo.css'

const READS = ['actions', 'title', 'expireTime', 'overdue'] as const
type Row = RowSeen<typeof instanceCalls.list, typeof READS>

const CALLS = { list: instanceCalls.list }
// They are all the person's own.
const FIXED = { starterId: '' }
const FILTERS = [processFilter]
const SHOWN = ['title', 'processTitle', 'state', 'nodeNames', 'people', 'createTime', 'expireTime', 'endTime']

const COLUMNS: ColumnSettingsOf<Row> = INSTANCE_COLUMNS

const OPEN = traceAct(({ id }: Row) => id)
const ACTIONS = [
  callAct(instanceCalls.urge, {
    label: '催办',
    when: ({ actions }: Row) => actions.includes('urge'),
    input: ({ id }) => ({ id }),
    success: '已催办',
  }),
  callAct(instanceCalls.withdraw, {
    label: '撤销申请',
    danger: true,
    when: ({ actions }: Row) => actions.includes('withdraw'),
    prompt: ({ title }) => `撤销后“${title}”的审批即结束，可修改后重新提交。`,
    reason: '撤销原因',
    input: ({ id }, comment) => ({ id, comment }),
    success: '撤销成功',
    touches: TOUCHED,
  }),
  printAct(({ id }: Row) => id),
]

const TOP: readonly Act<void>[] = [
  act({
    label: '发起流程',
    icon: <SendOutlined />,
    primary: true,
    permission: instanceCalls.start,
    run: () => void openStart(),
  }),
]

/** 我发起的. Workflow §4. */
export function StartedList() {
  return (
    <ListPage
      reads={READS}
      of={instance}
      calls={CALLS}
      screen="workflow:started"
      fixed={FIXED}
      subject={NUMBERED}
      open={OPEN}
      show={SHOWN}
      columns={COLUMNS}
      filters={FILTERS}
      dated="发起时间"
      top={TOP}
      actions={ACTIONS}
      empty={
        mayCall(instanceCalls.start)
          ? '还没有发起过流程，点击发起流程开始；提交单据审批后也会出现在这里'
          : '还没有发起过流程，提交单据审批后会出现在这里'
      }
    />
  )
}
