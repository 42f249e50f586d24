// Seven jobs of every day done by hand, by people with just the rights for them, and counted: docs/journeys.md tells these
// numbers beside what others need. Screens §10.
import type { Page } from '@playwright/test'
import { barcodeCheckDigitFits } from '../kit/shared/text.ts'
import { openShop, saveProduct } from './support/catalog.ts'
import { left } from './support/env.ts'
import { countHands, type Hands } from './support/hands.ts'
import { ask, creditCode, PASSWORD, type Person, person, phone, serial, unique } from './support/people.ts'
import { give, upload } from './support/pictures.ts'
import { askAs, begin, deployLine, WORKS } from './support/process.ts'
import {
  agree,
  type Browse,
  choose,
  dialog,
  expect,
  find,
  front,
  press,
  row,
  test,
  told,
} from './support/test.ts'

/** No journey takes more by hand. */
const MOST = {
  role: { presses: 12, fields: 10 },
  product: { presses: 11, fields: 7 },
  productExamined: { presses: 6, fields: 0 },
  company: { presses: 12, fields: 13 },
  prices: { presses: 5, fields: 6 },
  pricesExamined: { presses: 3, fields: 0 },
  barcode: { presses: 2, fields: 1 },
  toDos: { presses: 21, fields: 0 },
  toDosAtOnce: { presses: 4, fields: 0 },
  priceChange: { presses: 3, fields: 1 },
} as const satisfies Record<string, Hands>

/** Opens the home page of a person; the answer tells at the end whether the journey took no more than it may. */
async function begins(browse: Browse, who: Person, viewport?: { width: number; height: number }) {
  const page = await browse(who, '/dashboard', viewport === undefined ? {} : { viewport })
  await expect(page.locator('.ts-home h1')).toBeVisible()
  const hands = await countHands(page)
  return {
    page,
    async ends(journey: keyof typeof MOST) {
      const done = await hands()
      const { presses, fields } = MOST[journey]
      expect.soft(done.presses, `presses: ${journey}`).toBeLessThanOrEqual(presses)
      expect.soft(done.fields, `fields: ${journey}`).toBeLessThanOrEqual(fields)
    },
  }
}

/** Opens by Ctrl+K what is found first for words. */
async function goTo(page: Page, words: string, found: string): Promise<void> {
  const before = (await front(page).getAttribute('aria-label')) ?? ''
  await page.keyboard.press('Control+k')
  const box = page.getByRole('combobox', { name: '搜索', exact: true })
  await box.fill(words)
  await expect(page.getByRole('grid', { name: '搜索结果' }).locator('[aria-selected="true"]')).toContainText(
    found,
  )
  await box.press('Enter')
  await expect(front(page)).not.toHaveAttribute('aria-label', before)
}

/** What waits, from the home page. */
const toWaiting = (page: Page, label: RegExp) =>
  page.locator('.desk-todos').getByRole('link', { name: label }).click()

test('a role and a person with it', async ({ browse }) => {
  const boss = await person('苏权', { 角色管理: ['新增'], 管理员列表: ['新增'], 商品规格: ['新增', '编辑'] })
  const { page, ends } = await begins(browse, boss)
  const roleName = unique('规格员')
  await goTo(page, '角色管理', '角色管理')
  await front(page).getByRole('button', { name: /新增$/ }).click()
  const form = dialog(page, '新增角色')
  await form.getByLabel('角色名称').fill(roleName)
  await form.getByLabel('角色标识').fill(unique('spec'))
  await choose(page, form.getByLabel('数据范围'), '仅本人')
  await form.getByLabel('搜索菜单权限').fill('商品规格')
  const node = form.locator('.ant-tree-treenode').filter({ hasText: '商品规格' })
  await node.first().locator('.ant-tree-checkbox').click()
  await form.getByRole('button', { name: '保存' }).click()
  await told(page, '创建成功')

  const account = unique('hand')
  await goTo(page, '管理员列表', '管理员列表')
  await front(page).getByRole('button', { name: /新增$/ }).click()
  const staff = dialog(page, '新增管理员')
  await staff.getByLabel('账号', { exact: true }).fill(account)
  await staff.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await find(page, staff.getByLabel('角色', { exact: true }), roleName, roleName)
  await staff.getByLabel('姓名').fill('郑手')
  await staff.getByLabel('手机号').fill(phone())
  await staff.getByRole('button', { name: '保存' }).click()
  await told(page, '创建成功')
  await ends('role')

  const { list } = await ask<{ list: { roleNames: string; deptName: string }[] }>(
    'GET',
    `/admin/system/admin/list?keywords=${account}`,
  )
  expect(list).toMatchObject([{ roleNames: roleName, deptName: '总部' }])
})

