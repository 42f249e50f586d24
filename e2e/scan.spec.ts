// Handhelds: a scanner that types, at 360 px, and a network that goes away in the middle.
import type { Page } from '@playwright/test'
import { movedDay, today } from '../kit/shared/time.ts'
import { query } from './support/database.ts'
import { openFleet } from './support/fleet.ts'
import { accessible, looksRight, reachable } from './support/page.ts'
import { ask, person, serial } from './support/people.ts'
import { expect, find, front, test, told } from './support/test.ts'
import {
  firstSection,
  openTask,
  openWarehouse,
  pickTasks,
  readyDelivery,
  receiveGoods,
} from './support/warehouseRecords.ts'

const PHONE = { viewport: { width: 360, height: 740 } }

/** A GTIN-13 with its check digit that nobody else uses. */
const ean = (): string => checked(`690${String(serial()).padStart(9, '0')}`)

/** Twelve digits with their check digit. */
function checked(head: string): string {
  const sum = [...head].reduce((all, sign, at) => all + Number(sign) * (at % 2 === 0 ? 1 : 3), 0)
  return `${head}${(10 - (sum % 10)) % 10}`
}

/** Gives a sku a barcode, and its product a box of twelve with another. */
async function labelled(skuId: number): Promise<{ piece: string; box: string }> {
  const [piece, box] = [ean(), ean()]
  await query(
    `with "piece" as (update "sku" set "barCode" = $1 where "id" = $2 returning "barCode", "productId"),
      "box" as (insert into "productUnit" ("productId", "unitId", "ratio", "barCode")
        select p."id", p."unitId", 12, $3 from "product" p join "piece" on "piece"."productId" = p."id"
        returning "barCode", "productId")
    insert into "productBarcode" ("barCode", "productId") select * from "piece" union all select * from "box"`,
    [piece, skuId, box],
  )
  return { piece, box }
}

/** Between two keys of a scanner, in seconds. */
const APART = 0.005

/**
 * Types as a scanner does: without waiting for an answer to each key, and Enter. The keys say themselves when they came, so that a
 * machine that is busy between two of them does not make two scans of one.
 */
async function scan(page: Page, code: string): Promise<void> {
  await expect(front(page).locator('.w-scan-top input')).toBeVisible()
  const session = await page.context().newCDPSession(page)
  const keys = [...code].map((key) => ({ key, text: key, windowsVirtualKeyCode: 0 }))
  const all = [...keys, { key: 'Enter', text: '\r', windowsVirtualKeyCode: 13 }]
  const begin = Date.now() / 1000 - all.length * APART
  await Promise.all(
    all.flatMap((key, at) => {
      const timestamp = begin + at * APART
      const { text: _none, ...up } = key
      return [
        session.send('Input.dispatchKeyEvent', { type: 'keyDown', ...key, timestamp }),
        session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...up, timestamp }),
      ]
    }),
  )
  await session.detach()
}

const said = (page: Page) => front(page).locator('.w-scan-said')
const wide = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

/** How large a person sees it, for whom it is written. */
const fits = async (page: Page) => {
  expect(await wide(page)).toBe(360)
  await looksRight(page)
  await accessible(page)
  await reachable(page)
}

/** A list of one task over so many pieces. */
async function openList(qty: number) {
  const { id: warehouseId, code } = await openWarehouse()
  const { taskId, skuId, name } = await openTask(warehouseId, { qty })
  const codes = await labelled(skuId)
  await ask('POST', '/admin/wts/pickList/generate', {
    ...{ warehouseId, pickType: 1, taskIds: String(taskId), onlyComplete: 0 },
  })
  const { list } = await ask<{ list: { id: number; pickSn: string }[] }>(
    'GET',
    `/admin/wts/pickList/list?warehouseId=${warehouseId}`,
  )
  const { id = 0, pickSn = '' } = list[0] ?? {}
  const picked = async () => {
    const lines = await ask<{ list: { pickedQty: number }[] }>(
      'GET',
      `/admin/wts/pickList/lines?pickListId=${id}`,
    )
    return lines.list.map((one) => one.pickedQty)
  }
  return { warehouseId, section: `SEC-${code}-A01`, id, pickSn, name, picked, ...codes }
}

