import { today } from '../../kit/shared/time.ts'
import { openShop, saveProduct } from './catalog.ts'
import { ask, unique } from './people.ts'

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

/** The section where a warehouse keeps what comes in. */
export async function firstSection(warehouseId: number): Promise<number> {
  const { list } = await ask<{ list: { id: number; type: number }[] }>(
    'GET',
    `/admin/wms/section/list?warehouseId=${warehouseId}`,
  )
  return list.find((one) => one.type === 1)?.id ?? 0
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
    '/wms/examineStockin/:id': `/wms/examineStockin/${waiting.id}`,
    '/wms/infoStockin/:id': `/wms/infoStockin/${posted.id}`,
    '/wms/stockin/print': `/wms/stockin/print?ids=${posted.id}`,
    '/wms/recordLog/:productCode?/:sectionId?/:freezeNo?': `/wms/recordLog/${posted.productCode}/0/0`,
    '/wms/stockVacctRecord/:id?': `/wms/stockVacctRecord/${account.id}`,
  }
}
