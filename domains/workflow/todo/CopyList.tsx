import { type Act, act, callAct } from '#kit/web/actions.tsx'
import type { ColumnSettingsOf, RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { StateTag } from '#kit/web/StateTag.tsx'
import { mayCall } from '#kit/web/session.ts'
import { change } from '#kit/web/useCall.ts'
import { instanceCalls } from '../instance/instance.calls.ts'
import { copyCalls, taskCalls } from '../task/task.calls.ts'
import { copy } from '../task/task.entity.ts'
import { NUMBERED } from './columns.tsx'
import { openTrace } from './openTrace.tsx'
import { processFilter } from './processFilter.tsx'
import './todo.css'

const READS = ['instanceId', 'title', 'unread'] as const
type Row = RowSeen<typeof copyCalls.list, typeof READS>

const CALLS = { list: copyCalls.list }
const FILTERS = [processFilter]
const TOUCHES = [taskCalls.count.path]
const SHOWN = ['title', 'processTitle', 'starterId', 'state', 'fromId', 'comment', 'createTime', 'readTime']

/** Opening it is reading it. */
async function open({ id, instanceId, unread }: Row): Promise<void> {
  void openTrace({ instanceId: instanceId ?? 0 })
  if (unread === 1 && mayCall(copyCalls.read))
    await change(copyCalls.read, { ids: String(id) }, { quiet: true, touches: TOUCHES })
}

const COLUMNS: ColumnSettingsOf<Row> = {
  title: {
    width: 200,
    render: (row) => (
      <>
        {row.unread === 1 && <StateTag label="未读" means="wrong" />}
        {row.title}
      </>
    ),
  },
  processTitle: { width: 120 },
  starterId: { width: 80 },
  state: { width: 80 },
  fromId: { width: 80 },
  comment: { width: 130 },
}

const readAct = <T,>(label: string, ids: (target: T) => string, when: (target: T) => boolean): Act<T> =>
  callAct(copyCalls.read, {
    label,
    when,
    input: (target) => ({ ids: ids(target) }),
    touches: TOUCHES,
  })

const OPEN: Act<Row> = act({ label: '查看', permission: instanceCalls.trace, run: open })
const ACTIONS: readonly Act<Row>[] = [
  readAct(
    '已读',
    ({ id }) => String(id),
    ({ unread }) => unread === 1,
  ),
]
const BATCH: readonly Act<readonly Row[]>[] = [
  readAct(
    '标为已读',
    (rows) => rows.map(({ id }) => id).join(','),
    () => true,
  ),
]
const TOP: readonly Act<void>[] = [
  readAct(
    '全部已读',
    () => '',
    () => true,
  ),
]

/** 抄送我的. Workflow §4. */
export function CopyList() {
  return (
    <ListPage
      reads={READS}
      of={copy}
      calls={CALLS}
      screen="workflow:copies"
      subject={NUMBERED}
      open={OPEN}
      show={SHOWN}
      columns={COLUMNS}
      filters={FILTERS}
      dated="抄送时间"
      top={TOP}
      actions={ACTIONS}
      batch={BATCH}
      empty="没有抄送，流程中抄送给您的审批会出现在这里"
    />
  )
}
