import { CountList } from './CountList.tsx'
import { KIND } from './count.entity.ts'

/** Sheets of the yearly count. Warehouse §5.9. */
export default function YearlyCounts() {
  return <CountList kind={KIND.yearly} />
}
