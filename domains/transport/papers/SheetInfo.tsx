import { useParams } from 'react-router'
import { InfoPage } from '#kit/web/info/InfoPage.tsx'
import { Empty } from '#kit/web/states/Empty.tsx'
import { attachSheet, SHEET_STATES } from './attachSheet.entity.ts'
import { papersCalls as calls } from './papers.calls.ts'
import { isLate } from './papers.rules.ts'
import { SHEET_ACTS } from './sheetActs.tsx'

const SECTIONS = [
  {
    title: '附表',
    fields: [
      ...[
        'carrySn',
        'deliverySn',
        'customer',
        'warehouseId',
        'bizDate',
        'driverId',
        'sentTime',
        'printCount',
      ],
      'remark',
    ],
  },
  { title: '单据和物料', fields: ['lines'] },
]
const IF_ANY = {
  carrySn: (row: { carrySn: string }) => row.carrySn !== '',
  driverId: (row: { driverId: number | null }) => row.driverId !== null,
  sentTime: (row: { sentTime: number | null }) => row.sentTime !== null,
  remark: (row: { remark: string }) => row.remark !== '',
}

/** 附表详情: what goes along with a delivery, and what came back. Warehouse §5.6. */
export default function SheetInfo() {
  const id = Number(useParams().id)
  if (!id) return <Empty text="请在附表列表中选择要查看的附表" />
  return (
    <InfoPage
      of={attachSheet}
      call={calls.info}
      id={id}
      title={(row) => `附表 ${row.attachSn}`}
      name={(row) => row.attachSn}
      states={(row) => [SHEET_STATES.find((one) => one.value === row.status)]}
      notice={(row) =>
        isLate(row, Date.now() / 1000) ? `随车已超过3天，还有${row.openCount}份未回收` : null
      }
      actions={SHEET_ACTS}
      back="/wts/attachmentSheet"
      figures={(row) => [
        { label: '份数', value: row.copies },
        { label: '需回收', value: row.needCount },
        { label: '已回收', value: row.backCount },
      ]}
      sections={SECTIONS}
      ifAny={IF_ANY}
    />
  )
}
