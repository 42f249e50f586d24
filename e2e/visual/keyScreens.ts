// How twenty key screens look, on a desk, on a small one and on a phone, over the demonstration. The demonstration tells its
// days from the day of its start, so every day and time of day is shown as the same one. Screens §10, decision 0126.
import { expect, type Page, test } from '@playwright/test'
import { DEMO_PASSWORD } from '../../domains/access/demo.people.ts'
import { call, type Session, signIn } from '../support/api.ts'
import { left } from '../support/env.ts'
import { complaints, enter, settled } from '../support/page.ts'
import { front } from '../support/test.ts'

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 360, height: 780 },
] as const

const MANAGER = 'linguodong'
const SALES = 'wangli'

interface Screen {
  name: string
  path: string
  /** account of who looks; null: nobody is signed in */
  who?: string | null
  /** a list and words for it: the first row found stands for {id} in the path */
  of?: readonly [list: string, keywords: string]
  /** what is done before the picture is taken */
  act?(page: Page): Promise<void>
}

const GOODS = ['/admin/store/product/list', '可视空气炸锅'] as const
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
    of: ['/admin/workflow/task/list?tab=todo', ''],
  },
  { name: 'settings', path: '/operation/setting' },
]

const base = left('demo')
const sessions = new Map<string, Promise<Session>>()

/** Everybody signs in once: an account may have a few sessions only. */
function sessionOf(account: string): Promise<Session> {
  const known = sessions.get(account) ?? signIn(base, account, DEMO_PASSWORD)
  sessions.set(account, known)
  return known
}

async function addressOf({ path, of }: Screen, session: Session | null): Promise<string> {
  if (of === undefined || session === null) return path
  const [list, keywords] = of
  const query = `${list.includes('?') ? '&' : '?'}limit=1&keywords=${encodeURIComponent(keywords)}`
  const { data, message } = await call<{ list: { id: number }[] }>(
    base,
    session.token,
    'GET',
    `${list}${query}`,
  )
  const id = data?.list[0]?.id
  if (id === undefined) throw new Error(`${list} ${keywords}: ${message}`)
  return path.replace('{id}', String(id))
}

/** The login page has no frame to come to rest in. */
async function shown(page: Page, session: Session | null): Promise<void> {
  if (session === null) await expect(page.locator('form')).toBeVisible()
  else await settled(page)
}

/** Shows every day, month and time of day as the same one, and waits for the pictures in view. */
async function stilled(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.images].every((one) => one.complete || one.getBoundingClientRect().top > innerHeight),
  )
  await page.evaluate(() => {
    const still = (text: string): string =>
      text
        .replace(/20\d{2}-\d{2}-\d{2}/g, '2026-01-01')
        .replace(/20\d{2}-\d{2}(?!\d)(?!-)/g, '2026-01')
        .replace(/\d{2}:\d{2}:\d{2}/g, '08:00:00')
        .replace(/\d{2}:\d{2}(?!\d|:)/g, '08:00')
        // Numbers of documents carry their day.
        .replace(/([A-Z]{2,4})20\d{6}/g, '$120260101')
        .replace(/刚刚|\d+(?:秒|分钟|小时)前/g, '1小时前')
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
    const { name, who = MANAGER, act } = screen
    const context = await browser.newContext({ baseURL: base, reducedMotion: 'reduce' })
    const page = await context.newPage()
    const found = complaints(page)
    const session = who === null ? null : await sessionOf(who)
    if (session !== null) await enter(context, base, session)
    const address = await addressOf(screen, session)
    for (const size of SIZES) {
      // Anew at each width, as a person opens it there.
      await page.setViewportSize(size)
      await page.goto(address)
      await shown(page, session)
      await act?.(page)
      await shown(page, session)
      await stilled(page)
      await expect.soft(page).toHaveScreenshot(`${name}-${size.width}.png`)
    }
    await context.close()
    expect(found).toEqual([])
  })
