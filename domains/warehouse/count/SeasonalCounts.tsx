import { CountList } from './CountList.tsx'
import { KIND } from './count.entity.ts'

/** Sheets of the seasonal count. Warehouse §5.9. */
export default function SeasonalCounts() {
  return <CountList kind={KIND.seasonal} />
}