test('a product from nothing onto the shelf', async ({ browse }) => {
  const [category, unit, name] = [unique('类'), unique('件'), unique('速溶燕麦')]
  await ask('POST', '/admin/category/save', { pid: 0, name: category, type: 1, sort: 1, status: 1 })
  await ask('POST', '/admin/product/unit/save', { unitCode: unique('U'), unitName: unit })
  const maker = await person('林岚', { 商品列表: ['添加商品'], 添加商品: [], 图片管理: ['上传'] })
  const { page, ends } = await begins(browse, maker)
  await goTo(page, '>新增商品', '新增商品')
  const form = front(page)
  await form.getByLabel('商品名称').fill(name)
  await form.getByLabel('商品分类').fill(category)
  await page.getByTitle(category, { exact: true }).click()
  await page.keyboard.press('Tab')
  await form.getByLabel('商品关键字').fill('燕麦')
  await find(page, form.getByLabel('基本单位'), unit, unit)
  const cover = form
    .locator('.k-pictures')
    .filter({ has: page.getByLabel('上传商品封面图', { exact: true }) })
  await upload(page, cover.getByRole('button', { name: '上传' }))
  await form.getByRole('tab', { name: '规格库存' }).click()
  await form.getByLabel('售价', { exact: true }).fill('25.80')
  await form.getByLabel('原价', { exact: true }).fill('29.80')
  await form.getByRole('tab', { name: '渠道与价格' }).click()
  await choose(page, form.getByRole('combobox', { name: /销售渠道/ }), '商城')
  await form.getByRole('switch', { name: '包邮' }).click()
  await form.getByRole('button', { name: '提交审核' }).click()
  await told(page, '已提交，等待')
  await ends('product')

  const judge = await person('周敏', { 商品列表: ['审核', '上架'], 商品详情: [] })
  const other = await begins(browse, judge)
  await toWaiting(other.page, /待审核商品/)
  await press(other.page, row(front(other.page), name), '审核')
  await dialog(other.page, '商品审核').getByRole('button', { name: '通过' }).click()
  await told(other.page, '操作成功')
  await front(other.page)
    .getByRole('tab', { name: /^仓库中商品/ })
    .click()
  await press(other.page, row(front(other.page), name), '上架')
  await agree(other.page)
  await told(other.page, '操作成功')
  await other.ends('productExamined')

  const { list } = await ask<{ list: { isShow: number; price: string }[] }>(
    'GET',
    `/admin/store/product/list?type=1&keywords=${encodeURIComponent(name)}`,
  )
  expect(list).toMatchObject([{ isShow: 1, price: '25.80' }])
})

test('a company is opened', async ({ browse }) => {
  const name = unique('同安水产有限公司')
  const clerk = await person('吴开', { 客户关系: ['一页开户', '提交'], 图片管理: ['上传'] })
  const { page, ends } = await begins(browse, clerk)
  await goTo(page, '>开户', '一页开户')
  const part = (title: string) => front(page).getByRole('region', { name: title, exact: true })
  const own = part('单位')
  await own.getByLabel('单位名称').fill(name)
  await choose(page, own.getByLabel('单位类型'), '企业')
  await choose(page, own.getByLabel('渠道', { exact: true }), '供应链')
  await own.getByLabel('统一社会信用代码').fill(creditCode())
  await upload(page, own.getByRole('button', { name: '营业执照' }))
  await own.getByLabel('联系人').fill('陈一')
  await own.getByLabel('联系电话').fill(phone())
  await own.getByLabel('邮箱').fill('bill@example.com')
  await own.getByLabel('所在地区').fill('鼓楼区')
  await page.locator('.ant-cascader-menu-item').first().click()
  await own.getByLabel('详细地址').fill('五四路1号')
  for (const [label, value] of [
    ['销售组织', '1000'],
    ['分销渠道', '10'],
    ['产品组', '00'],
    ['付款条件', 'Z030'],
  ] as const)
    await part('售达方').getByLabel(label, { exact: true }).fill(value)
  await choose(page, part('开票方').getByLabel('发票类型'), '电子普票')
  await part('主账号').getByLabel('登录账号').fill(unique('open'))
  await part('主账号').getByRole('checkbox', { name: '采购' }).check()
  await front(page).getByRole('button', { name: '保存并提交' }).click()
  await told(page, '开户成功，已提交审核')
  await ends('company')

  const { list } = await ask<{ list: { auditStatus: number }[] }>(
    'GET',
    `/admin/system/org/list?keywords=${encodeURIComponent(name)}`,
  )
  expect(list).toMatchObject([{ auditStatus: 0 }])
})

