const FIRST_PAGE_MS = 2000

/** Does what nobody waits for once the first page has had its time, when the browser has nothing else to do. */
export function later(act: () => void): void {
  setTimeout(() => {
    // Safari does not know it.
    if ('requestIdleCallback' in window) requestIdleCallback(act)
    else act()
  }, FIRST_PAGE_MS)
}
