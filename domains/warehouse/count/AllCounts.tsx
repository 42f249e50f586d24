import { CountList } from './CountList.tsx'

/** Sheets of every kind: those of a plan, and those that wait. Warehouse §5.9. */
export default function AllCounts() {
  return <CountList kind={null} />
}
