// Two people at the same product: nobody's work is lost without a word.
import { call } from './support/api.ts'
import { openShop, saveProduct } from './support/catalog.ts'
import { left } from './support/env.ts'
import { ask, person } from './support/people.ts'
import { expect, front, row, search, test, told } from './support/test.ts'

const EDITOR = { 商品列表: ['添加商品', '编辑', '审核'], 编辑商品: [], 商品详情: [] }

interface Product {
  version: number
  auditStatus: number
  storeName: string
  keyword: string
  sort: number
}

const stored = (id: number) => ask<Product>('GET', `/admin/store/product/info/${id}`)

test('C9-3: who saves second is told, and loses nothing before they say so', async ({ browse }) => {
  const { id } = await saveProduct(await openShop())
  const [first, second] = [await person('甲一', EDITOR), await person('乙二', EDITOR)]
  const early = await browse(first, `/store/product/edit/${id}`)
  const late = await browse(second, `/store/product/edit/${id}`)
  const keyword = (page: typeof late) => front(page).getByLabel('商品关键字')
  await keyword(early).fill('甲的关键字')
  await keyword(late).fill('乙的关键字')
  const before = await stored(id)

  await early.getByRole('button', { name: '保存草稿' }).click()
  await told(early, '编辑成功')
  expect(await stored(id)).toMatchObject({ version: before.version + 1, keyword: '甲的关键字' })

  const clash = late.getByRole('dialog', { name: '这些内容他人也修改了' })
  await late.getByRole('button', { name: '保存草稿' }).click()
  await expect(row(clash, '商品关键字')).toContainText('甲的关键字')
  await clash.getByRole('button', { name: '取消' }).click()
  await expect(keyword(late)).toHaveValue('乙的关键字')
  expect(await stored(id)).toMatchObject({ version: before.version + 1, keyword: '甲的关键字' })

  await late.getByRole('button', { name: '保存草稿' }).click()
  await row(clash, '商品关键字').getByText('用新的').click()
  await clash.getByRole('button', { name: '确定' }).click()
  await told(late, '已取得他人保存的内容，请核对后再次保存')
  await expect(keyword(late)).toHaveValue('甲的关键字')
  await keyword(late).fill('乙的关键字')
  await late.getByRole('button', { name: '保存草稿' }).click()
  await told(late, '编辑成功')
  expect(await stored(id)).toMatchObject({ version: before.version + 2, keyword: '乙的关键字' })

  // What only one of two changed needs no question.
  await early.getByRole('tab', { name: '其他设置' }).click()
  await front(early).getByLabel('排序').fill('9')
  await early.getByRole('button', { name: '保存草稿' }).click()
  await expect(early.getByText('这些内容他人也修改了')).toHaveCount(0)
  await told(early, '已取得他人保存的内容，请核对后再次保存')
  await early.getByRole('button', { name: '保存草稿' }).click()
  await told(early, '编辑成功')
  expect(await stored(id)).toMatchObject({ sort: 9, keyword: '乙的关键字' })
})

test('C9-4: on the shelf the controlled fields stay, the others can be saved', async ({ browse }) => {
  const { id, name } = await saveProduct(await openShop(), { submit: 1 })
  await ask('POST', '/admin/product/examine/save', { id, auditStatus: 1, opinion: '' })
  await ask('GET', `/admin/store/product/putOnShell/${id}`)
  const editor = await person('丙三', EDITOR)
  const { version } = await stored(id)
  const refused = await call(left('full'), editor.token, 'POST', '/admin/store/product/update', {
    id,
    version,
    storeName: '另一个名字',
  })
  expect(refused).toMatchObject({ code: 409, message: '商品已上架，请先下架或提交商品资料修改' })
  expect(await stored(id)).toMatchObject({ version, storeName: name })

  const page = await browse(editor, `/store/product/edit/${id}`)
  await expect(front(page).getByLabel('商品名称')).toBeDisabled()
  await page.getByRole('tab', { name: '其他设置' }).click()
  await front(page).getByLabel('排序').fill('9')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await told(page, '编辑成功')
  expect(await stored(id)).toMatchObject({ sort: 9, storeName: name })
})

test('C9-2: nobody examines what they handed in themselves', async ({ browse }) => {
  const own = await person('丁四', EDITOR)
  const other = await person('戊五', EDITOR)
  const { id, name } = await saveProduct(
    await openShop(),
    { submit: 1 },
    { base: left('full'), token: own.token },
  )
  const page = await browse(own, '/store/index?type=6')
  await search(page, name)
  await expect(row(front(page), name)).toContainText('待审核')
  await expect(row(front(page), name).getByRole('button', { name: '审核', exact: true })).toHaveCount(0)
  const refused = await call(left('full'), own.token, 'POST', '/admin/product/examine/save', {
    id,
    auditStatus: 1,
    opinion: '',
  })
  expect(refused).toMatchObject({ code: 422, message: '不能审核自己提交的单据' })
  expect(await stored(id)).toMatchObject({ auditStatus: 0 })

  const office = await browse(other, '/store/index?type=6')
  await search(office, name)
  await expect(row(front(office), name).getByRole('button', { name: '审核', exact: true })).toBeVisible()
})
