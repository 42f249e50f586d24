import { outCityReport } from './outCityReport.ts'
import { SummaryPrint } from './Summary.tsx'

/** 市外运输汇总 on paper. Warehouse §9. */
export default function OutCitySummaryPrint() {
  return <SummaryPrint of={outCityReport} />
}