test('W §7: a pick goes on without the network, each scan is posted once when it is back', async ({
  browse,
}) => {
  const { id, pickSn, section, name, picked, piece, box } = await openList(16)
  const picker = await person('刘拣货', { 扫码作业: [], 拣货单: ['拣货', '登记缺货', '完成'] })
  const page = await browse(picker, '/wms/scan', PHONE)
  await expect(front(page).getByRole('button', { name: /^拣货/ })).toBeVisible()
  await scan(page, pickSn)
  const card = front(page).getByRole('region', { name: '当前商品' })
  await expect(card).toContainText('0 / 16')
  await expect(card).toContainText(name)
  await scan(page, section)
  await expect(said(page)).toContainText('库区 A01')
  await scan(page, piece)
  await expect(said(page)).toContainText('×1')
  await expect(card).toContainText('1 / 16')
  await expect.poll(picked).toEqual([1])
  await fits(page)

  await page.context().setOffline(true)
  await scan(page, piece)
  await scan(page, box)
  await expect(said(page)).toContainText('×12')
  await expect(card).toContainText('14 / 16')
  await expect(front(page)).toContainText('待上传 2')
  // What is wrong is told without the network as well, and needs no tap.
  await scan(page, box)
  await expect(front(page).getByRole('alert').first()).toContainText('超出数量：还差 2，本次 12')
  await scan(page, '6999999999994')
  await expect(front(page).getByRole('alert').first()).toContainText('商品不在本单中')
  expect(await wide(page)).toBe(360)
  expect(await picked()).toEqual([1])
  await page.context().setOffline(false)
  await expect(front(page)).not.toContainText('待上传')
  await expect.poll(picked).toEqual([14])

  // An answer that is lost on its way: the scan has counted, is sent again, and counts no more.
  let cut = 1
  await page.route('**/pickList/line/pick', async (route) => {
    if (cut-- > 0) {
      await route.fetch()
      return route.abort()
    }
    return route.continue()
  })
  await scan(page, piece)
  await expect(card).toContainText('15 / 16')
  await expect(front(page)).not.toContainText('待上传', { timeout: 10_000 })
  expect(await picked()).toEqual([15])
  await page.unrouteAll()
  await scan(page, piece)
  await expect(said(page)).toContainText('全部扫完')
  await front(page).getByRole('button', { name: '完成拣货' }).click()
  await told(page, '拣货已完成')
  const list = await ask<{ status: number }>('GET', `/admin/wts/pickList/info/${id}`)
  expect(list.status).toBe(2)
})

test('W §7: what another has picked meanwhile is refused in view, put right or dropped; scans survive a reload', async ({
  browse,
}) => {
  const { id, picked, piece } = await openList(4)
  const picker = await person('刘拣货', { 扫码作业: [], 拣货单: ['拣货', '登记缺货', '完成'] })
  const page = await browse(picker, `/wms/scan/pick/${id}`, PHONE)
  const card = front(page).getByRole('region', { name: '当前商品' })
  await expect(card).toContainText('0 / 4')
  await page.context().setOffline(true)
  // A scan counts wherever the focus is, and leaves nothing of itself in another field.
  await front(page).getByLabel('每扫数量').fill('3')
  await scan(page, piece)
  await expect(said(page)).toContainText('×3')
  await scan(page, piece)
  await expect(front(page)).toContainText('待上传 2')
  const lines = await ask<{ list: { id: number }[] }>('GET', `/admin/wts/pickList/lines?pickListId=${id}`)
  await ask('POST', '/admin/wts/pickList/line/short', { lineId: lines.list[0]?.id, reason: 1 })
  await page.context().setOffline(false)
  const fault = front(page).getByRole('region', { name: '被拒绝的扫码' })
  await expect(fault).toHaveCount(2)
  await expect(front(page).getByRole('button', { name: '完成拣货' })).toBeDisabled()
  await page.reload()
  await expect(fault).toHaveCount(2)
  await fault.first().getByRole('button', { name: '丢弃' }).click()
  await page.getByRole('button', { name: '确定' }).click()
  await expect(fault).toHaveCount(1)
  expect(await picked()).not.toContain(1)
})

