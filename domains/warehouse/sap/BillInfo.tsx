import { useParams } from 'react-router'
import type { OutWireOf } from '#kit/shared/call.ts'
import { InfoPage } from '#kit/web/info/InfoPage.tsx'
import { Empty } from '#kit/web/states/Empty.tsx'
import { BILL_ACTS, BILL_PAGE_ACTS } from './billActs.tsx'
import { billCalls as calls } from './sapBill.calls.ts'
import { BILL_STATES, sapBill } from './sapBill.entity.ts'

type Row = OutWireOf<typeof calls.info>
const SECTIONS = [
  {
    title: '凭证',
    fields: [
      ...['moveType', 'postingDate', 'documentDate', 'sapPlant', 'sapStorageLocation', 'warehouseId'],
      ...['referenceNo', 'headerText', 'vendorCode', 'customerCode', 'relatedSn', 'ignoreReason'],
      ...['source', 'receiveTime', 'batchNo', 'remark'],
    ],
  },
  { title: '明细', fields: ['lines'] },
]
const given = (
  name: 'headerText' | 'vendorCode' | 'customerCode' | 'relatedSn' | 'ignoreReason' | 'batchNo' | 'remark',
) => [name, (row: Row) => row[name] !== ''] as const
const IF_ANY = Object.fromEntries([
  ...(
    ['headerText', 'vendorCode', 'customerCode', 'relatedSn', 'ignoreReason', 'batchNo', 'remark'] as const
  ).map(given),
  ['documentDate', (row: Row) => row.documentDate !== null] as const,
])

/** SAP单据详情: its lines with what of ours answers to them. Warehouse §5.1. */
export default function BillInfo() {
  const id = Number(useParams().id)
  if (!id) return <Empty text="请在SAP单据中选择要查看的凭证" />
  return (
    <InfoPage
      of={sapBill}
      call={calls.info}
      id={id}
      title={(row) => `SAP单据 ${row.sapBillNo}`}
      name={(row) => `${row.sapBillNo}/${row.sapYear}`}
      states={(row) => [BILL_STATES.find((one) => one.value === row.status)]}
      notice={(row) =>
        row.warehouseId === null
          ? `工厂 ${row.sapPlant}/${row.sapStorageLocation} 未映射到仓库，请在仓库资料中维护SAP工厂和库存地点`
          : null
      }
      actions={[...BILL_ACTS, ...BILL_PAGE_ACTS]}
      back="/wts/sapBill"
      figures={(row) => [
        { label: '行数', value: row.lineCount },
        { label: '总数量', value: row.totalQty },
      ]}
      sections={SECTIONS}
      ifAny={IF_ANY}
    />
  )
}
