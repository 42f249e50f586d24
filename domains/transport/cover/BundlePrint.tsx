import { useParams } from 'react-router'
import { DeliverySheet } from '#domains/warehouse/warehouse.pickers.tsx'
import { PrintPage } from '#kit/web/print/PrintPage.tsx'
import { usePrinted } from '#kit/web/print/usePrinted.ts'
import { Empty } from '#kit/web/states/Empty.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { PaperSheet } from '../papers/PaperSheet.tsx'
import { CoverSheet, WaySheet } from './CoverSheet.tsx'
import { coverCalls as calls } from './cover.calls.ts'

const MOST = 200

/** 随车单据: front sheet, way, papers and deliveries of a trip or a consignment in one. Warehouse §8. */
export default function BundlePrint() {
  const id = Number(useParams().id)
  if (!id) return <Empty text="请在封面列表中选择要打印的单据" />
  return <Bundle id={id} />
}

function Bundle({ id }: { id: number }) {
  usePrinted(calls.print, String(id))
  const stops = useCall(calls.stops, { id, limit: MOST }, { quiet: true })
  const papers = useCall(calls.sheets, { id }, { quiet: true })
  const error = stops.error ?? papers.error
  const isRead = stops.data !== undefined && papers.data !== undefined
  return (
    <PrintPage
      title="打印随车单据"
      error={error}
      onRetry={() => {
        void stops.refetch()
        void papers.refetch()
      }}
      sheets={
        isRead
          ? [
              <CoverSheet key="cover" id={id} />,
              <WaySheet key="way" id={id} />,
              ...papers.data.map((sheet) => <PaperSheet key={`paper${sheet.id}`} id={sheet.id} />),
              ...stops.data.list.map((one) => <DeliverySheet key={`delivery${one.id}`} id={one.id} />),
            ]
          : undefined
      }
    />
  )
}