test('W §15 #24: a GS1 code is received with its lot and expiry; a box without the network counts once', async ({
  browse,
}) => {
  const { id: warehouseId } = await openWarehouse()
  const { skuId, name } = await openTask(warehouseId)
  const { piece, box } = await labelled(skuId)
  await query(
    `update "product" set "batchManaged" = 1, "shelfLifeDays" = 400 where "id" = (select "productId" from "sku" where "id" = $1)`,
    [skuId],
  )
  const sectionId = await firstSection(warehouseId)
  const { id } = await ask('POST', '/admin/wms/stockin/save', {
    ...{ type: 6, warehouseId, bizDate: today(), lines: [{ skuId, sectionId, qty: 40, price: '3.50' }] },
  })
  const receipt = () =>
    ask<{
      stockinSn: string
      auditStatus: number
      lines: { lotNo: string; expiryDate: string; qty: number }[]
    }>('GET', `/admin/wms/stockin/info/${id}`)
  const receiver = await person('吴收货', { 扫码作业: [], 入库单: ['扫码收货', '提交'] })
  const page = await browse(receiver, '/wms/scan/receive', PHONE)
  await scan(page, (await receipt()).stockinSn)
  const card = front(page).getByRole('region', { name: '当前商品' })
  await expect(card).toContainText(name)
  await expect(card).toContainText('应收 40')
  // Without a lot the server refuses it, in view until it is dropped.
  await scan(page, piece)
  const fault = front(page).getByRole('region', { name: '被拒绝的扫码' })
  await expect(fault).toContainText('已启用批次管理，请输入批次号')
  await fault.getByRole('button', { name: '丢弃' }).click()
  await page.getByRole('button', { name: '确定' }).click()
  await expect(fault).toHaveCount(0)
  const expiry = movedDay(today(), 300)
  await scan(page, `(01)0${piece}(17)${expiry.slice(2).replaceAll('-', '')}(10)L2`)
  await expect(card).toContainText(`批次 L2，到期 ${expiry}`)
  await page.context().setOffline(true)
  await scan(page, box)
  await expect(said(page)).toContainText('×12')
  await expect(front(page)).toContainText('待上传 1')
  expect(await wide(page)).toBe(360)
  await page.context().setOffline(false)
  await expect(front(page)).not.toContainText('待上传')
  await expect(card.locator('.w-scan-place')).toContainText('13')
  expect((await receipt()).lines).toMatchObject([{ lotNo: 'L2', expiryDate: expiry, qty: 13 }])
  await front(page).getByRole('button', { name: '收货完成' }).click()
  await told(page, '收货已提交')
  expect((await receipt()).auditStatus).toBe(0)
})

test('W §4.8: goods are put away by scanning whence, what and whereto', async ({ browse }) => {
  const { id: warehouseId, code } = await openWarehouse()
  const { skuId } = await openTask(warehouseId)
  const { piece, box } = await labelled(skuId)
  await query(`update "wareHouseConfig" set "autoExamineTypes" = '{shifting}' where "warehouseId" = $1`, [
    warehouseId,
  ])
  const keeper = await person('钱仓管', { 扫码作业: [], 移库单: ['扫码上架'] })
  const page = await browse(keeper, '/wms/scan/putAway', PHONE)
  await scan(page, piece)
  await expect(said(page)).toContainText('请先扫移出库区')
  await scan(page, `SEC-${code}-A01`)
  await expect(said(page)).toContainText('移出库区 A01')
  await scan(page, box)
  await expect(said(page)).toContainText('×12')
  await page.context().setOffline(true)
  await scan(page, piece)
  await expect(said(page)).toContainText('×13')
  await scan(page, `SEC-${code}-BL`)
  await expect(front(page)).toContainText('待上传 1')
  await page.context().setOffline(false)
  await expect(front(page)).not.toContainText('待上传')
  await expect(front(page).getByRole('region', { name: '被拒绝的扫码' })).toHaveCount(0)
  const { list } = await ask<{ list: { totalQty: number; auditStatus: number; reason: number }[] }>(
    'GET',
    `/admin/wms/shiftingParking/list?warehouseId=${warehouseId}`,
  )
  // From what is sold to what is not: 良转次.
  expect(list).toMatchObject([{ totalQty: 13, auditStatus: 1, reason: 3 }])
})

test('W §5.3: what was picked is checked piece by piece and packed', async ({ browse }) => {
  const { id: warehouseId } = await openWarehouse()
  const { taskId, taskSn, skuId } = await openTask(warehouseId, { qty: 3 })
  const { piece } = await labelled(skuId)
  await pickTasks(warehouseId, [taskId], 1)
  const checker = await person('张复核', { 扫码作业: [], 拣货单: [], 配送单: ['复核'] })
  const page = await browse(checker, '/wms/scan', PHONE)
  await scan(page, taskSn)
  const card = front(page).getByRole('region', { name: '当前商品' })
  await expect(card).toContainText('0 / 3')
  await scan(page, piece)
  await expect(card).toContainText('1 / 3')
  await expect(front(page).getByRole('button', { name: '装箱完成' })).toBeDisabled()
  await front(page).getByRole('button', { name: '增加' }).click()
  await scan(page, piece)
  await expect(said(page)).toContainText('全部扫完')
  await front(page).getByRole('button', { name: '装箱完成' }).click()
  await page.getByRole('textbox', { name: '装成几箱？' }).fill('2')
  await page.getByRole('button', { name: '确定' }).click()
  await told(page, '已复核，配送单已生成')
  const task = await ask<{ status: number }>('GET', `/admin/wts/pickList/task/info/${taskId}`)
  expect(task.status).toBe(4)
})

