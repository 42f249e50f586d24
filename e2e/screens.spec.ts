// Every screen of the menus with data, without data and with an error, on a desk and on a phone. Architecture §8.
import { expect, test } from '@playwright/test'
import { rooms } from '../app/domains.ts'
import type { MenuNode } from '../kit/shared/room.ts'
import { signIn } from './support/api.ts'
import { left } from './support/env.ts'
import { accessible, looksRight } from './support/page.ts'
import { atEveryWidth, type Place, show } from './support/windows.ts'

const pathsOf = (nodes: readonly MenuNode[]): string[] =>
  nodes.flatMap((node) => [...(node.path === undefined ? [] : [node.path]), ...pathsOf(node.children ?? [])])

/** Screens that open by their address alone; those of one record are opened by the journeys. */
const screens = [
  ...new Set(
    rooms
      .flatMap((room) => pathsOf(room.facts.menus))
      .map((path) => path.replace(/\/:\w+\?/g, ''))
      .filter((path) => path.startsWith('/') && !path.includes(':')),
  ),
]
const full = left('full')
const empty = left('empty')

// One session per product for all of these tests: an account may only have a few at a time.
let filled: Place
let fresh: Place
test.beforeAll(async () => {
  filled = { base: full, session: await signIn(full) }
  fresh = { base: empty, session: await signIn(empty) }
})

// The screens are independent of each other; both workers share them.
test.describe.configure({ mode: 'parallel' })

for (const path of screens)
  test(path, async ({ browser }) => {
    for (const place of [filled, fresh]) {
      const { page, found } = await show(browser, path, place)
      await atEveryWidth(page, async () => {
        await looksRight(page)
        if (place === filled) await accessible(page)
      })
      expect(found).toEqual([])
    }
    const { page, found } = await show(browser, path, filled, true)
    await atEveryWidth(page, () => looksRight(page))
    expect(found).toEqual([])
  })
