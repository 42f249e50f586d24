import type { OutWireOf } from '#kit/shared/call.ts'
import { formatTime } from '#kit/shared/time.ts'
import { StateTag } from '#kit/web/StateTag.tsx'
import { Table } from '#kit/web/Table.tsx'
import { browserZone } from '#kit/web/time/zone.ts'
import { channelLabel } from '../product/channelLabel.ts'
import { PLAN_ACTIONS, PLAN_STATES } from './document.states.ts'
import { itemField } from './editItems.ts'
import { ItemValue } from './ItemValue.tsx'
import { ProductName } from './ProductName.tsx'
import type { applyCalls, editCalls } from './shelf.calls.ts'
import '../product/product.css'

export type ApplyInfo = OutWireOf<typeof applyCalls.info>
export type EditInfo = OutWireOf<typeof editCalls.info>

export const APPLY_SECTIONS = [
  {
    title: '申请信息',
    fields: [
      'applyNo',
      'applyTitle',
      'applyType',
      'channelIds',
      'planShowTime',
      'planOffTime',
      'submitBy',
      'submitTime',
      'auditBy',
      'auditTime',
      'execTime',
      'reason',
      'remark',
      'files',
    ],
  },
  { title: '商品明细', fields: ['lines'] },
]

export const EDIT_SECTIONS = [
  {
    title: '修改信息',
    fields: [
      'editNo',
      'editTitle',
      'effectTime',
      'submitBy',
      'submitTime',
      'auditBy',
      'auditTime',
      'execTime',
      'reason',
      'remark',
      'files',
    ],
  },
  { title: '修改明细', fields: ['lines'] },
]

export const EDIT_CELLS = { lines: { cell: (row: EditInfo) => <EditTable lines={row.lines} /> } }

/** 修改项 / 原值 / 新值; pictures as pictures. */
function EditTable({ lines }: { lines: EditInfo['lines'] }) {
  const rows = lines.map((line, index) => ({ ...line, key: index }))
  return (
    <Table
      rowKey="key"
      pages={20}
      scroll={{ x: 760 }}
      dataSource={rows}
      columns={[
        { title: '商品', width: 220, render: (_, line) => <ProductName of={line} /> },
        { title: '修改项', width: 110, render: (_, line) => itemField(line.field).label },
        {
          title: '原值',
          render: (_, line) => <ItemValue item={line.field} text={line.oldValue} shown={line.oldText} />,
        },
        {
          title: '新值',
          render: (_, line) => <ItemValue item={line.field} text={line.newValue} shown={line.newText} />,
        },
        { title: '执行结果', width: 170, render: (_, line) => line.result || '—' },
      ]}
    />
  )
}

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
  return state === undefined ? null : <StateTag label={state.label} color={state.color} />
}