test('W §5.9: a sheet is counted by scans in its section, each adds one', async ({ browse }) => {
  const { id: warehouseId, code } = await openWarehouse()
  const { skuId } = await openTask(warehouseId)
  const { piece, box } = await labelled(skuId)
  const counter = await person('郑盘点', { 扫码作业: [], 全部盘点表: ['录入'] })
  const { id: plan } = await ask('POST', '/admin/wts/inventoryManage/save', {
    ...{
      warehouseId,
      planDate: today(),
      scopeType: 1,
      countMode: 2,
      countType: 1,
      counterIds: String(counter.id),
    },
  })
  await ask('POST', `/admin/wts/inventoryManage/generate/${plan}`)
  await ask('POST', `/admin/wts/inventoryManage/start/${plan}`)
  const { list } = await ask<{ list: { id: number; countSn: string }[] }>(
    'GET',
    `/admin/wts/stockCount/list?planId=${plan}`,
  )
  const page = await browse(counter, '/wms/scan/count', PHONE)
  await scan(page, list[0]?.countSn ?? '')
  const card = front(page).getByRole('region', { name: '当前商品' })
  await expect(card).toBeVisible()
  await scan(page, `SEC-${code}-A01`)
  await expect(said(page)).toContainText('库区 A01')
  for (const one of [box, box, box, box, piece]) await scan(page, one)
  await expect(card).toContainText('49')
  await expect(front(page)).not.toContainText('待上传')
  const lines = await ask<{ list: { firstQty: number }[] }>(
    'GET',
    `/admin/wts/stockCount/lines?countId=${list[0]?.id}`,
  )
  expect(lines.list.map((one) => one.firstQty)).toEqual([49])
  await front(page).getByRole('button', { name: '完成本轮' }).click()
  await page.getByRole('button', { name: '确定' }).click()
  await told(page, '本轮已完成')
})

test('W §7: what a scale printed is received and counted by its weight, in the unit of the goods', async ({
  browse,
}) => {
  const { id: warehouseId, code } = await openWarehouse()
  const { skuId } = await openTask(warehouseId)
  const other = await openTask(warehouseId)
  const [plu = '', piece = ''] = [serial(), serial()].map((n) => String(n % 100_000).padStart(5, '0'))
  const weighing = (goods: string, grams: number) => checked(`21${goods}${String(grams).padStart(5, '0')}`)
  // One is sold by the 斤, of which a kilogram has two; the other in pieces.
  await query(
    `insert into "unit" ("unitCode", "unitName", "decimals", "unitType")
      select 'JIN', '斤', 2, 2 where not exists (select from "unit" where "unitName" = '斤' and "isDel" = 0)`,
    [],
  )
  await query(
    `update "product" set "unitId" = (select "id" from "unit" where "unitName" = '斤' and "isDel" = 0)
      where "id" = (select "productId" from "sku" where "id" = $1)`,
    [skuId],
  )
  for (const [id, digits] of [
    [skuId, plu],
    [other.skuId, piece],
  ] as const)
    await query(
      `with "named" as (update "sku" set "barCode" = $1 where "id" = $2 returning "barCode", "productId")
        insert into "productBarcode" ("barCode", "productId") select * from "named"`,
      [digits, id],
    )

  const sectionId = await firstSection(warehouseId)
  const { id: receipt } = await ask('POST', '/admin/wms/stockin/save', {
    ...{ type: 6, warehouseId, bizDate: today() },
    lines: [
      { skuId, sectionId, qty: 40, price: '3.50' },
      { skuId: other.skuId, sectionId, qty: 9, price: '3.50' },
    ],
  })
  const worker = await person('吴收货', {
    ...{ 扫码作业: [], 入库单: ['扫码收货', '提交'], 全部盘点表: ['录入'] },
  })
  const page = await browse(worker, `/wms/scan/receive/${receipt}`, PHONE)
  const card = front(page).getByRole('region', { name: '当前商品' })
  await expect(card).toBeVisible()
  await scan(page, weighing(plu, 1250))
  await expect(said(page)).toContainText('×2.5')
  await scan(page, weighing(plu, 625))
  await expect(said(page)).toContainText('×1.25')
  await scan(page, weighing(piece, 625))
  await expect(front(page).getByRole('alert').first()).toContainText('不是重量单位，不能按重量计数')
  await expect(front(page)).not.toContainText('待上传')
  await fits(page)
  const received = () =>
    ask<{ lines: { skuId: number; scanQty: number | null }[] }>('GET', `/admin/wms/stockin/info/${receipt}`)
  await expect
    .poll(async () => (await received()).lines)
    .toMatchObject([{ skuId, scanQty: 3.75 }, { skuId: other.skuId }])
  expect((await received()).lines[1]?.scanQty ?? 0).toBe(0)

  const { id: plan } = await ask('POST', '/admin/wts/inventoryManage/save', {
    ...{ warehouseId, planDate: today(), scopeType: 1, countMode: 2, countType: 1 },
    counterIds: String(worker.id),
  })
  await ask('POST', `/admin/wts/inventoryManage/generate/${plan}`)
  await ask('POST', `/admin/wts/inventoryManage/start/${plan}`)
  const { list } = await ask<{ list: { id: number; countSn: string }[] }>(
    'GET',
    `/admin/wts/stockCount/list?planId=${plan}`,
  )
  await page.goto('/wms/scan/count')
  await scan(page, list[0]?.countSn ?? '')
  await expect(card).toBeVisible()
  await scan(page, `SEC-${code}-A01`)
  await expect(said(page)).toContainText('库区 A01')
  await scan(page, weighing(plu, 1250))
  await expect(said(page)).toContainText('×2.5')
  await scan(page, weighing(plu, 5))
  await expect(said(page)).toContainText('×0.01')
  await expect(front(page)).not.toContainText('待上传')
  const counted = async () => {
    const lines = await ask<{ list: { skuId: number; firstQty: number | null }[] }>(
      'GET',
      `/admin/wts/stockCount/lines?countId=${list[0]?.id}`,
    )
    return lines.list.find((one) => one.skuId === skuId)?.firstQty
  }
  await expect.poll(counted).toBe(2.51)
})

