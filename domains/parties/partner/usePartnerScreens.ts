import { useLocation } from 'react-router'
import { PARTNERS, type PartnerScreens } from './partnerScreens.ts'

/** Which partner an address is about. */
export function usePartnerScreens(): PartnerScreens {
  const { pathname } = useLocation()
  const found = PARTNERS.find(({ list, page }) => pathname === list || pathname.startsWith(`${page}/`))
  if (found === undefined) throw new Error(`No partner has the address ${pathname}`)
  return found
}
