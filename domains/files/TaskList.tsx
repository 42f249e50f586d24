import { FieldTimeOutlined, PlusOutlined } from '@ant-design/icons'
import { Progress, Switch } from 'antd'
import { choice } from '#kit/fields/shared.ts'
import { FieldCell } from '#kit/fields/web.tsx'
import { fileTask, TASK_KINDS, taskStates } from '#kit/shared/fileTask.entity.ts'
import { sizeText } from '#kit/shared/text.ts'
import { type Act, act, callAct, stateAct } from '#kit/web/actions.tsx'
import { NONE } from '#kit/web/fieldUi.ts'
import { fieldFilter, type RowSeen } from '#kit/web/list/columnsOf.tsx'
import type { ListFilter } from '#kit/web/list/Filters.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { optionsFilter } from '#kit/web/list/optionsFilter.tsx'
import { useLive } from '#kit/web/live.ts'
import { invalidate } from '#kit/web/query.ts'
import { StateTag } from '#kit/web/StateTag.tsx'
import { download } from '#kit/web/transfer.ts'
import { useCall } from '#kit/web/useCall.ts'
import { openNewImport } from './NewImport.tsx'
import { openPlan, openPlans } from './plans.tsx'
import * as calls from './task.calls.ts'

const READS = [
  'bizName',
  'bizType',
  'done',
  'dryRun',
  'endTime',
  'errorName',
  'fail',
  'fileName',
  'isDel',
  'kind',
  'message',
  'percent',
  'resultName',
  'startTime',
  'status',
  'total',
  'fileSize',
] as const
type Row = RowSeen<typeof calls.importTasks, typeof READS>

const REFRESH_MS = 3000
const FILES = '/file'
/** states in which a task still moves: 0 排队中, 1 处理中 */
const moves = (row: Pick<Row, 'status'>): boolean => row.status === 0 || row.status === 1

const SHOW = ['bizName', 'kind', 'status', 'percent', 'success', 'fail', 'expireTime', 'createTime']

const SUBJECT = { name: 'bizName', code: 'taskNo' }
const COLUMNS = {
  taskNo: { width: 165 },
  bizName: {
    width: 180,
    render: (row: Row) => (
      <>
        {row.bizName}
        {row.dryRun === 1 && <StateTag label="仅校验" />}
        {row.fileName !== '' && <div className="k-hint">{row.fileName}</div>}
      </>
    ),
  },
  kind: { width: 70 },
  success: { width: 60 },
  fail: { width: 60 },
  status: {
    width: 120,
    render: (row: Row) => (
      <>
        <FieldCell field={fileTask.shape.status} name="status" value={row.status} row={row} />
        {row.message !== '' && <div className="k-hint">{row.message}</div>}
      </>
    ),
  },
  percent: { width: 150, align: 'left' as const, render: (row: Row) => <TaskProgress row={row} /> },
  fileSize: { width: 80, render: (row: Row) => (row.fileSize === 0 ? NONE : sizeText(row.fileSize)) },
  took: { title: '耗时', width: 80, align: 'right' as const, render: tookText },
}

/** How far it is: told by the server while it moves. */
function TaskProgress({ row }: { row: Row }) {
  useLive(`task:${row.id}`, () => void invalidate(FILES))
  const failed = row.status === 3 || row.fail > 0
  return (
    <>
      <Progress
        size="small"
        percent={row.percent}
        status={moves(row) ? 'active' : failed ? 'exception' : row.status === 2 ? 'success' : 'normal'}
        aria-label={`进度 ${row.percent}%`}
      />
      <span className="k-hint">
        {row.done.toLocaleString()} / {row.total.toLocaleString()}
      </span>
    </>
  )
}

const MINUTE = 60

function tookText(row: Row): string {
  if (row.startTime === null) return NONE
  const seconds = (row.endTime ?? Math.floor(Date.now() / 1000)) - row.startTime
  return seconds < MINUTE ? `${seconds}秒` : `${Math.floor(seconds / MINUTE)}分${seconds % MINUTE}秒`
}

