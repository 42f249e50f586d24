// Pickers on a page of their own: what they ask the server is answered here. Platform §5.1.
import type { Page } from '@playwright/test'
import { left, pageAt } from './support/env.ts'
import { accessible, looksRight, WIDTHS } from './support/page.ts'
import { agree, type Browse, dialog, expect, remark, row, test, type Way } from './support/test.ts'

const usual = { isFixedTime: 0, useStartTime: null, useEndTime: null, day: 7, isLimited: 0, lastTotal: 0 }
const COUPONS = [
  { id: 1, name: '新人券', money: '5.00', minPrice: '0.00', ...usual },
  {
    ...usual,
    id: 2,
    name: '满减券',
    money: '20.50',
    minPrice: '199.00',
    isFixedTime: 1,
    // 2026-01-01 00:00 and 2026-01-31 23:59 in Shanghai
    useStartTime: 1767196800,
    useEndTime: 1769875140,
    isLimited: 1,
    lastTotal: 12,
  },
  { id: 3, name: '领完券', money: '1.00', minPrice: '0.00', ...usual, isLimited: 1 },
  { id: 4, name: '店庆券', money: '8.00', minPrice: '0.00', ...usual },
]

const visit = (browse: Browse, way: Way = {}) => browse(null, null, { ...way, base: left('pages') })

interface Asked {
  lists: URLSearchParams[]
  sent: unknown[]
}

/** Answers as the room of coupons will; the first sending is refused. */
async function answer(page: Page): Promise<Asked> {
  const asked: Asked = { lists: [], sent: [] }
  await page.route('**/api/admin/marketing/coupon/send/list*', (route) => {
    const query = new URL(route.request().url()).searchParams
    asked.lists.push(query)
    const list = COUPONS.filter(({ name }) => name.includes(query.get('keywords') ?? ''))
    return route.fulfill({
      json: { code: 200, message: '', data: { list, total: list.length, page: 1, limit: 20, totalPage: 1 } },
    })
  })
  await page.route('**/api/admin/marketing/coupon/user/receive', (route) => {
    asked.sent.push(route.request().postDataJSON())
    const refused = asked.sent.length === 1
    return route.fulfill({
      json: refused ? { code: 422, message: '该用户已领取' } : { code: 200, data: null },
    })
  })
  return asked
}

test('P-076, P-077, P-078, P-079, P-080, P-083, P-084, P-161: coupons are chosen in their order, up to the limit, and say what they are worth', async ({
  browse,
}) => {
  const page = await visit(browse)
  const asked = await answer(page)
  await page.goto(pageAt('pickers'))
  await page.getByRole('button', { name: '选择优惠劵' }).click()
  const box = dialog(page, '优惠劵')
  await expect(row(box, '新人券')).toContainText('新人券5.00不限7天不限量')
  await expect(row(box, '满减券')).toContainText('满减券20.50199.002026-01-01 00:00 – 2026-01-31 23:5912')
  expect((await box.boundingBox())?.width).toBe(896)
  await box.getByRole('button', { name: '确定' }).click()
  await expect(remark(page, '请先选择优惠劵')).toBeVisible()

  await expect(row(box, '领完券').getByRole('checkbox')).toBeDisabled()
  await expect(row(box, '领完券')).toContainText('该优惠劵已领完')
  // A press anywhere on a row chooses it, and once more takes it back; one that cannot be chosen stays.
  await row(box, '店庆券').getByText('店庆券').click()
  await expect(row(box, '店庆券').getByRole('checkbox')).toBeChecked()
  await row(box, '店庆券').getByText('店庆券').click()
  await expect(row(box, '店庆券').getByRole('checkbox')).not.toBeChecked()
  await row(box, '领完券').getByText('领完券').click()
  await expect(row(box, '领完券').getByRole('checkbox')).not.toBeChecked()
  await row(box, '店庆券').getByRole('checkbox').check()
  await box.getByLabel('关键字').fill('新人')
  await box.getByRole('button', { name: '查询' }).click()
  await row(box, '新人券').getByRole('checkbox').check()
  await box.getByLabel('关键字').fill('')
  await box.getByRole('button', { name: '查询' }).click()
  // What was chosen before is ticked still; a third one is too many.
  await expect(row(box, '店庆券').getByRole('checkbox')).toBeChecked()
  await row(box, '满减券').getByRole('checkbox').click()
  await expect(remark(page, '最多选择2条')).toBeVisible()
  await box.getByRole('button', { name: '确定' }).click()
  await expect(page).toHaveTitle('[4,1]')
  expect(asked.lists[0]?.get('type')).toBe('1')
  expect(asked.lists.some((query) => query.get('keywords') === '新人')).toBe(true)
})

test('P-081, P-082: a coupon is sent once the question is agreed to; a refusal leaves the choice open', async ({
  browse,
}) => {
  const page = await visit(browse)
  const asked = await answer(page)
  await page.goto(pageAt('pickers'))
  await expect(page.getByRole('button', { name: '发送优惠劵' })).toHaveCount(0)
  await page.goto(`${pageAt('pickers')}?permission=admin:coupon:user:receive`)
  await page.getByRole('button', { name: '发送优惠劵' }).click()
  const box = dialog(page, '优惠劵')
  await row(box, '店庆券').getByRole('radio').check()
  await box.getByRole('button', { name: '发送' }).click()
  await agree(page, '发送优惠劵吗')
  await expect(remark(page, '该用户已领取')).toBeVisible()
  await box.getByRole('button', { name: '发送' }).click()
  await agree(page, '发送优惠劵吗')
  await expect(remark(page, '发送成功')).toBeVisible()
  await expect(page).toHaveTitle('true')
  expect(asked.sent).toEqual([
    { couponId: 4, uid: 7 },
    { couponId: 4, uid: 7 },
  ])
  expect(asked.lists[0]?.get('type')).toBe('3')
})

