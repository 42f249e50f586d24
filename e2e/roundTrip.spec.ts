// A list leaves as the file its import reads, is changed in one cell, and comes back.
import { openShop } from './support/catalog.ts'
import { csvOf, sheetOf } from './support/files.ts'
import { ask, person, unique } from './support/people.ts'
import { dialog, expect, front, press, row, test } from './support/test.ts'

const KEEPER = { 品牌管理: ['新增', '编辑', '导出'], 品牌资料: [], 我的下载: [] }

interface Brand {
  id: number
  brandName: string
  brandEn: string
  brandCode: string
  ownerCompany: string
}

for (const width of [1440, 360])
  test(`brands are exported in the format of their import at ${width} px, changed in a cell and imported again`, async ({
    browse,
  }, info) => {
    const begin = unique('往')
    // Without a logo: nobody has them at hand on the first day.
    for (const name of ['甲', '乙'])
      await ask('POST', '/admin/product/brand/save', {
        brandName: `${begin}${name}`,
        ownerCompany: '往返公司',
      })
    const read = async () =>
      (await ask<{ list: Brand[] }>('GET', `/admin/product/brand/list?keywords=${encodeURIComponent(begin)}`))
        .list
    const before = await read()
    const viewport = { width, height: 900 }
    const page = await browse(
      await person(unique('管'), KEEPER),
      `/storerepo/brand?keywords=${encodeURIComponent(begin)}`,
      { viewport },
    )
    await expect(front(page).getByText(`${begin}甲`)).toBeVisible()
    const bar = front(page).locator('.k-list-bar')
    await page.screenshot({ path: info.outputPath('list.png') })
    await press(page, bar, '按导入模板导出')
    await expect(page.getByText('导出任务已开始').first()).toBeVisible()

    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('/file/downloadFile')
    const line = row(front(page), '品牌（导入模板）').first()
    await expect(line).toContainText('已完成')
    const [file] = await Promise.all([page.waitForEvent('download'), press(page, line, '下载')])
    const rows = await sheetOf(file)
    const [headings = []] = rows
    const name = headings.indexOf('*品牌名称')
    const changed = rows.map((cells) =>
      cells[name] === `${begin}甲` ? cells.with(headings.indexOf('英文名'), 'CHANGED') : cells,
    )
    expect(rows).toHaveLength(3)

    await page.setViewportSize(viewport)
    await page.goto('/storerepo/brand')
    await press(page, bar, '导入')
    const box = dialog(page, '导入品牌')
    await expect(box.getByRole('button', { name: /按导入模板导出已有数据/ })).toBeVisible()
    const sheet = { name: '改.csv', mimeType: 'text/csv', buffer: csvOf(changed) }
    await box.getByLabel('选择导入文件').setInputFiles(sheet)
    await box.getByLabel('导入（有错误则全部不导入）').check()
    await page.screenshot({ path: info.outputPath('dialog.png') })
    await box.getByRole('button', { name: '开始导入' }).click()
    await expect(box.getByText('导入完成')).toBeVisible()
    const facts = ({ id, brandName, brandEn, brandCode, ownerCompany }: Brand) => ({
      id,
      brandName,
      brandEn,
      brandCode,
      ownerCompany,
    })
    expect((await read()).map(facts)).toEqual(
      before.map(facts).map((one) => (one.brandName === `${begin}甲` ? { ...one, brandEn: 'CHANGED' } : one)),
    )
  })

test('the dialog asks before a sheet removes specifications, and the trial run says which', async ({
  browse,
}, info) => {
  const begin = unique('规')
  const HEAD = ['外部编号', '商品名称', '分类路径', '单位', '规格名1', '规格值1', '售价', '封面图地址']
  const keeper = { 商品库商品: ['导入', '查看成本'], 我的上传: [] }
  const page = await browse(await person(unique('规'), keeper), '/storerepo/product')
  const { cateId } = await openShop()
  const category = await ask<{ name: string }>('GET', `/admin/category/info?id=${cateId}`)
  const line = (colour: string) => [
    begin,
    `${begin}锅`,
    category.name,
    '盒',
    '颜色',
    colour,
    '9.90',
    '/upload/a.jpg',
  ]
  const sheet = (...colours: string[]) => ({
    name: '规格.csv',
    mimeType: 'text/csv',
    buffer: csvOf([HEAD, ...colours.map(line)]),
  })
  await front(page).getByRole('button', { name: /导入$/ }).first().click()
  const box = dialog(page, '导入商品')
  const send = async (way: string, tick: boolean, ...colours: string[]) => {
    await box.getByLabel('选择导入文件').setInputFiles(sheet(...colours))
    await box.getByLabel(way).check()
    const remove = box.getByLabel('移除表中没有的规格')
    await expect(remove).not.toBeChecked()
    if (tick) await remove.check()
    await page.screenshot({ path: info.outputPath(`ticks-${colours.length}.png`) })
    await box.getByRole('button', { name: /^开始/ }).click()
  }
  await send('导入（有错误则全部不导入）', false, '红', '黄', '蓝')
  await expect(box.getByText('导入完成')).toBeVisible()
  await box.getByRole('button', { name: '再导入一个文件' }).click()
  await send('仅校验', true, '黄')
  await expect(box.getByText('将移除规格“红”、“蓝”')).toBeVisible()
  await page.screenshot({ path: info.outputPath('notes.png') })
})