test('W §5.5: boxes of a trip are loaded by their labels, also without the network', async ({ browse }) => {
  const { id: warehouseId } = await openWarehouse()
  const { id: delivery, deliverySn } = await readyDelivery(warehouseId)
  const { car, driver } = await openFleet()
  const midnight = Date.parse(`${today()}T00:00:00+08:00`) / 1000
  const { id } = await ask('POST', '/admin/wts/vehicleAssignment/save', {
    ...{ warehouseId, deliveryDate: today(), truckCarId: car, driverId: driver },
    ...{ planDepartTime: midnight + 8 * 3600, planBackTime: midnight + 12 * 3600 },
    deliveryIds: String(delivery),
  })
  const { assignSn } = await ask<{ assignSn: string }>('GET', `/admin/wts/vehicleAssignment/info/${id}`)
  const loader = await person('冯装车', { 扫码作业: [], 派车单: ['开始装车', '装车扫码'] })
  const page = await browse(loader, '/wms/scan', PHONE)
  await scan(page, assignSn)
  await expect(front(page)).toContainText('0/2')
  await front(page).getByRole('button', { name: '开始装车' }).click()
  await told(page, '已开始装车')
  await scan(page, `${deliverySn}-001`)
  await expect(said(page)).toContainText('还剩 1 箱')
  await scan(page, `${deliverySn}-001`)
  await expect(said(page)).toContainText('已扫过')
  await page.context().setOffline(true)
  await scan(page, `${deliverySn}-002`)
  await expect(said(page)).toContainText('全部装完')
  await expect(front(page)).toContainText('待上传 1')
  await page.context().setOffline(false)
  await expect(front(page)).not.toContainText('待上传')
  await expect(front(page)).toContainText('2/2')
  const loaded = await ask<{ status: number }>('GET', `/admin/wts/deliveryOrder/info/${delivery}`)
  expect(loaded.status).toBe(2)
})

