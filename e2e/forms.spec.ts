// Every form of the menus, as a page and as a dialog behind 新增: nothing that is declared is left out of it, and its buttons
// stand in one order. Frame §5, screens §4.
import { expect, test } from '@playwright/test'
import { signIn } from './support/api.ts'
import { left } from './support/env.ts'
import { buttonsInOrder, settled } from './support/page.ts'
import { screens } from './support/screens.ts'
import { front } from './support/test.ts'
import { type Place, show } from './support/windows.ts'

const base = left('full')
let place: Place
test.beforeAll(async () => {
  place = { base, session: await signIn(base) }
})
test.describe.configure({ mode: 'parallel' })

for (const path of screens)
  test(path, async ({ browser }) => {
    const { page, found } = await show(browser, path, place)
    await buttonsInOrder(page)
    const add = front(page).getByRole('button', { name: /^(plus )?(新增|添加|新建)/ })
    // A page with its own 保存 is a form already; what it adds are lines.
    const isForm =
      (await front(page)
        .getByRole('button', { name: /(^|\s)保存/ })
        .count()) > 0
    if (!isForm && (await add.count()) > 0 && (await add.first().isEnabled())) {
      const before = page.url()
      await add.first().click()
      await settled(page)
      const dialogs = page.getByRole('dialog')
      await expect.poll(async () => (await dialogs.count()) > 0 || page.url() !== before).toBe(true)
      await buttonsInOrder(page)
      for (let open = await dialogs.count(); open > 0; open = await dialogs.count()) {
        await dialogs.last().locator('.ant-modal-close, .ant-drawer-close').click()
        await expect(dialogs).toHaveCount(open - 1)
      }
    }
    expect(found).toEqual([])
  })
