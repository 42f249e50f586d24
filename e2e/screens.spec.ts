// Every screen of the menus with data, without data and with an error, on a desk and on a phone. Architecture §8.
import { expect, test } from '@playwright/test'
import { signIn } from './support/api.ts'
import { left } from './support/env.ts'
import { accessible, looksRight } from './support/page.ts'
import { screens } from './support/screens.ts'
import { atEveryWidth, type Place, show } from './support/windows.ts'

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