/** A product with so many skus at 12.80; their ids and codes. */
async function manySkus(count: number): Promise<{ id: number; skuCode: string }[]> {
  const { cateId, unitId } = await openShop()
  const values = Array.from({ length: count }, (_, at) => `${at + 1}号`)
  const { id } = await ask('POST', '/admin/store/product/save', {
    storeName: unique('彩线'),
    keyword: '彩线',
    cateId: String(cateId),
    unitId,
    image: '/upload/a.jpg',
    sliderImage: ['/upload/a.jpg'],
    deliveryTypes: [1],
    isPostage: 1,
    channels: [1202],
    specType: 1,
    attr: [{ attrName: '色号', attrValues: values }],
    attrValue: values.map((value) => ({
      attrValue: JSON.stringify({ 色号: value }),
      image: '/upload/a.jpg',
      price: '12.80',
      otPrice: '15.00',
      cost: '8.00',
      stock: 0,
    })),
  })
  const { attrValue } = await ask<{ attrValue: { id: number; skuCode: string }[] }>(
    'GET',
    `/admin/store/product/info/${id}`,
  )
  return attrValue
}

test('50 prices are changed', async ({ browse }) => {
  const skus = await manySkus(50)
  const title = unique('调价')
  const prices = skus.map((_, at) => `${13 + at}.50`)
  const maker = await person('制单', { 价格通知单: ['新增', '提交'], 新增价格通知单: [] })
  const { page, ends } = await begins(browse, maker)
  await goTo(page, '>价格通知单', '新增价格通知单')
  await front(page).getByRole('button', { name: '粘贴编码' }).click()
  const paste = dialog(page, '粘贴编码')
  await paste.getByLabel('编码').fill(skus.map((one) => one.skuCode).join('\n'))
  await paste.getByRole('button', { name: '查找并新增' }).click()
  await expect(front(page).getByText('共 50 行')).toBeVisible()
  await front(page).getByLabel('标题').fill(title)
  await front(page).getByLabel('生效时间').fill('2026-01-01 00:00:00')
  await page.keyboard.press('Tab')
  await front(page).getByLabel('调价原因').fill('原料上涨')
  const first = front(page).getByLabel('新价', { exact: true }).first()
  await give(first, 'paste', { text: prices.join('\n') })
  await expect(first).toHaveValue('13.50')
  await front(page).getByRole('button', { name: '保存并提交' }).click()
  await told(page, '已提交，等待审核')
  await ends('prices')

  const judge = await person('审核', { 价格通知单: ['审核'], 价格通知单审核: [] })
  const other = await begins(browse, judge)
  await toWaiting(other.page, /待审核价格通知单/)
  await press(other.page, row(front(other.page), title), '审核')
  await front(other.page).getByRole('button', { name: '通过' }).click()
  await told(other.page, '操作成功')
  await other.ends('pricesExamined')

  for (const [at, sku] of [skus[0], skus.at(-1)].entries()) {
    const { list } = await ask<{ list: { price: string }[] }>(
      'GET',
      `/admin/store/product/price/history?skuId=${sku?.id}&channelId=1202`,
    )
    expect(list[0]?.price).toBe(at === 0 ? prices[0] : prices.at(-1))
  }
})