test('W §5.3: a batch is sorted by scans that say the slot, also without the network', async ({ browse }) => {
  const { id: warehouseId } = await openWarehouse()
  const [one, two] = [await openTask(warehouseId, { qty: 2 }), await openTask(warehouseId, { qty: 13 })]
  const [first, second] = [await labelled(one.skuId), await labelled(two.skuId)]
  await pickTasks(warehouseId, [one.taskId, two.taskId], 2)
  const { list } = await ask<{ list: { id: number; sortSn: string }[] }>(
    'GET',
    `/admin/wts/sortOrder/list?warehouseId=${warehouseId}`,
  )
  const { id = 0, sortSn = '' } = list[0] ?? {}
  const sorted = async () => {
    const lines = await ask<{ list: { slotNo: number; sortedQty: number }[] }>(
      'GET',
      `/admin/wts/sortOrder/lines?sortOrderId=${id}`,
    )
    return lines.list.map((line) => [line.slotNo, line.sortedQty])
  }
  const sorter = await person('何分拣', { 扫码作业: [], 分拣单: ['分拣', '完成'] })
  const page = await browse(sorter, '/wms/scan', PHONE)
  await scan(page, sortSn)
  const card = front(page).getByRole('region', { name: '当前商品' })
  await expect(card).toContainText('1号格')
  await scan(page, first.piece)
  await expect(said(page)).toContainText(`1号格 ${one.name}`)
  await expect(card).toContainText('1 / 2')
  await expect(card).toContainText('望江路便利店')
  await expect.poll(sorted).toEqual([
    [1, 1],
    [2, 0],
  ])
  await fits(page)
  await page.context().setOffline(true)
  await scan(page, second.box)
  await expect(said(page)).toContainText(`2号格 ${two.name}`)
  await expect(card).toContainText('12 / 13')
  await scan(page, second.box)
  await expect(front(page).getByRole('alert').first()).toContainText('超出数量：还差 1，本次 12')
  await scan(page, first.piece)
  await expect(said(page)).toContainText('1号格')
  await expect(front(page)).toContainText('待上传 2')
  await page.context().setOffline(false)
  await expect(front(page)).not.toContainText('待上传')
  await expect.poll(sorted).toEqual([
    [1, 2],
    [2, 12],
  ])
  // Finished right after the last scan, before the lines are read again, nothing is missing.
  await page.route('**/sortOrder/lines?*', (route) =>
    new Promise((done) => setTimeout(done, 60_000)).then(() => route.abort()),
  )
  await scan(page, second.piece)
  await expect(said(page)).toContainText('全部扫完')
  await front(page).getByRole('button', { name: '完成分拣' }).click()
  await told(page, '分拣已完成')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  expect((await ask<{ status: number }>('GET', `/admin/wts/sortOrder/info/${id}`)).status).toBe(2)
  const task = await ask<{ status: number }>('GET', `/admin/wts/pickList/task/info/${two.taskId}`)
  expect(task.status).toBe(3)
})

test('W §5.3: what is missing of a slot is said at the handheld as at the desk', async ({ browse }) => {
  const { id: warehouseId } = await openWarehouse()
  const { taskId, skuId } = await openTask(warehouseId, { qty: 3 })
  const { piece } = await labelled(skuId)
  await pickTasks(warehouseId, [taskId], 2)
  const { list } = await ask<{ list: { id: number }[] }>(
    'GET',
    `/admin/wts/sortOrder/list?warehouseId=${warehouseId}`,
  )
  const id = list[0]?.id ?? 0
  const sorter = await person('何分拣', { 扫码作业: [], 分拣单: ['分拣', '完成'] })
  const page = await browse(sorter, `/wms/scan/sort/${id}`, PHONE)
  await expect(front(page).getByRole('button', { name: '完成分拣' })).toBeDisabled()
  await front(page).getByRole('button', { name: '增加' }).click()
  await scan(page, piece)
  await expect(said(page)).toContainText('×2')
  await expect(front(page)).not.toContainText('待上传')
  await front(page).getByRole('button', { name: '完成分拣' }).click()
  const question = page.getByRole('textbox', { name: /^差异原因：1号格 .* 少 1$/ })
  await question.fill('少一件')
  await page.getByRole('button', { name: '确定', exact: true }).click()
  await told(page, '分拣已完成')
  const lines = await ask<{ list: { sortedQty: number; diffReason: string }[] }>(
    'GET',
    `/admin/wts/sortOrder/lines?sortOrderId=${id}`,
  )
  expect(lines.list).toMatchObject([{ sortedQty: 2, diffReason: '少一件' }])
})

