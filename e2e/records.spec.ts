// Every page of one record: with the record, with one that is not there and with an error, on a desk and on a phone.
// Architecture §8.
import { expect, test } from '@playwright/test'
import { signIn } from './support/api.ts'
import { left } from './support/env.ts'
import { inColumns, readWhole, tablesFit } from './support/layout.ts'
import {
  accessible,
  holdsLongNames,
  inOtherDensity,
  looksRight,
  reachable,
  resize,
  WIDTHS,
} from './support/page.ts'
import { recordPages } from './support/records.ts'
import { recordScreens } from './support/screens.ts'
import { front } from './support/test.ts'
import { atEveryWidth, lookAt, type Place, show } from './support/windows.ts'

/** What these need is made by journeys of their own, which look at them: todo.spec, designer.spec, wechat.spec, scan.spec. */
const ELSEWHERE = /^\/(myToTransact|content|appSetting|wms\/scan)\//
const paths = recordScreens.filter((path) => !ELSEWHERE.test(path))

/** Where a record is decided; everywhere else it is only read, waiting or not. Frame §5, Catalog D12. */
const DECIDED = /\/(examine\w*|audit)(\/|$)|merchantStarRating\d+\/[03]$/

let place: Place
let pages: Record<string, string> = {}
test.beforeAll(async () => {
  place = { base: left('full'), session: await signIn(left('full')) }
  pages = await recordPages()
})

for (const [index, path] of paths.entries())
  test(path, async ({ browser }) => {
    const address = pages[path]
    expect(address, 'no record is made for it').toBeDefined()
    const { page, found } = await show(browser, address ?? '', place)
    await atEveryWidth(page, async () => {
      await looksRight(page)
      // With the names that are there: what cannot be broken may widen a table.
      if (page.viewportSize()?.width === WIDTHS[0].width) await tablesFit(page)
      await accessible(page)
      await reachable(page)
      await readWhole(page)
      if (!DECIDED.test(address ?? ''))
        await expect(front(page).getByRole('button', { name: /^(通过|驳回)$/ })).toHaveCount(0)
    })
    // It is a phone's width now, where little fits.
    await inOtherDensity(page, index, looksRight)
    await holdsLongNames(page)
    await resize(page, WIDTHS[0])
    await inColumns(page)
    expect(found).toEqual([])
    const missing = (address ?? '').replace(/\d+/, '99999999')
    expect(await lookAt(browser, missing, place, false, looksRight)).toEqual([])
    expect(await lookAt(browser, address ?? '', place, true, looksRight)).toEqual([])
  })