test('a product is found by the tail of its barcode', async ({ browse }) => {
  const { id, name } = await saveProduct(await openShop())
  const head = `690${String(serial()).padStart(7, '0')}91`
  const barCode = [...'0123456789'].map((digit) => head + digit).find(barcodeCheckDigitFits) ?? ''
  await ask('POST', '/admin/store/product/update', { id, barCode })
  const { page, ends } = await begins(browse, await person('拣货', { 商品列表: [], 商品详情: [] }))
  await goTo(page, barCode.slice(-6), name)
  await expect(page).toHaveURL(new RegExp(`/store/product/info/${id}$`))
  await expect(front(page)).toContainText(barCode)
  await ends('barcode')
})

const PHONE = { width: 360, height: 780 }

/** Somebody for whom ten tasks wait. */
async function tenWait(): Promise<Person> {
  const starter = await person('施十', WORKS)
  const boss = await person('鲍十', WORKS)
  const flow = await deployLine(['lead', `user:${boss.id}`])
  const title = unique('十件')
  for (let n = 1; n <= 10; n++) await begin(starter, flow, `${title}之${n}`)
  return boss
}

async function nothingWaits(boss: Person): Promise<void> {
  const { total } = await askAs<{ total: number }>(boss, 'GET', 'task/list?tab=todo')
  expect(total).toBe(0)
}

test('ten to-dos are decided on a phone, each looked at', async ({ browse }) => {
  const boss = await tenWait()
  const { page, ends } = await begins(browse, boss, PHONE)
  await toWaiting(page, /我的待办/)
  await front(page).locator('.k-card').first().getByRole('button', { name: '处理' }).click()
  const task = dialog(page, '处理任务')
  for (let left = 9; left >= 0; left--) {
    const agreeing = task.locator('.td-acts').getByRole('button', { name: '同意' })
    await expect(agreeing).toBeVisible()
    await agreeing.click()
    await expect(task.getByRole('status').filter({ hasText: '已同意' })).toBeVisible()
    if (left > 0) await task.getByRole('button', { name: '处理下一条' }).click()
  }
  await expect(task.getByText('没有其他待办了')).toBeVisible()
  await ends('toDos')
  await nothingWaits(boss)
})

test('ten to-dos that need no look are agreed to at once on a phone', async ({ browse }) => {
  const boss = await tenWait()
  const { page, ends } = await begins(browse, boss, PHONE)
  await toWaiting(page, /我的待办/)
  await front(page).getByRole('checkbox', { name: '全选本页' }).check()
  await front(page).getByRole('button', { name: '批量同意' }).click()
  // A ready phrase may be called so, too.
  await dialog(page, '批量同意（10条）').getByRole('button', { name: '同意', exact: true }).last().click()
  await told(page, '操作成功')
  await ends('toDosAtOnce')
  await nothingWaits(boss)
})

test('who changed a price, and why', async ({ browse }) => {
  const { id, name } = await saveProduct(await openShop())
  const { attrValue } = await ask<{ attrValue: { id: number }[] }>('GET', `/admin/store/product/info/${id}`)
  const maker = await person(unique('定价'), { 价格通知单: ['新增', '提交'], 新增价格通知单: [] })
  const { id: notice } = await ask(
    'POST',
    '/admin/purpose/priceNotice/save',
    {
      noticeTitle: unique('调价'),
      noticeType: 1,
      scopeType: 0,
      channelId: 1202,
      effectTime: Math.floor(Date.now() / 1000) - 60,
      reason: '包装改版',
      lines: [{ skuId: attrValue[0]?.id, newPrice: '13.60' }],
      submit: 1,
    },
    { base: left('full'), token: maker.token },
  )
  await ask('POST', `/admin/purpose/priceNotice/examine/${notice}`, { id: notice, auditStatus: 1 })
  const { page, ends } = await begins(browse, await person('问价', { 商品列表: [], 商品详情: [] }))
  await goTo(page, name, name)
  await front(page).getByRole('button', { name: '价格记录' }).click()
  const change = row(dialog(page, /价格记录/), '13.60')
  await expect(change).toContainText(`${maker.realName}制单`)
  await expect(change).toContainText('包装改版')
  await ends('priceChange')
})
