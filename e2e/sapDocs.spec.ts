// What SAP tells the warehouse, as those who work with it see it: what it booked, what it wants delivered, what it says stood there.
import type { Page } from '@playwright/test'
import { today } from '../kit/shared/time.ts'
import { openCompany } from './support/companies.ts'
import { inserted, numberOf, query } from './support/database.ts'
import { ask, person, unique } from './support/people.ts'
import {
  agree,
  choose,
  dialog,
  expect,
  front,
  openRow,
  press,
  row,
  search,
  test,
  told,
} from './support/test.ts'
import { firstSection, openWarehouse, receiveGoods } from './support/warehouseRecords.ts'

/** A warehouse with its place in SAP, and goods in it that have a number of SAP. */
async function openSapPlace(qty: number) {
  const location = `L${String((await numberOf('sapPlace')) % 1000).padStart(3, '0')}`
  const { id, name } = await openWarehouse({ sapPlant: 'P700', sapStorageLocation: location })
  const goods = await receiveGoods(id, await firstSection(id), qty)
  const sapCode = unique('M').slice(-18)
  await query('update "product" set "sapCode" = $1 where "productCode" = $2', [sapCode, goods.productCode])
  return { id, name, location, sapCode, goods }
}

/** Fills fields of a form by their labels. */
async function fill(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(fields))
    await front(page).getByLabel(label, { exact: true }).first().fill(value)
}

const addLine = (page: Page) => front(page).getByRole('button', { name: '新增一行' }).click()

test('W §5.1: a bill of SAP that is typed becomes the draft of a receipt', async ({ browse }) => {
  const place = await openSapPlace(5)
  const no = unique('50').slice(0, 16)
  const clerk = await person('SAP会计', { SAP单据: ['新增', '匹配', '生成单据', '忽略'], 入库单: [] })
  const page = await browse(clerk, '/wts/sapBill/add')
  await fill(page, {
    物料凭证: no,
    SAP移动类型: '501',
    过账日期: today(),
    工厂: 'P700',
    库存地点: place.location,
  })
  await addLine(page)
  await fill(page, { 行项目: '1', 物料号: 'X-UNKNOWN', 数量: '12' })
  await front(page).getByRole('button', { name: '保存' }).click()
  await expect(front(page)).toContainText('物料 X-UNKNOWN 未映射')
  await fill(page, { 物料号: place.sapCode })
  await front(page).getByRole('button', { name: '保存' }).click()
  await told(page, '创建成功')
  await search(page, no)
  await expect(row(front(page), no)).toContainText('待匹配')

  await press(page, row(front(page), no), '生成单据')
  await agree(page, '入库单草稿')
  await told(page, '已生成草稿')
  await expect(row(front(page), no)).toContainText('已生成单据')
  await openRow(row(front(page), no))
  await expect(front(page)).toContainText(place.goods.name)

  await press(page, front(page), '关联单据')
  await expect(front(page)).toContainText('未提交')
  await expect(front(page)).toContainText(place.goods.name)
})

test('W §5.1: a delivery of SAP without an order of ours becomes a ship task', async ({ browse }) => {
  const place = await openSapPlace(20)
  const company = await openCompany()
  const n = await numberOf('sapParty')
  const [shoudaNum, shipToCode] = [`AG${n}`, `WE${n}`]
  await query('update "shipTo" set "shipToCode" = $1 where "shipToName" = $2', [shipToCode, company.shipTo])
  await inserted(
    `insert into "shouda" ("shoudaNum", "shoudaName", "companyId", "channelId") values ($1, $2, $3, 1202) returning "id"`,
    [shoudaNum, unique('售达方'), company.id],
  )
  const no = unique('80').slice(0, 16)
  const clerk = await person('SAP发货员', {
    SAP交货单: ['新增', '匹配', '转出库任务', '取消'],
    拣货单: [],
  })
  const page = await browse(clerk, '/wts/sapDeliveryOrder/add')
  await fill(page, {
    交货单号: no,
    售达方: shoudaNum,
    送达方: shipToCode,
    工厂: 'P700',
    库存地点: place.location,
  })
  await choose(page, front(page).getByLabel('交货类型'), '标准')
  await addLine(page)
  await fill(page, { 行项目: '10', 物料号: place.sapCode, 交货数量: '8', 毛重: '4' })
  await front(page).getByRole('button', { name: '保存' }).click()
  await told(page, '创建成功')
  await search(page, no)

  await press(page, row(front(page), no), '转出库任务')
  await agree(page, '占用库存')
  await told(page, '已转出库任务')
  await expect(row(front(page), no)).toContainText('已转任务')
  await openRow(row(front(page), no))
  await expect(front(page)).toContainText(place.goods.name)

  await press(page, front(page), '出库任务')
  await expect(front(page)).toContainText(company.shipTo)
  await expect(front(page)).toContainText('待拣货')
})

