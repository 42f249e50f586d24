import { useParams } from 'react-router'
import { Code } from '#kit/web/print/Code.tsx'
import { PrintPage } from '#kit/web/print/PrintPage.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { deliveryCalls as calls } from './delivery.calls.ts'
import { boxLabel } from './delivery.rules.ts'

/** mm: label of a box. Warehouse §9. */
const PAPER = { width: 100, height: 100, margin: 5 }

/** 箱标: one for each box of a delivery, with what a scanner reads at the vehicle. Warehouse §5.4, §9. */
export default function DeliveryLabels() {
  const id = Number(useParams().id)
  const { data, error, refetch } = useCall(calls.info, { id }, { quiet: true })
  return (
    <PrintPage
      title="打印箱标"
      paper={PAPER}
      error={error}
      onRetry={() => void refetch()}
      sheets={
        data === undefined
          ? undefined
          : Array.from({ length: data.boxCount }, (_, at) => boxLabel(data.deliverySn, at + 1)).map(
              (label, at) => (
                <div className="k-paper-label" key={label}>
                  <h2>{data.customer}</h2>
                  <p>
                    {data.routeName} {data.stopSeq === null ? '' : `站 ${data.stopSeq}`}
                  </p>
                  <p>
                    箱 {at + 1} / {data.boxCount}
                  </p>
                  <Code text={label} kind="code128" height={20} />
                </div>
              ),
            )
      }
    />
  )
}
