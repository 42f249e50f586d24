import { today } from '../../kit/shared/time.ts'
import { appointPages } from './appointRecords.ts'
import { openShop, saveProduct } from './catalog.ts'
import { inserted, numberOf, query } from './database.ts'
import { ask, person, unique } from './people.ts'

/** A warehouse of one's own, saved by the administrator; its code and name. */
export async function openWarehouse(
  more: Record<string, unknown> = {},
): Promise<{ id: number; code: string; name: string }> {
  const code = unique('W').toUpperCase()
  const name = `仓库${code}`
  const { id } = await ask('POST', '/admin/warehouse/save', {
    ...{ code, name, districtId: 350102, address: '五四路1号', principal: '王仓', phone: '0591-87654321' },
    ...more,
  })
  return { id, code, name }
}

/** The pages of warehouses and sections that name a record. */
export async function warehousePages(): Promise<Record<string, string>> {
  const { id } = await openWarehouse()
  const section = await firstSection(id)
  return {
    '/warehouse/addWarehouse/:id?': `/warehouse/addWarehouse/${id}`,
    '/warehouse/infoWarehouse/:id': `/warehouse/infoWarehouse/${id}`,
    '/wms/addSection/:id?': `/wms/addSection/${section}`,
    '/wms/sectionInfo/:id?': `/wms/sectionInfo/${section}`,
    '/wms/section/print': `/wms/section/print?ids=${section}`,
    ...(await stockPages(id)),
    ...(await countPages()),
    ...(await shipPages(id)),
    ...(await sapPages(id)),
  }
}

/** A ship task over goods of one's own, as an order that was approved leaves it. */
export async function openTask(
  warehouseId: number,
  { qty = 4, shippingType = 3 }: { qty?: number; shippingType?: number } = {},
): Promise<{ taskId: number; taskSn: string; skuId: number; name: string }> {
  const goods = await receiveGoods(warehouseId, await firstSection(warehouseId), 50)
  const n = await numberOf('shipTask')
  const [sn, taskSn] = [`DD${n}`, `CR${String(20300101000000 + n)}`]
  const { skuId } = goods
  await query(
    `insert into "stockReserve" ("sourceType", "sourceId", "sourceSn", "sourceLineId", "warehouseId", "skuId", "qty")
      values ('order', $1, $2, 1, $3, $4, $5)`,
    [n, sn, warehouseId, skuId, qty],
  )
  await query(`update "stock" set "reserved" = "reserved" + $1 where "warehouseId" = $2 and "skuId" = $3`, [
    qty,
    warehouseId,
    skuId,
  ])
  const taskId = await inserted(
    `insert into "shipTask" ("taskSn", "noteId", "deliveryNo", "orderSn", "orderSubSn", "warehouseId", "channelId", "customer",
        "contact", "phone", "address", "logisticsMode", "planDate", "lineCount", "totalQty")
      values ($1, $2, $3, $4, $4 || '-1', $5, 1202, '望江路便利店', '周莉', '13805910021', '福州市望江路 18 号', $6, $7, 1, $8)
      returning "id"`,
    [taskSn, n, `FH${n}`, sn, warehouseId, shippingType, today(), qty],
  )
  await inserted(
    `insert into "shipTaskLine" ("taskId", "noteLineId", "skuId", "qty", "reserveType", "reserveSn", "reserveLineId")
      values ($1, $2, $3, $4, 'order', $5, 1) returning "id"`,
    [taskId, n * 10, skuId, qty, sn],
  )
  return { taskId, taskSn, skuId, name: goods.name }
}

interface PickLine {
  id: number
  qty: number
}

/** The pick list of tasks, picked and finished. */
export async function pickTasks(
  warehouseId: number,
  taskIds: readonly number[],
  pickType: 1 | 2,
): Promise<number> {
  await ask('POST', '/admin/wts/pickList/generate', {
    ...{ warehouseId, pickType, taskIds: taskIds.join(','), onlyComplete: 0 },
  })
  const { list } = await ask<{ list: { id: number }[] }>(
    'GET',
    `/admin/wts/pickList/list?warehouseId=${warehouseId}&status=0`,
  )
  const id = list[0]?.id ?? 0
  const lines = await ask<{ list: PickLine[] }>('GET', `/admin/wts/pickList/lines?pickListId=${id}`)
  for (const line of lines.list)
    await ask('POST', '/admin/wts/pickList/line/pick', { lineId: line.id, qty: line.qty })
  await ask('POST', `/admin/wts/pickList/finish/${id}`, {})
  return id
}