test('the only one is chosen by a press on its row, by keys alone, or among those chosen last', async ({
  browse,
}) => {
  const page = await visit(browse)
  const asked = await answer(page)
  await page.goto(`${pageAt('pickers')}?permission=admin:coupon:user:receive`)
  const open = () => page.getByRole('button', { name: '发送优惠劵' }).click()
  const box = dialog(page, '优惠劵')
  await open()
  await expect(box.getByLabel('关键字')).toBeFocused()
  await expect(row(box, '新人券')).toBeVisible()
  // What the words find is listed while they are typed; Enter takes the first of it.
  await page.keyboard.type('店庆')
  await expect(row(box, '新人券')).toHaveCount(0)
  await expect(row(box, '店庆券')).toBeVisible()
  await page.keyboard.press('Enter')
  await agree(page, '发送优惠劵吗')
  await expect(remark(page, '该用户已领取')).toBeVisible()
  await row(box, '店庆券').getByText('店庆券').click()
  await agree(page, '发送优惠劵吗')
  await expect(box).toHaveCount(0)
  await open()
  await box.getByRole('button', { name: '店庆券' }).click()
  await agree(page, '发送优惠劵吗')
  await expect(box).toHaveCount(0)
  await open()
  await expect(row(box, '店庆券')).toBeVisible()
  // The arrows leave out what cannot be chosen: the third of four.
  for (let press = 0; press < 3; press++) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await agree(page, '发送优惠劵吗')
  await expect(box).toHaveCount(0)
  expect(asked.sent.length).toBe(4)
  expect(asked.sent.at(-1)).toEqual({ couponId: 4, uid: 7 })
  await open()
  await page.keyboard.press('Escape')
  await expect(remark(page, '已取消')).toBeVisible()
})

test('P-065, P-185: what failed without words, and nothing to copy', async ({ browse }) => {
  const page = await visit(browse)
  await answer(page)
  await page.goto(pageAt('pickers'))
  await page.getByRole('button', { name: '失败的动作' }).click()
  await expect(remark(page, '操作失败')).toBeVisible()
  await page.getByRole('button', { name: '复制空白' }).click()
  await expect(remark(page, '无复制内容')).toBeVisible()
})

test('names are asked for of what is chosen alone: none, 0, would have the others refused', async ({
  browse,
}) => {
  const page = await visit(browse)
  const asked: string[] = []
  await page.route('**/api/admin/named/all*', (route) => {
    const ids = new URL(route.request().url()).searchParams.get('ids') ?? ''
    asked.push(ids)
    const data = ids.split(',').map((id) => ({ value: Number(id), label: `第${id}个` }))
    return route.fulfill({ json: { code: 200, message: '', data } })
  })
  await page.goto(pageAt('pickers'))
  await page.getByRole('button', { name: '显示名称' }).click()
  await expect(page.locator('output')).toHaveText('第7个、—、第9个')
  expect(asked).toEqual(['7,9'])
})

test('P-085, P-086, P-087, P-088: a range of hours ends after it begins', async ({ browse }) => {
  const page = await visit(browse)
  await answer(page)
  await page.goto(pageAt('pickers'))
  const open = () => page.getByRole('button', { name: '营业时间' }).click()
  await open()
  const box = dialog(page, '选择时间')
  const pick = async (label: string, hour: string) => {
    await box.getByLabel(label).click()
    const list = page.locator('.ant-select-dropdown').filter({ visible: true })
    await list.getByTitle(hour, { exact: true }).click()
  }
  // Moving the start past the end clears the end.
  await pick('开始时间', '19:00')
  await box.getByRole('button', { name: '确定' }).click()
  await expect(remark(page, '请选择时间')).toBeVisible()
  await box.getByLabel('结束时间').click()
  const hours = page.locator('.ant-select-dropdown').filter({ visible: true })
  await expect(hours.getByTitle('19:00', { exact: true })).toHaveClass(/disabled/)
  await hours.getByTitle('24:00', { exact: true }).click()
  await box.getByRole('button', { name: '确定' }).click()
  await expect(page).toHaveTitle('"19:00,24:00"')
  await open()
  // A click beside the dialog does nothing.
  await page.mouse.click(5, 5)
  await expect(box).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(remark(page, '已取消')).toBeVisible()
  await expect(page).toHaveTitle('null')
})

for (const viewport of WIDTHS)
  test(`the pickers are sound at ${viewport.width}`, async ({ browse }) => {
    const page = await visit(browse, { viewport })
    await answer(page)
    await page.goto(pageAt('pickers'))
    for (const [name, title] of [
      ['选择优惠劵', '优惠劵'],
      ['营业时间', '选择时间'],
    ] as const) {
      await page.getByRole('button', { name }).click()
      const box = dialog(page, title)
      await expect(box.getByRole('button', { name: '确定' })).toBeVisible()
      if (viewport.width === 360) expect((await box.boundingBox())?.width).toBe(360)
      await looksRight(page)
      await accessible(page)
      await box.getByRole('button', { name: '取消' }).click()
      await expect(box).toHaveCount(0)
    }
  })
