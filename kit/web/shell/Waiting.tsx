import { createContext, type ReactNode, Suspense, use, useState } from 'react'
import { MenuBadge } from '../MenuBadge.tsx'
import type { WaitingAt } from './calls.ts'
import { theHouse } from './house.ts'

const NONE: readonly WaitingAt[] = []
const Told = createContext(NONE)

/** Lets the entries of the menu know what waits behind their pages: asked once for all of them. */
export function WaitingPages({ children }: { children: ReactNode }) {
  const { waiting: Reader } = theHouse().slots
  const [told, setTold] = useState(NONE)
  return (
    <Told value={told}>
      {children}
      <Suspense>{Reader && <Reader onTell={setTold} />}</Suspense>
    </Told>
  )
}

/** How many documents wait for the person's decision behind pages of the menu. Frame §5. */
export function WaitingBadge({ pages }: { pages: readonly string[] }) {
  const here = use(Told).filter(({ page }) => pages.includes(page))
  const count = here.reduce((sum, one) => sum + one.count, 0)
  const kind = here.length === 1 ? here[0]?.label : '单据'
  return <MenuBadge count={count} label={`个${kind}待审核`} />
}
