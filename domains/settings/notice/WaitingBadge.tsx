import { MenuBadge } from '#kit/web/MenuBadge.tsx'
import { pathOf, useWaiting } from './useWaiting.ts'

/** How many documents wait for the person's decision behind pages of the menu. Frame §5. */
export default function WaitingBadge({ pages }: { pages: readonly string[] }) {
  const here = useWaiting().filter(({ list }) => pages.includes(pathOf(list)))
  const count = here.reduce((sum, one) => sum + one.count, 0)
  const kind = here.length === 1 ? here[0]?.label : '单据'
  return <MenuBadge count={count} label={`个${kind}待审核`} />
}
