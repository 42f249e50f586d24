import { useLocation } from 'react-router'

const DECIDING = /^(examine.*|audit)$/

/** Whether an address is that of a page on which is decided: `…/examine/7`, `…/examineStockin/7`, `…/7/audit`. All others are only read. Frame §5. */
export function isForDeciding(pathname: string): boolean {
  return pathname.split('/').some((part) => DECIDING.test(part))
}

/** Whether 通过 and 驳回 belong on the page around: pages of records leave them to the `examine` page. Frame §5. */
export function useDeciding(): boolean {
  return isForDeciding(useLocation().pathname)
}