test('W §5.1: differences from the stock that SAP tells are seen, printed and settled', async ({
  browse,
}) => {
  const place = await openSapPlace(490)
  await ask('POST', '/admin/wts/sapDailyFullStock/save', {
    ...{ stockDate: today(), sapPlant: 'P700', sapStorageLocation: place.location, remark: '月末' },
    lines: [{ sapCode: place.sapCode, labst: 480, umlme: 0, insme: 0, speme: 0 }],
  })
  const clerk = await person('库存财务', { SAP每日全量库存: ['比对', '标记已处理'] })
  const page = await browse(clerk, '/wts/sapDailyFullStock')
  await search(page, place.location)
  await expect(row(front(page), place.location)).toContainText('有差异')

  await openRow(row(front(page), place.location))
  await expect(row(front(page), place.sapCode)).toContainText('490')

  await press(page, front(page), '打印')
  await expect(page).toHaveURL(/\/sapDailyFullStock\/print\//)
  await expect(page.getByText('SAP库存差异').first()).toBeVisible()
  await expect(front(page)).toContainText(place.sapCode)

  await page.goBack()
  await expect(page).toHaveURL(/\/sapDailyFullStock\/info\//)
  await press(page, front(page), '标记已处理')
  await dialog(page, '处理说明').getByRole('textbox').fill('盘点后已调整')
  await dialog(page, '处理说明').getByRole('button', { name: '确定' }).click()
  await told(page, '已标记')
  await expect(front(page)).toContainText('差异已处理')
  await expect(front(page)).toContainText('盘点后已调整')
})

test('the documents of SAP stand on a phone', async ({ browse }) => {
  const place = await openSapPlace(3)
  const head = { sapPlant: 'P700', sapStorageLocation: place.location }
  const bill = await ask('POST', '/admin/wts/sapBill/save', {
    ...{
      ...head,
      sapBillNo: unique('50').slice(0, 16),
      sapYear: '2026',
      moveType: '501',
      postingDate: today(),
    },
    lines: [{ itemNo: 1, sapCode: place.sapCode, qty: 2 }],
  })
  const delivery = await ask('POST', '/admin/wts/sapDeliveryOrder/save', {
    ...{
      ...head,
      sapDeliveryNo: unique('80').slice(0, 16),
      deliveryType: 'LF',
      shoudaNum: '1',
      shipToCode: '2',
    },
    ...{ planGiDate: today(), lines: [{ itemNo: 10, sapCode: place.sapCode, qty: 2 }] },
  })
  const clerk = await person('SAP手机', { SAP单据: ['匹配', '生成单据'], SAP交货单: ['转出库任务'] })
  const viewport = { width: 360, height: 780 }
  for (const at of [
    `/wts/sapBill/info/${bill.id}`,
    `/wts/sapDeliveryOrder/info/${delivery.id}`,
    '/wts/sapBill',
    '/wts/sapDeliveryOrder',
  ]) {
    const page = await browse(clerk, at, { viewport })
    await expect(
      front(page)
        .getByText(/SAP(单据|交货单)|转出库任务|生成单据/)
        .first(),
    ).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  }
})
