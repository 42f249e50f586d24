// What stands above all rooms: the home page, the time line of a record and the notes of colleagues.
import { openShop, saveProduct } from './support/catalog.ts'
import { accessible, looksRight } from './support/page.ts'
import { person, unique } from './support/people.ts'
import { dialog, expect, front, test, told } from './support/test.ts'

const READER = { 商品列表: [] }

test('a note beside a record reaches the colleague it names; its author takes it back', async ({
  browse,
}) => {
  const shop = await openShop()
  const { id, name } = await saveProduct(shop)
  const colleague = unique('同事')
  const reader = await person(colleague, READER)
  const page = await browse(
    await person(unique('文清'), { ...READER, 图片管理: ['上传'] }),
    `/store/product/info/${id}`,
  )
  const line = front(page).getByRole('region', { name: '时间线' })
  await expect(line.getByRole('listitem').first()).toContainText('添加商品')
  const box = line.getByRole('textbox', { name: '备注' })
  await box.pressSequentially(`请核对价格 @${colleague}`)
  await page.getByRole('menuitem', { name: colleague }).click()
  await line
    .getByLabel('上传附件')
    .setInputFiles({ name: '报价.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF') })
  await expect(line.getByRole('link', { name: '报价.pdf' })).toBeVisible()
  await line.getByRole('button', { name: '新增备注' }).click()
  await told(page, '已新增备注，已通知1人')
  const written = line.getByRole('listitem').first()
  await expect(written).toContainText('请核对价格')
  await expect(written.getByRole('link', { name: '报价.pdf' })).toBeVisible()
  await looksRight(page)
  await accessible(page)

  const other = await browse(reader, '/dashboard')
  await other.getByRole('button', { name: /^消息与任务，1条未读/ }).click()
  await dialog(other, '消息与任务')
    .getByRole('button', { name: /请核对价格/ })
    .click()
  await expect(other).toHaveURL(new RegExp(`/store/product/info/${id}$`))
  const theirs = front(other).getByRole('region', { name: '时间线' })
  await expect(theirs).toContainText('请核对价格')
  await expect(theirs.getByRole('button', { name: '删除' })).toHaveCount(0)
  await expect(front(other).getByRole('heading', { name })).toBeVisible()

  await written.getByRole('button', { name: '删除' }).click()
  await dialog(page, '系统提示').getByRole('button', { name: '确定' }).click()
  await told(page, '已删除备注')
  await expect(line).not.toContainText('请核对价格')
})

test('the home page begins with what waits, and leads there', async ({ browse }) => {
  const shop = await openShop()
  const { name } = await saveProduct(shop, { submit: 1 })
  const page = await browse(await person(unique('审核'), { 商品库商品: ['审核'] }), '/dashboard')
  const waiting = page.getByRole('link', { name: /待审核商品/ })
  await expect(waiting).toBeVisible()
  await looksRight(page)
  await waiting.click()
  await expect(page).toHaveURL(/\/storerepo\/product\?/)
  await expect(front(page).getByText(name).first()).toBeVisible()
})
