import { Button } from 'antd'
import { useSearchParams } from 'react-router'
import type { OutWireOf } from '#kit/shared/call.ts'
import { goTo } from '#kit/web/navigate.ts'
import { Code } from '#kit/web/print/Code.tsx'
import { PrintPage } from '#kit/web/print/PrintPage.tsx'
import { Empty } from '#kit/web/states/Empty.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { SECTIONS } from './placeAddresses.ts'
import { sectionCalls } from './section.calls.ts'
import './place.css'

type Label = OutWireOf<typeof sectionCalls.labels>[number]

/** mm: what label printers of shelves have. Warehouse §9. */
const PAPER = { width: 60, height: 40, margin: 3 }
const CODE_MM = 22

/** 库区标签: one for each section, with what a scanner reads. Warehouse §4.2, §9. */
export default function SectionLabels() {
  const [address] = useSearchParams()
  const ids = address.get('ids') ?? ''
  if (ids === '')
    return (
      <Empty text="请在库区列表中选择要打印标签的库区">
        <Button onClick={() => goTo(SECTIONS)}>库区管理</Button>
      </Empty>
    )
  return <Sheets ids={ids} />
}

function Sheets({ ids }: { ids: string }) {
  const { data, error, refetch } = useCall(sectionCalls.labels, { ids }, { quiet: true })
  return (
    <PrintPage
      title="库区标签"
      paper={PAPER}
      error={error}
      onRetry={() => void refetch()}
      sheets={data?.map((one) => <Sheet key={one.id} label={one} />)}
    />
  )
}

function Sheet({ label }: { label: Label }) {
  return (
    <div className="w-label">
      <Code text={label.barCode} kind="qrcode" height={CODE_MM} plain={false} />
      <div>
        <strong>{label.code}</strong>
        <p>{label.name}</p>
        <p>{label.warehouseName}</p>
      </div>
      <small>{label.barCode}</small>
    </div>
  )
}
