import { describe, expect, it } from 'vitest'
import {
  change,
  close,
  fullPath,
  HELD_PAGES,
  type Move,
  noTabs,
  type PlaceFacts,
  placeOf,
  refresh,
  restore,
  save,
  type Tabs,
  visit,
} from './tabs.ts'

const cached: PlaceFacts = { title: '列表', pinned: false, noCache: false, listed: true }
const home: PlaceFacts = { ...cached, title: '首页', pinned: true }

function go(tabs: Tabs, path: string, move: Move = 'PUSH', facts = cached): Tabs {
  return visit(tabs, placeOf(path), move, facts)
}

const start = go(noTabs, '/dashboard', 'POP', home)
const addresses = (tabs: Tabs) => tabs.list.map((tab) => fullPath(tab.at))
const front = (tabs: Tabs) => tabs.list.find((tab) => tab.key === tabs.active)

describe('tabs of the shell', () => {
  it('opens one tab per full path and one only', () => {
    const tabs = go(go(go(start, '/order/index'), '/brand/index'), '/order/index')
    expect(addresses(tabs)).toEqual(['/dashboard', '/order/index', '/brand/index'])
    expect(tabs.active).toBe('/order/index')
  })

  it('keeps a list in its tab while its filters and pages change the query', () => {
    const listed = go(start, '/order/index')
    const tabs = go(go(listed, '/order/index?page=2', 'REPLACE'), '/order/index?page=3')
    expect(addresses(tabs)).toEqual(['/dashboard', '/order/index?page=3'])
    expect(front(tabs)?.id).toBe(front(listed)?.id)
  })

  it('gives a tab its address back when its path is opened again, but follows steps in history', () => {
    const away = go(go(go(start, '/order/index'), '/order/index?page=2'), '/brand/index')
    const again = go(away, '/order/index')
    expect(again.restore).toBe('/order/index?page=2')
    expect(front(again)?.at.search).toBe('?page=2')
    const back = go(away, '/order/index', 'POP')
    expect(back.restore).toBeNull()
    expect(front(back)?.at.search).toBe('')
  })

  it('opens a deep link with another query beside the list', () => {
    const tabs = go(go(go(start, '/order/index'), '/dashboard', 'PUSH', home), '/order/index?status=1')
    expect(addresses(tabs)).toEqual(['/dashboard', '/order/index', '/order/index?status=1'])
  })

  it('drops pages that are not cached when they are left, unless something is unsaved', () => {
    const form = { ...cached, noCache: true }
    const open = go(start, '/brand/form', 'PUSH', form)
    const left = go(open, '/order/index')
    expect(left.list[1]?.held).toBe(false)
    const again = go(left, '/brand/form', 'PUSH', form)
    expect(front(again)).toMatchObject({ held: true })
    expect(front(again)?.id).not.toBe(front(open)?.id)
    const unsaved = go(change(open, '/brand/form', { unsaved: true }), '/order/index')
    expect(unsaved.list[1]?.held).toBe(true)
  })

  it('holds at most twenty pages and releases the longest unused without unsaved changes', () => {
    let tabs = change(go(start, '/a'), '/a', { unsaved: true })
    for (let page = 0; page < HELD_PAGES; page++) tabs = go(tabs, `/page/${page}`)
    const released = tabs.list.filter((tab) => !tab.held).map((tab) => tab.key)
    expect(tabs.list.filter((tab) => tab.held)).toHaveLength(HELD_PAGES)
    expect(released).toEqual(['/dashboard', '/page/0'])
  })

  it('goes to the last remaining tab when the one in front is closed (scenario 35)', () => {
    const tabs = go(go(go(go(start, '/a'), '/b'), '/c'), '/b')
    const closed = close(tabs, ['/b'])
    expect(closed.goTo).toBe('/c')
    expect(addresses(closed.tabs)).toEqual(['/dashboard', '/a', '/c'])
    expect(close(tabs, ['/a']).goTo).toBeNull()
    const all = close(
      tabs,
      tabs.list.map((tab) => tab.key),
    )
    expect(all.goTo).toBe('/dashboard')
    expect(addresses(all.tabs)).toEqual(['/dashboard'])
  })

  it('brings a page back to the front with the very place it had', () => {
    const tabs = go(go(start, '/a?page=2'), '/b')
    const before = tabs.list.find((tab) => tab.key === '/a?page=2')?.at
    expect(front(go(tabs, '/a?page=2'))?.at).toBe(before)
    expect(front(go(tabs, '/a?page=3', 'POP'))?.at).not.toBe(before)
  })

  it('begins a page anew on refresh', () => {
    const tabs = change(go(start, '/a'), '/a', { unsaved: true, ownTitle: 'X1' })
    const fresh = refresh(tabs, '/a')
    expect(front(fresh)).toMatchObject({ unsaved: false, ownTitle: '' })
    expect(front(fresh)?.id).not.toBe(front(tabs)?.id)
  })

  it('forgets places that get no tab as soon as they are left', () => {
    const tabs = go(go(start, '/404', 'PUSH', { ...cached, listed: false }), '/a')
    expect(addresses(tabs)).toEqual(['/dashboard', '/a'])
  })

  it('comes back after a reload with the query each tab had reached, without places that are gone', () => {
    const tabs = go(go(go(start, '/a'), '/a?page=2'), '/gone')
    const factsOf = (pathname: string) =>
      pathname === '/gone' ? null : pathname === '/dashboard' ? home : cached
    const back = restore(['/dashboard'], save(tabs), factsOf)
    expect(addresses(back)).toEqual(['/dashboard', '/a?page=2'])
    expect(back.list.every((tab) => !tab.held)).toBe(true)
    expect(go(back, '/a?page=2', 'POP').list).toHaveLength(2)
  })
})
