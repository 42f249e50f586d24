import type { OutWireOf } from '#kit/shared/call.ts'
import { formatTime } from '#kit/shared/time.ts'
import { StateTag } from '#kit/web/StateTag.tsx'
import { Table } from '#kit/web/Table.tsx'
import { browserZone } from '#kit/web/time/zone.ts'
import { channelLabel } from '../product/channelLabel.ts'
import { PLAN_ACTIONS, PLAN_STATES } from './document.states.ts'
import { ProductName } from './ProductName.tsx'
import type { applyCalls } from './showApply.document.ts'
import '../product/product.css'

type ApplyInfo = OutWireOf<typeof applyCalls.info>

/** Every step of an application: product by product, channel by channel. */
export function PlanTable({ plans }: { plans: ApplyInfo['plans'] }) {
  return (
    <Table
      pages={20}
      scroll={{ x: 820 }}
      dataSource={[...plans]}
      locale={{ emptyText: '审核通过后生成执行明细' }}
      columns={[
        { title: '商品', render: (_, row) => <ProductName of={row} /> },
        {
          title: '渠道',
          width: 90,
          render: (_, row) => (row.channelId === null ? '—' : channelLabel(row.channelId)),
        },
        {
          title: '动作',
          width: 80,
          render: (_, row) => PLAN_ACTIONS.find((one) => one.value === row.action)?.label,
        },
        { title: '计划时间', width: 150, render: (_, row) => formatTime(row.dueTime, browserZone) },
        { title: '状态', width: 90, render: (_, row) => <PlanState status={row.status} /> },
        {
          title: '结果',
          width: 220,
          render: (_, row) => <span className="p-name">{row.result || '—'}</span>,
        },
      ]}
    />
  )
}

export function PlanState({ status }: { status: number }) {
  const state = PLAN_STATES.find((one) => one.value === status)
  return state === undefined ? null : <StateTag label={state.label} means={state.means} />
}
