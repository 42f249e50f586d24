// What a window keeps in its memory of the pages that were open in it. Architecture §5.
import type { Page } from '@playwright/test'
import { signIn } from './support/api.ts'
import { left } from './support/env.ts'
import { settled } from './support/page.ts'
import { expect, front, test } from './support/test.ts'
import { closeOthers, goWithin } from './support/windows.ts'

/** Lists with many columns, a form, figures with charts, a tree. */
const PAGES = [
  '/store/index?type=1',
  '/store/creatStore',
  '/wms/stock',
  '/wms/addStockin',
  '/operation/roleManager/adminList',
  '/storerepo/product',
]
/** A round that adds less than this has loaded nothing new. */
const LOADED_MB = 2
const MOST_ROUNDS_TO_LOAD = 4
const MORE_ROUNDS = 3
const MOST_GROWTH_MB = 8

/** MB in use by what the scripts of a page can still reach. */
async function heapOf(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.enable')
  return async () => {
    // What the first leaves to be finished goes with the second.
    for (let time = 0; time < 2; time++) await session.send('HeapProfiler.collectGarbage')
    const { usedSize } = await session.send('Runtime.getHeapUsage')
    return usedSize / 1024 / 1024
  }
}

test('pages that are opened and closed in one window give their memory back', async ({ browse }) => {
  const page = await browse(await signIn(left('full')), '/dashboard', { fresh: true })
  const heap = await heapOf(page)
  /** Opens each page and closes the one before; ends where it began. */
  const round = async () => {
    for (const path of [...PAGES, '/dashboard']) {
      await goWithin(page, path)
      await expect(front(page)).toHaveAttribute('data-place', path)
      await settled(page)
      await closeOthers(page)
    }
  }
  // The first loads the code of the pages and fills what is kept on purpose; a part that comes late comes in the next.
  await round()
  let before = await heap()
  for (let loads = 1; loads < MOST_ROUNDS_TO_LOAD; loads++) {
    await round()
    const now = await heap()
    const added = now - before
    before = now
    if (added < LOADED_MB) break
  }
  for (let more = 0; more < MORE_ROUNDS; more++) await round()
  expect((await heap()) - before, 'MB more than when all was loaded').toBeLessThan(MOST_GROWTH_MB)
})
