import type { Tx } from '#kit/server/database.ts'
import { theSystem } from '#kit/server/who.ts'
import { conflict } from '#kit/shared/errors.ts'
import { lockLive } from '../product/liveProduct.server.ts'
import { changeProduct } from '../product/productChange.server.ts'
import type { ProductChange } from '../product/productValues.server.ts'
import type { SkuLine, SkuRow } from '../product/sku.server.ts'
import { presentText, readPresent } from './editItems.server.ts'
import { type EditItem, isSkuItem, itemValue } from './editItems.ts'

const SOURCE = '资料修改'
const CHANGED = '原值已变化，未修改'

interface EditLine {
  productId: number
  skuId: number | null
  field: EditItem
  oldValue: string
  newValue: string
}

/**
 * Changes one product as an approved document says: all its lines, or none when one of the values is not what it was
 * (409 原值已变化，未修改). The product stays on its shelves. Catalog §3.4.
 */
export async function carryOutEdit(tx: Tx, editId: number, productId: number): Promise<void> {
  const edit = await tx
    .selectFrom('productEdit')
    .select('lines')
    .where('id', '=', editId)
    .executeTakeFirstOrThrow()
  const lines: EditLine[] = edit.lines.filter((line) => line.productId === productId)
  await lockLive(tx, productId)
  const present = await readPresent(tx, [productId])
  for (const line of lines) if (presentText(present, line) !== line.oldValue) throw conflict(CHANGED)
  const skus = present.skus.get(productId) ?? []
  await changeProduct(tx, theSystem, productId, null, formOf(lines, skus), {
    source: SOURCE,
    decided: { type: 'productEdit', id: editId },
  })
}

/** The lines of a product as its form: own fields, and all skus when any of them changes. */
function formOf(lines: readonly EditLine[], skus: readonly SkuRow[]): ProductChange {
  const form: Record<string, unknown> = {}
  for (const { field, newValue } of lines) if (!isSkuItem(field)) form[field] = readValue(field, newValue)
  const ofSkus = lines.filter((line) => isSkuItem(line.field))
  if (ofSkus.length === 0) return form
  const attrValue = skus.map((sku): SkuLine => {
    const changed = ofSkus
      .filter((line) => line.skuId === sku.id)
      .map((line) => [line.field, readValue(line.field, line.newValue)])
    return { ...sku, ...Object.fromEntries(changed) }
  })
  return { ...form, attrValue }
}

function readValue(field: EditItem, text: string): unknown {
  const read = itemValue(field, text)
  if ('reason' in read) throw conflict(read.reason)
  return read.value
}