/** A delivery of goods of one's own that was picked and checked into two boxes. */
export async function readyDelivery(warehouseId: number): Promise<{ id: number; deliverySn: string }> {
  const alone = await openTask(warehouseId)
  await pickTasks(warehouseId, [alone.taskId], 1)
  const own = await ask<{ list: { id: number; pickedQty: number }[] }>(
    'GET',
    `/admin/wts/pickList/task/lines?taskId=${alone.taskId}`,
  )
  const { id } = await ask('POST', `/admin/wts/deliveryOrder/check/${alone.taskId}`, {
    boxCount: 2,
    lines: own.list.map(({ id: taskLineId, pickedQty: qty }) => ({ taskLineId, qty })),
  })
  return ask('GET', `/admin/wts/deliveryOrder/info/${id}`)
}

/** A task that waits, a batch that is sorted, a delivery, and the pages that name them. */
async function shipPages(warehouseId: number): Promise<Record<string, string>> {
  const waiting = await openTask(warehouseId)
  const batch = await openTask(warehouseId)
  const sorted = await pickTasks(warehouseId, [batch.taskId], 2)
  const { id: delivery } = await readyDelivery(warehouseId)
  const { list } = await ask<{ list: { id: number; pickListId: number }[] }>(
    'GET',
    `/admin/wts/sortOrder/list?warehouseId=${warehouseId}`,
  )
  const sort = list.find((one) => one.pickListId === sorted)?.id ?? 0
  return {
    '/wts/pickList/task/:id': `/wts/pickList/task/${waiting.taskId}`,
    '/wts/pickList/info/:id': `/wts/pickList/info/${sorted}`,
    '/wts/pickList/print/:idList': `/wts/pickList/print/${sorted}`,
    '/wts/sortOrder/info/:id': `/wts/sortOrder/info/${sort}`,
    '/wts/sortOrder/print/:idList': `/wts/sortOrder/print/${sort}`,
    '/wts/deliveryOrder/info/:id': `/wts/deliveryOrder/info/${delivery}`,
    '/wts/deliveryOrder/print/:idList': `/wts/deliveryOrder/print/${delivery}`,
    '/wts/deliveryOrder/label/:id': `/wts/deliveryOrder/label/${delivery}`,
  }
}

/** Goods of one's own that a receipt has brought into a section. */
export async function receiveGoods(warehouseId: number, sectionId: number, qty: number) {
  const { id: productId, name } = await saveProduct(await openShop(), { submit: 1 })
  const { attrValue, productCode } = await ask<{ attrValue: { id: number }[]; productCode: string }>(
    'GET',
    `/admin/store/product/info/${productId}`,
  )
  const skuId = attrValue[0]?.id ?? 0
  const lines = [{ skuId, sectionId, qty, price: '3.50' }]
  const receipt = { type: 6, warehouseId, bizDate: today(), lines, submit: 1 }
  const { id } = await ask('POST', '/admin/wms/stockin/save', receipt)
  await ask('POST', `/admin/wms/stockin/examine/${id}`, { auditStatus: 1 })
  return { id, receipt, skuId, name, productCode }
}

/** A section of a warehouse; where it keeps what comes in, unless another type is asked for. */
export async function firstSection(warehouseId: number, type = 1): Promise<number> {
  const { list } = await ask<{ list: { id: number; type: number }[] }>(
    'GET',
    `/admin/wms/section/list?warehouseId=${warehouseId}`,
  )
  return list.find((one) => one.type === type)?.id ?? 0
}

