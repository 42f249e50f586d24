/** The tabs of the shell as plain values (platform §4.3); the shell draws them, nothing here knows the browser. */

/** Where a tab stands; the part of a router location that tabs need. */
export interface Place {
  pathname: string
  search: string
  hash: string
  key: string
  state: unknown
}

/** What the routes and the menu know about a place. */
export interface PlaceFacts {
  title: string
  /** always there, cannot be closed */
  pinned: boolean
  /** reloads whenever it is opened again */
  noCache: boolean
  /** false for places that never get a tab */
  listed: boolean
}

export interface Tab extends PlaceFacts {
  /** changes when the page is to begin anew */
  id: number
  /** the full path it was opened with: its identity */
  key: string
  /** where it stands now: filters and pages change the query, not the tab */
  at: Place
  /** the title the page gave itself: detail pages add the number of their record */
  ownTitle: string
  unsaved: boolean
  /** its page exists, seen or hidden */
  held: boolean
  /** the step of the last visit, for releasing the longest unused */
  used: number
}

export interface Tabs {
  list: readonly Tab[]
  /** key of the tab in front */
  active: string
  /** the location that was last taken in */
  seen: Place | null
  /** set when the address must follow the tab: its page had moved on since it was opened */
  restore: string | null
  step: number
}

/** As kept in session storage. */
export interface SavedTab {
  key: string
  at: string
  ownTitle: string
}

export type Move = 'POP' | 'PUSH' | 'REPLACE'

export const noTabs: Tabs = { list: [], active: '', seen: null, restore: null, step: 0 }

/** At most so many pages are kept alive (platform §4.3). */
export const HELD_PAGES = 20

/** Path, query and hash in one text. */
export function fullPath(place: { pathname: string; search: string; hash: string }): string {
  return place.pathname + place.search + place.hash
}

/** A place out of a path text. */
export function placeOf(path: string): Place {
  const { pathname, search, hash } = new URL(path, 'http://home.invalid')
  return { pathname, search, hash, key: 'default', state: null }
}

/**
 * Takes in a navigation. A place stays in the tab in front when only its query changes, goes to the tab that stands
 * there or was opened there, else opens one. A tab opened before keeps the query its page had reached, except when
 * the person steps back in history.
 */
export function visit(tabs: Tabs, place: Place, move: Move, facts: PlaceFacts): Tabs {
  const path = fullPath(place)
  const front = tabs.list.find((tab) => tab.key === tabs.active)
  const there = tabs.list.find((tab) => fullPath(tab.at) === path)
  const opened = tabs.list.find((tab) => tab.key === path)
  const stays = front?.at.pathname === place.pathname ? front : undefined
  const stepped = move === 'POP' ? tabs.list.find((tab) => tab.at.pathname === place.pathname) : undefined
  const target = there ?? stays ?? opened ?? stepped
  const step = tabs.step + 1
  if (!target) {
    const tab = {
      ...facts,
      id: step,
      key: path,
      at: place,
      ownTitle: '',
      unsaved: false,
      held: true,
      used: step,
    }
    return settle({ list: [...tabs.list, tab], active: path, seen: place, restore: null, step })
  }
  const restore = target === opened && target !== there && target !== stays && move !== 'POP'
  // A page that is only brought back to the front keeps its very place, so that nothing in it is drawn anew.
  const same = fullPath(target.at) === path && target.at.state === place.state
  const at = restore || same ? target.at : place
  const list = tabs.list.map((tab) => {
    if (tab !== target) return tab
    const id = tab.held ? tab.id : step
    return { ...tab, ...facts, id, at, held: true, used: step }
  })
  return settle({
    list,
    active: target.key,
    seen: place,
    restore: restore ? fullPath(target.at) : null,
    step,
  })
}

/** Lets go of what is no longer to be held: left pages that are not cached, tabs that are not listed, the 21st. */
function settle(tabs: Tabs): Tabs {
  const list = tabs.list
    .filter((tab) => tab.listed || tab.key === tabs.active)
    .map((tab) =>
      tab.held && tab.noCache && !tab.unsaved && tab.key !== tabs.active ? { ...tab, held: false } : tab,
    )
  const idle = list
    .filter((tab) => tab.held && !tab.unsaved && tab.key !== tabs.active)
    .sort((one, other) => one.used - other.used)
  const surplus = list.filter((tab) => tab.held).length - HELD_PAGES
  const released = new Set(idle.slice(0, Math.max(0, surplus)))
  return { ...tabs, list: list.map((tab) => (released.has(tab) ? { ...tab, held: false } : tab)) }
}

/** Makes the page standing at a path begin anew (刷新). */
export function refresh(tabs: Tabs, path: string): Tabs {
  const step = tabs.step + 1
  return {
    ...tabs,
    step,
    list: tabs.list.map((tab) =>
      fullPath(tab.at) === path ? { ...tab, id: step, unsaved: false, ownTitle: '' } : tab,
    ),
  }
}

/** Changes one tab, named by its key. */
export function change(tabs: Tabs, key: string, facts: Partial<Pick<Tab, 'ownTitle' | 'unsaved'>>): Tabs {
  const old = tabs.list.find((tab) => tab.key === key)
  const { ownTitle = old?.ownTitle, unsaved = old?.unsaved } = facts
  // A page may tell the same thing at every render.
  if (!old || (ownTitle === old.ownTitle && unsaved === old.unsaved)) return tabs
  return { ...tabs, list: tabs.list.map((tab) => (tab === old ? { ...tab, ...facts } : tab)) }
}

/** Closes the tabs of the keys that are not pinned; `goTo` is where to go when the one in front was among them. */
export function close(tabs: Tabs, keys: readonly string[]): { tabs: Tabs; goTo: string | null } {
  const list = tabs.list.filter((tab) => tab.pinned || !keys.includes(tab.key))
  const frontLeft = list.some((tab) => tab.key === tabs.active)
  const last = list.filter((tab) => tab.listed).at(-1)
  return { tabs: { ...tabs, list }, goTo: frontLeft ? null : last ? fullPath(last.at) : '/dashboard' }
}

/** What to keep for a reload of the browser. */
export function save(tabs: Tabs): SavedTab[] {
  return tabs.list
    .filter((tab) => tab.listed)
    .map((tab) => ({ key: tab.key, at: fullPath(tab.at), ownTitle: tab.ownTitle }))
}

/** The tabs after a reload: the pinned ones first, then the saved ones whose places still exist. */
export function restore(
  pinned: readonly string[],
  saved: readonly SavedTab[],
  factsOf: (pathname: string) => PlaceFacts | null,
): Tabs {
  const wanted = [...pinned.map((path) => ({ key: path, at: path, ownTitle: '' })), ...saved]
  const list: Tab[] = []
  for (const { key, at, ownTitle } of wanted) {
    const place = placeOf(at)
    const facts = factsOf(place.pathname)
    const known = list.find((tab) => tab.key === key)
    if (known) {
      known.at = place
      continue
    }
    if (!facts?.listed) continue
    list.push({
      ...facts,
      id: -1 - list.length,
      key,
      at: place,
      ownTitle,
      unsaved: false,
      held: false,
      used: 0,
    })
  }
  return { ...noTabs, list }
}
