import { CountList } from './CountList.tsx'
import { KIND } from './count.entity.ts'

/** Sheets of the monthly count. Warehouse §5.9. */
export default function MonthlyCounts() {
  return <CountList kind={KIND.monthly} />
}