/** Receipts that are posted and that wait, an account of stock, and the pages that name them. */
async function stockPages(warehouseId: number): Promise<Record<string, string>> {
  const posted = await receiveGoods(warehouseId, await firstSection(warehouseId), 12)
  const waiting = await ask('POST', '/admin/wms/stockin/save', posted.receipt)
  const account = await ask('POST', '/admin/wms/stockVacct/save', {
    ...{ code: unique('ZH'), name: unique('企业专供'), ownerType: 1, channelId: 1204, warehouseId, mode: 1 },
    ...{ overflow: 1 },
  })
  await ask('POST', `/admin/wms/stockVacct/assign/${account.id}`, {
    lines: [{ skuId: posted.skuId, qty: 5 }],
  })
  return {
    ...(await leavingPages(posted.receipt)),
    ...(await appointPages(posted.receipt)),
    '/wms/examineStockin/:id': `/wms/examineStockin/${waiting.id}`,
    '/wms/infoStockin/:id': `/wms/infoStockin/${posted.id}`,
    '/wms/stockin/print': `/wms/stockin/print?ids=${posted.id}`,
    '/wms/recordLog/:productCode?/:sectionId?/:freezeNo?': `/wms/recordLog/${posted.productCode}/0/0`,
    '/wms/stockVacctRecord/:id?': `/wms/stockVacctRecord/${account.id}`,
  }
}

/** Stock-outs, shiftings and freezes that are decided and that wait, and the pages that name them. */
async function leavingPages({
  warehouseId,
  lines: [{ skuId, sectionId } = { skuId: 0, sectionId: 0 }],
}: {
  warehouseId: number
  lines: { skuId: number; sectionId: number }[]
}): Promise<Record<string, string>> {
  const head = { warehouseId, bizDate: today(), submit: 1 }
  const line = { skuId, sectionId, qty: 1 }
  const toSectionId = await firstSection(warehouseId, 4)
  const made = async (path: string, more: object): Promise<[waiting: number, posted: number]> => {
    const { id: waiting } = await ask('POST', `${path}/save`, { ...head, ...more })
    const { id: posted } = await ask('POST', `${path}/save`, { ...head, ...more })
    await ask('POST', `${path}/examine/${posted}`, { auditStatus: 1 })
    return [waiting, posted]
  }
  const out = await made('/admin/wms/stockout', { type: 4, lines: [{ ...line, reason: 1 }] })
  const shift = await made('/admin/wms/shiftingParking', { reason: 2, lines: [{ ...line, toSectionId }] })
  const [waits, frozen] = await made('/admin/wms/freeze', { reason: 1, lines: [line] })
  const other = await openWarehouse()
  const way = { outWarehouseId: warehouseId, inWarehouseId: other.id, planOutDate: today(), carryMode: 3 }
  const sent = await made('/admin/wms/transfer', { warehouseId: undefined, ...way, lines: [line] })
  const at = '/wms/addShiftingParking'
  return {
    '/wms/examineStockOut/:id': `/wms/examineStockOut/${out[0]}`,
    '/wms/infoStockOut/:id': `/wms/infoStockOut/${out[1]}`,
    '/wms/stockout/print': `/wms/stockout/print?ids=${out[1]}`,
    '/wms/examineTransfer/:id': `/wms/examineTransfer/${sent[0]}`,
    '/wms/infoTransfer/:id': `/wms/infoTransfer/${sent[1]}`,
    '/wms/transfer/print': `/wms/transfer/print?ids=${sent[1]}`,
    [`${at}/:id`]: `${at}/${shift[0]}`,
    [`${at}/:id/:details`]: `${at}/${shift[1]}/details`,
    [`${at}/:id/:details/:audit`]: `${at}/${shift[0]}/details/audit`,
    '/wms/shiftingParking/print': `/wms/shiftingParking/print?ids=${shift[1]}`,
    '/wms/examineFreeze/:id?': `/wms/examineFreeze/${waits}`,
    '/wms/unFreeze/:id?': `/wms/unFreeze/${frozen}`,
    '/wms/freeze/info/:id': `/wms/freeze/info/${frozen}`,
    '/wms/freeze/print': `/wms/freeze/print?ids=${frozen}`,
  }
}

