// How twenty key screens look, on a desk, on a small one and on a phone, over the demonstration. The demonstration tells its
// days from the day of its start, so every day and time of day is shown as the same one. Screens §10, decision 0126.
import { expect, type Page, test } from '@playwright/test'
import { front } from '../support/test.ts'
import { GOODS, look, SALES, type Screen, TODO } from './look.ts'

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 360, height: 780 },
] as const

const COMPANY = ['/admin/system/org/list', ''] as const

const SCREENS: readonly Screen[] = [
  { name: 'login', path: '/login', who: null },
  { name: 'home', path: '/dashboard', who: SALES },
  { name: 'repository', path: '/storerepo/product' },
  { name: 'products', path: '/store/index' },
  { name: 'product', path: '/store/product/info/{id}', of: GOODS },
  { name: 'product-form', path: '/store/product/edit/{id}', of: GOODS },
  { name: 'price-notices', path: '/purpose/priceNotice' },
  {
    name: 'price-notice',
    path: '/purpose/priceNotice/see/{id}',
    of: ['/admin/purpose/priceNotice/list', ''],
  },
  {
    name: 'prices',
    path: '/productBasePrice/calendar?skuId={id}',
    of: ['/admin/store/product/productAttrValuelist', 'TS1012-01'],
    act: async (page) => {
      await front(page).getByRole('tab', { name: '价格记录' }).click()
      await expect(front(page).getByRole('img', { name: /售价走势/ })).toBeVisible()
    },
  },
  { name: 'companies', path: '/company/relations' },
  { name: 'company', path: '/company/infoCustomers/{id}/see', of: COMPANY },
  { name: 'company-form', path: '/company/openCustomers' },
  { name: 'licences', path: '/company/licenceManagement' },
  { name: 'customers', path: '/customer/index' },
  { name: 'supplier', path: '/supplier/infoSupplier/{id}/see', of: ['/admin/supplier/list', '海兴'] },
  { name: 'staff', path: '/operation/roleManager/adminList' },
  { name: 'roles', path: '/operation/roleManager/identityManager' },
  { name: 'to-dos', path: '/myToTransact/allToTransactindex', who: SALES },
  {
    name: 'task',
    path: '/myToTransact/task/{id}',
    who: SALES,
    of: TODO,
  },
  { name: 'settings', path: '/operation/setting' },
]

/** Shows every day, month and time of day as the same one, in every picture. */
async function stilled(page: Page): Promise<void> {
  await page.evaluate(() => {
    const still = (text: string): string =>
      text
        .replace(/20\d{2}-\d{2}-\d{2}/g, '2026-01-01')
        .replace(/20\d{2}-\d{2}(?!\d)(?!-)/g, '2026-01')
        .replace(/\d{2}:\d{2}:\d{2}/g, '08:00:00')
        .replace(/\d{2}:\d{2}(?!\d|:)/g, '08:00')
        // Numbers of documents carry their day.
        .replace(/([A-Z]{2,4})20\d{6}/g, '$120260101')
        .replace(/刚刚|\d+ ?(?:秒|分钟|小时)前/g, '1 小时前')
        .replace(/夜深了|[上中下]午好|晚上好/g, '上午好')
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.nodeValue ?? ''
      const next = still(text)
      if (next !== text) node.nodeValue = next
    }
    for (const input of document.querySelectorAll('input')) {
      const next = still(input.value)
      if (next !== input.value) input.value = next
    }
  })
}

for (const screen of SCREENS)
  test(screen.name, async ({ browser }) => {
    const { page, show, end } = await look(browser, screen)
    for (const size of SIZES) {
      await show(size)
      await stilled(page)
      await expect.soft(page).toHaveScreenshot(`${screen.name}-${size.width}.png`)
    }
    await end()
  })
