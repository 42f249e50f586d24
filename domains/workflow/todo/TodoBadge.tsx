import { MenuBadge } from '#kit/web/MenuBadge.tsx'
import { useTaskCounts } from './useTaskCounts.ts'

/** How many tasks wait for the person. Workflow §4. */
export default function TodoBadge() {
  return <MenuBadge count={useTaskCounts()?.todo ?? 0} label="条待办" />
}
