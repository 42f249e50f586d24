import { MenuBadge } from '#kit/web/MenuBadge.tsx'
import { mayCall } from '#kit/web/session.ts'
import { useCall } from '#kit/web/useCall.ts'
import { REPO_WAITING } from './product.rules.ts'
import { historyCalls, repoCalls } from './repo.calls.ts'

const FRESH_MS = 60_000

/** In the menu of those who examine: how many products wait for it. Platform §4.1. */
export default function WaitingBadge() {
  // Not asked for here, the figures may still be there: the list of the same page asks for them too.
  return mayCall(historyCalls.examine) && mayCall(repoCalls.tabs) ? <Waiting /> : null
}

function Waiting() {
  const { data } = useCall(repoCalls.tabs, {}, { quiet: true, fresh: FRESH_MS, every: FRESH_MS })
  const count = data?.find((tab) => tab.type === REPO_WAITING)?.count ?? 0
  return <MenuBadge count={count} label="个商品待审核" />
}
