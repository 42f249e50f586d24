import { outCityReport } from './outCityReport.ts'
import { Summary } from './Summary.tsx'

/** 市外运输汇总: what carriers took to other cities, and what it cost. Warehouse §5.7. */
export default function OutCitySummary() {
  return <Summary of={outCityReport} />
}
