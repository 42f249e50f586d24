import { deliveryReport } from './deliveryReport.ts'
import { SummaryPrint } from './Summary.tsx'

/** 配送汇总 on paper. Warehouse §9. */
export default function DeliverySummaryPrint() {
  return <SummaryPrint of={deliveryReport} />
}
