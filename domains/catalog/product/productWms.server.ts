import type { Tx } from '#kit/server/database.ts'
import { updateRow } from '#kit/server/rows.ts'
import { changesOf } from '#kit/server/transaction.ts'
import type { InOf } from '#kit/shared/call.ts'
import { checkBarcodes, claimBarcodes } from './barcode.server.ts'
import { lockLive } from './liveProduct.server.ts'
import type { storeCalls } from './product.calls.ts'
import { product } from './product.entity.ts'
import { completenessOf } from './product.rules.ts'
import { checkLocked, checkProduct, type ProductRow, readKnown } from './productCheck.server.ts'
import { skusOf } from './productInfo.server.ts'
import { logProduct } from './productLog.server.ts'
import { checkUnits, unitsOf, writeUnits } from './productParts.server.ts'
import { pushProduct } from './productSap.server.ts'

type WmsForm = Omit<InOf<typeof storeCalls.wms>, 'id' | 'version'>

/** Changes what the warehouse needs to know of a product; allowed while it is on sale. Catalog §2.4. */
export async function changeWms(tx: Tx, id: number, version: number | null, form: WmsForm): Promise<void> {
  const before = await lockLive(tx, id, version)
  const { productUnits, ...given } = form
  const values: Partial<ProductRow> = {
    ...given,
    ...(given.shelfLifeDays ? { batchManaged: 1 as const } : {}),
  }
  const row: ProductRow = { ...before, ...values }
  const changed = (field: keyof typeof row): boolean => before[field] !== row[field]
  checkProduct(await readKnown(tx, [row], changed), row, changed)
  const skus = await skusOf(tx, [id])
  const ids = skus.map((one) => one.id)
  await checkLocked(tx, before, values, ids)
  let skuSearch = before.skuSearch
  if (productUnits !== undefined) {
    checkUnits(before.unitId, productUnits)
    const packed = productUnits.map((one) => one.barCode)
    const own = [before.barCode, ...skus.map((one) => one.barCode)]
    const fixed = [...new Set(own)].map((barCode) => ({ barCode, field: 'barCode' }))
    const typed = packed.map((barCode, index) => ({ barCode, field: `productUnits.${index}.barCode` }))
    const codes = [...fixed, ...typed].filter((one) => one.barCode !== '')
    checkBarcodes(before.productCode, codes)
    await claimBarcodes(tx, id, codes)
    const old = new Set((await unitsOf(tx, id)).map((one) => one.barCode))
    const kept = before.skuSearch.split(' ').filter((code) => code !== '' && !old.has(code))
    skuSearch = [...new Set([...kept, ...packed])].filter((code) => code !== '').join(' ')
    await writeUnits(tx, id, productUnits, ids)
  }
  const completeness = completenessOf(row, skus).percent
  const now = await updateRow(tx, product, before, { ...values, completeness, skuSearch })
  const own = changesOf(tx).filter((one) => one.type === product.name && one.id === id)
  await logProduct(tx, id, '仓储资料', { product: own })
  if (now.auditStatus === 1) await pushProduct(tx, now)
}
