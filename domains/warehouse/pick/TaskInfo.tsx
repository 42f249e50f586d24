import { useParams } from 'react-router'
import type { OutWireOf } from '#kit/shared/call.ts'
import { InfoPage } from '#kit/web/info/InfoPage.tsx'
import { CallTable } from '#kit/web/list/CallTable.tsx'
import { fieldColumns } from '#kit/web/list/fieldColumns.tsx'
import { Empty } from '#kit/web/states/Empty.tsx'
import { shipTask, TASK_STATES } from '../ship/shipTask.entity.ts'
import { checkAct, TASK_ACTS } from '../ship/taskActs.tsx'
import { taskCalls as calls, taskLineRows } from './pick.calls.ts'

type Line = OutWireOf<typeof calls.lines>['list'][number]
const SHOWN = ['storeName', 'skuCode', 'suk', 'qty', 'pickedQty', 'shortQty'] as const
const COLUMNS = fieldColumns<Line>(taskLineRows, SHOWN)
const SECTIONS = [
  {
    title: '任务',
    fields: [
      ...[
        'deliveryNo',
        'orderSn',
        'orderSubSn',
        'warehouseId',
        'channelId',
        'logisticsMode',
        'planDate',
        'cutOff',
      ],
      ...['priority', 'boxes', 'weight', 'volume', 'remark'],
    ],
  },
  { title: '收货', fields: ['customer', 'contact', 'phone', 'address', 'cityId', 'timeWindow'] },
]
const IF_ANY = {
  remark: (row: { remark: string }) => row.remark !== '',
  timeWindow: (row: { timeWindow: string }) => row.timeWindow !== '',
  cityId: (row: { cityId: number | null }) => row.cityId !== null,
}
const ACTIONS = [checkAct, ...TASK_ACTS]

/** 出库任务详情: what a delivery note wants of the warehouse, and how far it is. Warehouse §5.2. */
export default function TaskInfo() {
  const id = Number(useParams().id)
  if (!id) return <Empty text="请在待拣任务中选择要查看的任务" />
  return (
    <InfoPage
      of={shipTask}
      call={calls.info}
      id={id}
      title={(row) => `出库任务 ${row.taskSn}`}
      name={(row) => row.taskSn}
      number={(row) => row.orderSubSn}
      states={(row) => [TASK_STATES.find((one) => one.value === row.status)]}
      notice={(row) => (row.interceptFlag === 1 ? '已拦截：装车和发车会拒绝，请取消拣货或解除拦截。' : null)}
      actions={ACTIONS}
      back="/wts/pickList"
      figures={(row) => [
        { label: '总数量', value: row.totalQty },
        { label: '行数', value: row.lineCount },
      ]}
      sections={SECTIONS}
      ifAny={IF_ANY}
      parts={() => [
        {
          key: 'lines',
          label: '明细',
          content: (
            <CallTable
              call={calls.lines}
              input={(paging) => ({ ...paging, taskId: id })}
              columns={COLUMNS}
              empty="没有明细"
            />
          ),
        },
      ]}
    />
  )
}
