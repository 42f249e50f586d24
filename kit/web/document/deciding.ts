import { useLocation } from 'react-router'

const ONLY_READ = new Set(['see', 'info', 'details', 'tosee'])

/** Whether an address is that of a page which is only to be read: the one for deciding has another. Frame §5. */
export function isOnlyRead(pathname: string): boolean {
  return ONLY_READ.has(pathname.replace(/\/+$/, '').split('/').at(-1) ?? '')
}

/** Whether 通过 and 驳回 belong on the page around: `see` and `info` pages leave them to the `examine` page. Frame §5. */
export function useDeciding(): boolean {
  return !isOnlyRead(useLocation().pathname)
}