test('W §4.7: a transfer is scanned out by one person and in by another, also without the network', async ({
  browse,
}) => {
  const [from, to] = [await openWarehouse(), await openWarehouse()]
  const goods = await receiveGoods(from.id, await firstSection(from.id), 40)
  const { piece, box } = await labelled(goods.skuId)
  const { id } = await ask('POST', '/admin/wms/transfer/save', {
    ...{ outWarehouseId: from.id, inWarehouseId: to.id, bizDate: today(), planOutDate: today(), submit: 1 },
    ...{ carryMode: 3, lines: [{ skuId: goods.skuId, qty: 14 }] },
  })
  await ask('POST', `/admin/wms/transfer/examine/${id}`, { auditStatus: 1 })
  const read = () =>
    ask<{ transferSn: string; status: number; shippedQty: number; receivedQty: number }>(
      'GET',
      `/admin/wms/transfer/info/${id}`,
    )
  const shipper = await person('许发货', { 扫码作业: [], 调拨单: ['出库'] })
  const page = await browse(shipper, '/wms/scan', PHONE)
  await scan(page, (await read()).transferSn)
  const card = front(page).getByRole('region', { name: '当前商品' })
  await expect(card).toContainText('0 / 14')
  await expect(card).toContainText('A01')
  await scan(page, box)
  await expect(card).toContainText('12 / 14')
  await fits(page)
  await page.context().setOffline(true)
  await scan(page, piece)
  await expect(card).toContainText('13 / 14')
  await expect(front(page)).toContainText('待上传 1')
  await expect(front(page).getByRole('button', { name: '出库完成' })).toBeDisabled()
  await page.context().setOffline(false)
  await expect(front(page)).not.toContainText('待上传')
  expect(await read()).toMatchObject({ status: 1, shippedQty: 0 })
  await front(page).getByRole('button', { name: '出库完成' }).click()
  await expect(page.getByRole('dialog')).toContainText('1行没有扫完')
  await page.getByRole('button', { name: '确定', exact: true }).click()
  await told(page, '已出库')
  expect(await read()).toMatchObject({ status: 2, shippedQty: 13 })

  const receiver = await person('蔡收货', { 扫码作业: [], 调拨单: ['收货'] })
  const dock = await browse(receiver, `/wms/scan/transfer/${id}`, PHONE)
  const there = front(dock).getByRole('region', { name: '当前商品' })
  await expect(there).toContainText('0 / 13')
  await scan(dock, `SEC-${to.code}-A01`)
  await expect(said(dock)).toContainText('放入库区 A01')
  await expect(there).toContainText('A01')
  await dock.context().setOffline(true)
  await scan(dock, box)
  await expect(there).toContainText('12 / 13')
  await expect(front(dock)).toContainText('待上传 1')
  await dock.context().setOffline(false)
  await expect(front(dock)).not.toContainText('待上传')
  await scan(dock, piece)
  await expect(said(dock)).toContainText('全部扫完')
  await front(dock).getByRole('button', { name: '收货完成' }).click()
  await told(dock, '已收货')
  expect(await read()).toMatchObject({ status: 4, receivedQty: 13 })
  // What cannot be worked on any more says so, and leads back.
  await dock.goto(`/wms/scan/transfer/${id}`)
  await expect(front(dock)).toContainText('不能扫码收发')
  await front(dock).getByRole('button', { name: '返回' }).click()
  await expect(front(dock)).toContainText('没有待出库或在途的调拨单')
  const { list } = await ask<{ list: { sectionId: number; onHand: number }[] }>(
    'GET',
    `/admin/wms/stock/lot/list?warehouseId=${to.id}&skuId=${goods.skuId}`,
  )
  expect(list).toMatchObject([{ sectionId: await firstSection(to.id), onHand: 13 }])
})

test('W §4.4: what there is of goods, and in a section, is told by a scan', async ({ browse }) => {
  const { id: warehouseId, code, name: warehouse } = await openWarehouse()
  const { skuId, name } = await openTask(warehouseId, { qty: 4 })
  const { piece } = await labelled(skuId)
  const clerk = await person('高查询', { 扫码作业: [], 库存查询: [] })
  const page = await browse(clerk, '/wms/scan', PHONE)
  await front(page)
    .getByRole('button', { name: /^库存查询/ })
    .click()
  await expect(said(page)).toBeVisible()
  await scan(page, piece)
  await expect(said(page)).toContainText(name)
  const head = front(page).getByRole('region', { name: `${name} ${warehouse}` })
  await expect(head).toContainText('现存50')
  await expect(head).toContainText('可用46')
  await expect(head).toContainText('占用4')
  await expect(front(page).getByRole('listitem')).toHaveCount(1)
  await expect(front(page).getByRole('listitem')).toContainText('A01')
  await fits(page)
  await scan(page, `SEC-${code}-A01`)
  await expect(said(page)).toContainText('库区 A01')
  await expect(front(page).getByRole('listitem')).toContainText(name)
  await scan(page, `SEC-${code}-BL`)
  await expect(front(page)).toContainText('这个库区没有商品')
  await scan(page, '6999999999994')
  await expect(front(page).getByRole('alert').first()).toContainText('无法识别的条码')
})

