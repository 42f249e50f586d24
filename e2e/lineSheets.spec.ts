// Lines of documents and figures of a count come from a sheet, by people with just these rights.
import { ask, person } from './support/people.ts'
import { dialog, expect, find, front, openRow, row, search, test, told } from './support/test.ts'
import { firstSection, openWarehouse, receiveGoods } from './support/warehouseRecords.ts'

const csv = (name: string, rows: readonly string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(rows.join('\n')),
})

test('W §9: a keeper fills a receipt from a sheet, is told what is wrong in it, and saves the rest', async ({
  browse,
}) => {
  const { id, name: warehouse } = await openWarehouse()
  const goods = await receiveGoods(id, await firstSection(id), 1)
  const { productCode: code } = goods
  const keeper = await person('林仓管', { 入库单: ['新增', '提交'] })
  const page = await browse(keeper, '/wms/addStockin')
  await find(page, front(page).getByLabel('仓库', { exact: true }), warehouse, warehouse)
  await front(page).getByRole('button', { name: '表格导入' }).click()
  const box = dialog(page, '导入入库明细')
  await expect(box.getByRole('button', { name: '下载模板' })).toBeVisible()
  await box
    .getByLabel('选择明细文件')
    .setInputFiles(
      csv('入库.csv', [
        '条码或商品编码,数量,库区编码,批次号',
        `${code},24,A01,`,
        'NOPE-1,3,,',
        `${code},1.2345,,`,
      ]),
    )
  await expect(box).toContainText('2行有误，没有填入')
  await expect(row(box, 'NOPE-1')).toContainText('条码或商品编码不存在：NOPE-1')
  await expect(box).toContainText('数量最多3位小数')
  await box.getByRole('button', { name: '填入其余1行' }).click()
  await expect(row(front(page), goods.name)).toBeVisible()
  // The same goods once more: their quantities are added up when wanted.
  await front(page).getByRole('button', { name: '表格导入' }).click()
  await dialog(page, '导入入库明细')
    .getByLabel('选择明细文件')
    .setInputFiles(csv('再来.csv', ['编码,数量,库区', `${code},6,A01`]))
  await dialog(page, '合并明细').getByRole('button', { name: '合并数量' }).click()
  await expect(front(page).getByRole('spinbutton', { name: '实收数量' })).toHaveValue('30')
  await front(page).getByRole('button', { name: '提交' }).first().click()
  await told(page, '已提交')
  await page.goto('/wms/stockin')
  await search(page, '')
  await expect(row(front(page), warehouse).first()).toContainText('30')
})

test('W §9: a counter takes the lines along as a sheet and brings what was counted', async ({ browse }) => {
  const { id, name: warehouse } = await openWarehouse()
  const { name: goods } = await receiveGoods(id, await firstSection(id), 12)
  const counter = await person('初盘员', { 月盘点表: ['录入'] })
  const { id: planId } = await ask('POST', '/admin/wts/inventoryManage/save', {
    ...{ warehouseId: id, planDate: '2026-11-01', countType: 2, scopeType: 1, countMode: 1, blind: 1 },
    counterIds: `${counter.id}`,
  })
  await ask('POST', `/admin/wts/inventoryManage/generate/${planId}`)
  await ask('POST', `/admin/wts/inventoryManage/start/${planId}`)
  const { list } = await ask<{ list: { countSn: string }[] }>(
    'GET',
    `/admin/wts/stockCount/list?planId=${planId}`,
  )
  const countSn = list[0]?.countSn ?? ''
  const page = await browse(counter, '/wts/monthlyStockCount')
  await openRow(row(front(page), warehouse))
  const coming = page.waitForEvent('download')
  await front(page).getByRole('button', { name: '下载表格' }).click()
  expect((await coming).suggestedFilename()).toBe(`${countSn} 实盘数量.xlsx`)
  const input = front(page).getByLabel('选择实盘文件')
  await input.setInputFiles(csv('实盘.csv', ['盘点表号,行号,实盘', `${countSn},99,10`]))
  const wrong = dialog(page, '有1行有误，未导入任何数据')
  await expect(wrong).toContainText('盘点明细不存在')
  await wrong.getByRole('button', { name: '知道了' }).click()
  await input.setInputFiles(csv('实盘.csv', ['盘点表号,行号,实盘', `${countSn},1,10`]))
  await told(page, '已导入1行')
  await expect(row(front(page), goods).getByLabel('本轮实盘')).toHaveValue('10')
})
