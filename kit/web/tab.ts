import { createContext, use } from 'react'

/** What a page may tell the tab it stands in. The shell provides it for each tab. Platform §4.3. */
export interface Tab {
  /** unsaved changes: closing asks, and the page is not released */
  setDirty(dirty: boolean): void
  /** e.g. 订单详情 DD2026… */
  setTitle(title: string): void
  /** closes the tab and opens `to`, or the last remaining tab */
  close(to?: string): void
}

const alone: Tab = {
  setDirty: () => undefined,
  setTitle: (title) => {
    document.title = title
  },
  close: (to) => {
    if (to === undefined) history.back()
    else location.assign(to)
  },
}

export const TabContext = createContext<Tab>(alone)

/** The tab of the page; a page outside of tabs gets one that follows the window. */
export function useTab(): Tab {
  return use(TabContext)
}