/** Stands for a camera and for what reads codes in its pictures: no browser here has them. */
function fakeCamera(): void {
  const tracks: MediaStreamTrack[] = []
  Reflect.set(window, 'tracks', tracks)
  Reflect.set(window, 'inSight', [])
  Reflect.set(
    window,
    'BarcodeDetector',
    class {
      detect = () => Promise.resolve(Reflect.get(window, 'inSight').map((rawValue: string) => ({ rawValue })))
    },
  )
  navigator.mediaDevices.getUserMedia = () => {
    if (Reflect.get(window, 'refuses') === true)
      return Promise.reject(new DOMException('refused', 'NotAllowedError'))
    const canvas = document.createElement('canvas')
    // A picture comes with each change of it.
    const paint = canvas.getContext('2d')
    setInterval(() => paint?.fillRect(0, 0, 9, 9), 100)
    const stream = canvas.captureStream()
    tracks.push(...stream.getTracks())
    return Promise.resolve(stream)
  }
}

test('W §7: where the browser reads codes from pictures the camera scans, and is free again when closed', async ({
  browse,
}) => {
  const { id, piece } = await openList(4)
  const picker = await person('刘拣货', { 扫码作业: [], 拣货单: ['拣货', '登记缺货', '完成'] })
  const page = await browse(picker, null, { ...PHONE, fresh: true })
  await page.goto(`/wms/scan/pick/${id}`)
  const card = front(page).getByRole('region', { name: '当前商品' })
  await expect(card).toContainText('0 / 4')
  await expect(front(page).getByRole('button', { name: '扫一扫' })).toHaveCount(0)
  await page.addInitScript(fakeCamera)
  await page.reload()
  await front(page).getByRole('button', { name: '扫一扫' }).click()
  await expect(front(page).getByLabel('相机画面')).toBeVisible()
  const show = (...codes: string[]) => page.evaluate((seen) => Reflect.set(window, 'inSight', seen), codes)
  await show(piece)
  await expect(card).toContainText('1 / 4')
  // It stays before the camera: one scan. Taken away and shown again it is another.
  await page.waitForTimeout(600)
  await expect(card).toContainText('1 / 4')
  await show()
  await page.waitForTimeout(2000)
  await show(piece)
  await expect(card).toContainText('2 / 4')
  await fits(page)
  await front(page).getByRole('button', { name: '关闭相机' }).click()
  await expect(front(page).getByLabel('相机画面')).toHaveCount(0)
  const states = () =>
    page.evaluate(() => Reflect.get(window, 'tracks').map((one: MediaStreamTrack) => one.readyState))
  expect(new Set(await states())).toEqual(new Set(['ended']))
  await page.evaluate(() => Reflect.set(window, 'refuses', true))
  await front(page).getByRole('button', { name: '扫一扫' }).click()
  await expect(front(page).getByRole('region', { name: '相机' })).toContainText('没有使用相机的权限')
  await accessible(page)
})

test('W §4.5: a receipt is begun at the dock with the first goods that are scanned', async ({ browse }) => {
  // Of several warehouses one has to be chosen.
  await openWarehouse()
  const { id: warehouseId, name: warehouse } = await openWarehouse()
  const { skuId, name } = await openTask(warehouseId)
  const { piece, box } = await labelled(skuId)
  const receiver = await person('吴收货', { 扫码作业: [], 入库单: ['新增', '扫码收货', '提交'] })
  const page = await browse(receiver, '/wms/scan/receive', PHONE)
  await front(page).getByRole('button', { name: '新增收货' }).click()
  await expect(front(page).getByRole('heading', { name: '新增收货' })).toBeVisible()
  await scan(page, piece)
  await expect(front(page).getByRole('alert').first()).toContainText('请先选择仓库')
  await find(page, front(page).getByLabel('仓库', { exact: true }), warehouse, warehouse)
  await scan(page, '6999999999994')
  await expect(front(page).getByRole('alert').first()).toContainText('无法识别的条码')
  await fits(page)
  await scan(page, piece)
  const card = front(page).getByRole('region', { name: '当前商品' })
  await expect(card).toContainText(name)
  await expect(card.locator('.w-scan-place')).toContainText('1')
  await scan(page, box)
  await expect(card.locator('.w-scan-place')).toContainText('13')
  await expect(front(page)).not.toContainText('待上传')
  await front(page).getByRole('button', { name: '收货完成' }).click()
  await told(page, '收货已提交')
  const { list } = await ask<{ list: { type: number; auditStatus: number; totalQty: number }[] }>(
    'GET',
    `/admin/wms/stockin/list?warehouseId=${warehouseId}&auditStatus=0`,
  )
  expect(list).toMatchObject([{ type: 6, auditStatus: 0, totalQty: 13 }])
})
