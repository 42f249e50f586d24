import { CountList } from './CountList.tsx'
import { KIND } from './count.entity.ts'

/** Sheets of the daily count. Warehouse §5.9. */
export default function DailyCounts() {
  return <CountList kind={KIND.daily} />
}
