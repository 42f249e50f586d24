import { Segmented } from 'antd'
import { useState } from 'react'
import { useParams } from 'react-router'
import type { OutWireOf } from '#kit/shared/call.ts'
import { InfoPage } from '#kit/web/info/InfoPage.tsx'
import { CallTable } from '#kit/web/list/CallTable.tsx'
import { fieldColumns } from '#kit/web/list/fieldColumns.tsx'
import { Empty } from '#kit/web/states/Empty.tsx'
import { DAILY_ACTS, DAILY_PAGE_ACTS } from './dailyStockActs.tsx'
import { dailyStockCalls as calls, dailyLineRows } from './sapDailyFullStock.calls.ts'
import { FULL_STOCK_STATES, sapDailyFullStock } from './sapDailyFullStock.entity.ts'

type Line = OutWireOf<typeof calls.lines>['list'][number]
/** What differs stands in view; of each kind of stock the figures of both sides stand beneath each other. */
const SHOWN = ['productName', 'charg', 'diffQty', 'labst', 'umlme', 'insme', 'speme', 'lagSn'] as const
const BENEATH = {
  productName: 'sapCode',
  labst: 'ownLabst',
  umlme: 'ownUmlme',
  insme: 'ownInsme',
  speme: 'ownSpeme',
} as const
const BOTH: Readonly<Record<string, string>> = {
  labst: '非限制 SAP/系统',
  umlme: '在途 SAP/系统',
  insme: '质检 SAP/系统',
  speme: '冻结 SAP/系统',
}
const WIDTHS: Readonly<Record<string, number>> = { charg: 90, diffQty: 80, lagSn: 150 }
const COLUMNS = fieldColumns<Line>(dailyLineRows, SHOWN, BENEATH).map((one) => ({
  ...one,
  title: BOTH[one.key] ?? one.title,
  width: BOTH[one.key] === undefined ? (WIDTHS[one.key] ?? one.width) : 85,
}))
const SECTIONS = [
  {
    title: 'SAP库存',
    fields: [
      'stockDate',
      'sapPlant',
      'sapStorageLocation',
      'warehouseId',
      'source',
      'receiveTime',
      'batchNo',
      'handleReason',
      'remark',
    ],
  },
]
const IF_ANY = {
  batchNo: (row: { batchNo: string }) => row.batchNo !== '',
  handleReason: (row: { handleReason: string }) => row.handleReason !== '',
  remark: (row: { remark: string }) => row.remark !== '',
}
const ACTIONS = [...DAILY_ACTS, ...DAILY_PAGE_ACTS]

/** SAP每日全量库存详情: both sides of each material, and what differs. Warehouse §5.1. */
export default function DailyStockInfo() {
  const id = Number(useParams().id)
  if (!id) return <Empty text="请在SAP每日全量库存中选择要查看的一天" />
  return (
    <InfoPage
      of={sapDailyFullStock}
      call={calls.info}
      id={id}
      title={(row) => `SAP库存 ${row.stockDate}`}
      name={(row) => `${row.stockDate} ${row.sapPlant}/${row.sapStorageLocation}`}
      states={(row) => [FULL_STOCK_STATES.find((one) => one.value === row.status)]}
      notice={(row) =>
        row.warehouseId === null
          ? `工厂 ${row.sapPlant}/${row.sapStorageLocation} 未映射到仓库，请在仓库资料中维护SAP工厂和库存地点后比对`
          : null
      }
      actions={ACTIONS}
      back="/wts/sapDailyFullStock"
      figures={(row) => [
        { label: 'SAP总量', value: row.sapQty },
        { label: '系统总量', value: row.ownQty },
        { label: '差异行', value: row.diffLines },
        { label: '差异数量', value: row.diffQty },
      ]}
      sections={SECTIONS}
      ifAny={IF_ANY}
      parts={() => [{ key: 'lines', label: '明细', content: <Lines id={id} /> }]}
    />
  )
}

const SIFTED: { value: 0 | 1; label: string }[] = [
  { value: 0, label: '全部' },
  { value: 1, label: '只看差异' },
]

function Lines({ id }: { id: number }) {
  const [differing, setDiffering] = useState<0 | 1>(0)
  return (
    <>
      <Segmented<0 | 1>
        options={SIFTED}
        value={differing}
        onChange={setDiffering}
        style={{ marginBottom: 8 }}
      />
      <CallTable
        key={differing}
        call={calls.lines}
        input={(paging) => ({ ...paging, fullStockId: id, differing })}
        columns={COLUMNS}
        empty={differing === 1 ? '没有差异' : '没有明细'}
      />
    </>
  )
}
