import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type Location, type NavigationType, useNavigate } from 'react-router'
import { keepTabs, pinnedPaths, savedTabs } from './keptTabs.ts'
import { openFacts, placeFacts } from './places.ts'
import type { Tab, Tabs } from './tabs.ts'
import * as model from './tabs.ts'

/** Whether the router has moved; addresses that something else than the router has written share one key. */
const isElsewhere = (seen: model.Place | null, place: Location): boolean =>
  seen?.key !== place.key || model.fullPath(seen) !== model.fullPath(place)

/** What the shell and its pages do with tabs. */
export interface TabActions {
  change(key: string, facts: Parameters<typeof model.change>[2]): void
  refresh(path: string): void
  /** closes without asking; the unsaved ones are the caller's to ask about. `goTo` instead of the last tab */
  close(keys: readonly string[], goTo?: string): void
  /** those among the keys that closing would lose something of */
  unsavedOf(keys: readonly string[]): readonly Tab[]
}

/**
 * The tabs of a person: they follow the router, and live in session storage over a reload of the browser.
 * `place` null: the router stands on a page without tabs (a refresh on its way). Platform §4.3.
 */
export function useTabs(
  adminId: number,
  place: Location | null,
  move: NavigationType,
): { tabs: Tabs; actions: TabActions } {
  const navigate = useNavigate()
  const [tabs, setTabs] = useState<Tabs>(() => model.restore(pinnedPaths(), savedTabs(adminId), openFacts))

  // While rendering, so that no frame shows the old tab under the new address.
  let now = tabs
  const facts = place === null ? null : placeFacts(place.pathname)
  if (place && facts && isElsewhere(tabs.seen, place)) {
    now = model.visit(tabs, place, move, facts)
    setTabs(now)
  }

  useEffect(() => {
    if (now.restore !== null) void navigate(now.restore, { replace: true })
  }, [now.restore, navigate])

  useEffect(() => {
    keepTabs(adminId, model.save(now))
  }, [adminId, now])

  const unsaved = now.list.some((tab) => tab.unsaved)
  useEffect(() => {
    if (!unsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [unsaved])

  // Pages keep the actions in their effects: they must stay the same while the tabs change.
  const latest = useRef(now)
  useEffect(() => {
    latest.current = now
  }, [now])
  const change = useCallback<TabActions['change']>((key, facts) => {
    // A page that has saved says so and closes in one breath: nothing may be rendered between the two.
    latest.current = model.change(latest.current, key, facts)
    setTabs((before) => model.change(before, key, facts))
  }, [])
  const refresh = useCallback((path: string) => setTabs((before) => model.refresh(before, path)), [])
  const close = useCallback<TabActions['close']>(
    (keys, goTo) => {
      const closed = model.close(latest.current, keys)
      setTabs(closed.tabs)
      const next = goTo ?? closed.goTo
      if (next !== null) void navigate(next)
    },
    [navigate],
  )
  const unsavedOf = useCallback(
    (keys: readonly string[]) =>
      latest.current.list.filter((tab) => tab.unsaved && !tab.pinned && keys.includes(tab.key)),
    [],
  )
  const actions = useMemo(() => ({ change, refresh, close, unsavedOf }), [change, refresh, close, unsavedOf])
  return { tabs: now, actions }
}