/** Sheets of counts that are under way, one of each kind. */
async function countPages(): Promise<Record<string, string>> {
  const { id: warehouseId } = await openWarehouse()
  await receiveGoods(warehouseId, await firstSection(warehouseId), 12)
  const { id: counter } = await person('盘点员', { 日盘点表: ['录入'] })
  const plan = { warehouseId, planDate: today(), scopeType: 1, countMode: 2, counterIds: String(counter) }
  const pages: Record<string, string> = {}
  for (const [at, word] of ['daily', 'monthly', 'seasonal', 'yearly'].entries()) {
    const { id } = await ask('POST', '/admin/wts/inventoryManage/save', { ...plan, countType: at + 1 })
    await ask('POST', `/admin/wts/inventoryManage/generate/${id}`)
    await ask('POST', `/admin/wts/inventoryManage/start/${id}`)
    const { list } = await ask<{ list: { id: number }[] }>('GET', `/admin/wts/stockCount/list?planId=${id}`)
    const sheet = list[0]?.id ?? 0
    pages[`/wts/${word}StockCount/info/:id`] = `/wts/${word}StockCount/info/${sheet}`
    pages[`/wts/${word}StockCount/examine/:id`] = `/wts/${word}StockCount/examine/${sheet}`
    pages[`/wts/${word}StockCount/print/:id`] = `/wts/${word}StockCount/print/${sheet}`
    pages['/wts/stockCounts/info/:id'] = `/wts/stockCounts/info/${sheet}`
    pages['/wts/stockCounts/examine/:id'] = `/wts/stockCounts/examine/${sheet}`
  }
  return pages
}

/** What SAP said of a warehouse, and the pages that name it. */
async function sapPages(warehouseId: number): Promise<Record<string, string>> {
  const { productCode } = await receiveGoods(warehouseId, await firstSection(warehouseId), 7)
  const sapCode = unique('M')
  await query('update "product" set "sapCode" = $1 where "productCode" = $2', [sapCode, productCode])
  const { id } = await ask('POST', '/admin/wts/sapDailyFullStock/save', {
    ...{ stockDate: today(), sapPlant: 'P900', sapStorageLocation: String(await numberOf('sapLocation')) },
    lines: [{ sapCode, labst: 7, umlme: 0, insme: 0, speme: 0 }],
  })
  const bill = await ask('POST', '/admin/wts/sapBill/save', {
    ...{
      sapBillNo: unique('49'),
      sapYear: today().slice(0, 4),
      moveType: '501',
      postingDate: today(),
    },
    ...{ sapPlant: 'P900', sapStorageLocation: 'L001', referenceNo: 'DN0001' },
    lines: [{ itemNo: 1, sapCode, qty: 7, meins: 'EA' }],
  })
  const delivery = await ask('POST', '/admin/wts/sapDeliveryOrder/save', {
    ...{ sapDeliveryNo: unique('80'), deliveryType: 'LF', shoudaNum: '1000001', shipToCode: '2000001' },
    ...{ planGiDate: today(), sapPlant: 'P900', sapStorageLocation: 'L001', salesOrderNo: '4500000001' },
    lines: [{ itemNo: 10, sapCode, qty: 7, meins: 'EA', grossWeight: 3.5 }],
  })
  return {
    '/wts/sapDeliveryOrder/add/:id': `/wts/sapDeliveryOrder/add/${delivery.id}`,
    '/wts/sapDeliveryOrder/info/:id': `/wts/sapDeliveryOrder/info/${delivery.id}`,
    '/wts/sapBill/add/:id': `/wts/sapBill/add/${bill.id}`,
    '/wts/sapBill/info/:id': `/wts/sapBill/info/${bill.id}`,
    '/wts/sapDailyFullStock/add/:id': `/wts/sapDailyFullStock/add/${id}`,
    '/wts/sapDailyFullStock/info/:id': `/wts/sapDailyFullStock/info/${id}`,
    '/wts/sapDailyFullStock/print/:id': `/wts/sapDailyFullStock/print/${id}`,
  }
}