const inBin = (row: Row): boolean => row.isDel === 1
const outside = { when: (row: Row) => !inBin(row), touches: [FILES] }
const target = (row: Row) => ({ id: String(row.id) })

const ACTS: readonly Act<Row>[] = [
  act({
    label: '下载',
    when: (row) => row.resultName !== '' && !inBin(row),
    run: (row) => download(calls.download, { fileName: row.resultName }),
  }),
  act({
    label: '错误文件',
    when: (row) => row.errorName !== '' && !inBin(row),
    run: (row) => download(calls.download, { fileName: row.errorName }),
  }),
  stateAct(taskStates, 'cancel', calls.cancelTask, { input: target, ...outside }),
  stateAct(taskStates, 'retry', calls.retryTask, { input: target, ...outside }),
  stateAct(taskStates, 'remove', calls.deleteTask, { input: target, ...outside, success: '删除成功' }),
  callAct(calls.recoverTask, { label: '恢复', input: target, when: inBin, touches: [FILES] }),
  callAct(calls.deleteTask, {
    label: '彻底删除',
    danger: true,
    prompt: '确定永久删除该数据',
    input: target,
    success: '删除成功',
    when: inBin,
    touches: [FILES],
  }),
]

const EXPORT = 2
const EXPORT_ACTS: readonly Act<Row>[] = [
  ...ACTS.slice(0, 1),
  act({
    label: '定时导出',
    when: (row) => row.kind === EXPORT && !inBin(row),
    run: (row) => void openPlan(row),
  }),
  ...ACTS.slice(1),
]

const BIN: ListFilter = {
  name: 'isDel',
  label: '回收站',
  render: (value, onChange, id) => (
    // A switch of its own would take the width of the filter.
    <div>
      <Switch id={id} checked={value === '1'} onChange={(on) => onChange(on ? '1' : '')} />
    </div>
  ),
  words: () => '是',
}

const useImports = () => useCall(calls.importTypes, {}, { quiet: true }).data?.map(optionOf)
const useExports = () => useCall(calls.exportTypes, {}, { quiet: true }).data?.map(optionOf)
const optionOf = ({ bizType, title }: { bizType: string; title: string }) => ({
  value: bizType,
  label: title,
})

/** What the tasks do, out of what the person may do. */
const typeFilter = (imports: boolean): ListFilter =>
  optionsFilter('bizType', '任务类型', imports ? useImports : useExports)

const NEW_IMPORT = act({
  label: '新增导入',
  icon: <PlusOutlined />,
  primary: true,
  run: () => void openNewImport(),
})

const OF_IMPORTS = {
  actions: ACTS,
  calls: { list: calls.importTasks },
  tabs: { name: 'status', items: taskStates.states, counts: calls.importCounts },
  filters: [typeFilter(true), BIN],
  fixed: { kind: '1' },
  top: [NEW_IMPORT],
  empty: '还没有导入任务。点击新增导入，选择要导入的数据',
}

const PLANS = act({ label: '定时导出', icon: <FieldTimeOutlined />, run: () => void openPlans() })

const OF_EXPORTS = {
  actions: EXPORT_ACTS,
  top: [PLANS],
  calls: { list: calls.exportTasks },
  tabs: { name: 'status', items: taskStates.states, counts: calls.exportCounts },
  filters: [fieldFilter('kind', choice('类型', TASK_KINDS.slice(1))), typeFilter(false), BIN],
  empty: '还没有可下载的文件。在任意列表点击导出，完成后文件会出现在这里',
}

/** 我的上传 or 我的下载: the person's tasks, read again while one of them moves. Platform §10. */
export function TaskList({ imports }: { imports: boolean }) {
  return (
    <ListPage
      reads={READS}
      of={fileTask}
      {...(imports ? OF_IMPORTS : OF_EXPORTS)}
      subject={SUBJECT}
      show={SHOW}
      columns={COLUMNS}
      every={(page) => (page?.list.some(moves) ? REFRESH_MS : false)}
    />
  )
}
