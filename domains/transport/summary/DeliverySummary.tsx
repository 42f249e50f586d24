import { deliveryReport } from './deliveryReport.ts'
import { Summary } from './Summary.tsx'

/** 配送汇总: what the trips of a time came to. Warehouse §5.8. */
export default function DeliverySummary() {
  return <Summary of={deliveryReport} />
}
