import { type Act, callAct } from '#kit/web/actions.tsx'
import { type RowSeen, StatusSwitch } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { strategyCalls as calls } from './strategy.calls.ts'
import { waveStrategy } from './waveStrategy.entity.ts'

const READS = ['name', 'status'] as const
type Row = RowSeen<typeof calls.list, typeof READS>

const SHOW = [
  ...['name', 'warehouseId', 'logisticsModes', 'singleFirst', 'everyMinutes'],
  ...['lastTime', 'lastResult', 'status'],
]
const COLUMNS = {
  status: {
    render: (row: Row) => <StatusSwitch field={waveStrategy.shape.status} row={row} call={calls.status} />,
  },
}
const FORM = {
  width: 720,
  groups: [
    {
      title: '任务',
      fields: ['name', 'warehouseId', 'aheadDays', 'channelIds', 'logisticsModes', 'priority'],
    },
    { title: '方式', fields: ['pickType', 'maxTasks', 'singleFirst', 'onlyComplete'] },
    { title: '定时', fields: ['everyMinutes', 'hours', 'status'] },
  ],
}
const ACTIONS: readonly Act<Row>[] = [
  callAct(calls.run, {
    label: '立即执行',
    closed: (row: Row) => (row.status === 1 ? null : '策略已停用'),
    prompt: (row: Row) => `按 ${row.name} 生成拣货单？`,
    input: ({ id }: Row) => ({ id }),
    success: '已生成拣货单',
    touches: ['/admin/wts'],
  }),
]

/** 波次策略: which tasks become waves by themselves. Warehouse §5.2. */
export default function StrategyList() {
  return (
    <ListPage
      of={waveStrategy}
      calls={calls}
      reads={READS}
      show={SHOW}
      columns={COLUMNS}
      form={FORM}
      actions={ACTIONS}
      dated=""
      empty="还没有波次策略。新增策略，按间隔自动生成拣货单，例如每30分钟、单品订单优先"
    />
  )
}
