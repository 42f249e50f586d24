import { ClearOutlined } from '@ant-design/icons'
import { Drawer } from 'antd'
import { LONG_PAGE_SIZES } from '#kit/shared/pager.ts'
import { namesOf } from '#kit/shared/record.ts'
import { type Act, act, callAct } from '#kit/web/actions.tsx'
import { openDialog } from '#kit/web/host.tsx'
import { Details } from '#kit/web/info/Details.tsx'
import type { RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { jobLogCalls } from './job.calls.ts'
import { jobLogRow, scheduleJobLog } from './job.entity.ts'

/** 详情 shows all there is of it. */
const READS = namesOf(jobLogRow)
type Row = RowSeen<typeof jobLogCalls.list, typeof READS>

const CALLS = { list: jobLogCalls.list, exportRows: jobLogCalls.exportRows }
const SHOW = ['jobName', 'target', 'startTime', 'ms', 'status', 'handled', 'message']
const COLUMNS = { id: { title: '日志编号', width: 90 } }
const WIDTH = 760

function openRun(row: Row): Promise<null> {
  return openDialog<null>((close) => (
    <Drawer open title="任务日志详情" size={WIDTH} onClose={() => close(null)}>
      <Details shape={jobLogRow} row={row} narrow />
    </Drawer>
  ))
}

const OPEN: Act<Row> = act({ label: '查看', run: (row) => void openRun(row) })
const TOP: readonly Act<void>[] = [
  callAct(jobLogCalls.clear, {
    label: '清空',
    icon: <ClearOutlined />,
    danger: true,
    prompt: '确定清空任务日志吗？最近7天的日志会保留。',
    input: () => ({}),
  }),
]

/** 任务日志. Platform §13.1. */
export default function JobLogList() {
  return (
    <ListPage
      of={scheduleJobLog}
      calls={CALLS}
      reads={READS}
      show={SHOW}
      columns={COLUMNS}
      dated="开始"
      open={OPEN}
      top={TOP}
      sizes={LONG_PAGE_SIZES}
    />
  )
}
