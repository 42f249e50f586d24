import type { Tx } from '#kit/server/database.ts'
import { submitDocument } from '#kit/server/document.ts'
import { lockRow, updateRow } from '#kit/server/rows.ts'
import { changesOf } from '#kit/server/transaction.ts'
import { conflict } from '#kit/shared/errors.ts'
import { guardState } from '#kit/shared/states.ts'
import { catalogSettings } from '../catalog.config.server.ts'
import { product } from '../product/product.entity.ts'
import { completenessOf, ON_SHELF } from '../product/product.rules.ts'
import { productStates } from '../product/product.states.ts'
import { reauditType } from '../product/productAudit.server.ts'
import { logProduct } from '../product/productLog.server.ts'
import { sku } from '../product/sku.entity.ts'
import { lockSkus } from '../product/sku.server.ts'
import { withPictures } from './pictures.rules.ts'

/** New addresses of pictures; what is left out stays as it is. */
export interface NewPictures {
  cover?: string
  slider?: readonly string[]
  detail?: readonly string[]
  /** by code of the specification, in lower case; '*' stands for all of them */
  skus?: ReadonlyMap<string, string>
}

/**
 * Gives a product new pictures, as an edit of it: 409 while it is on shelf, unless `onShelf`, in the recycle bin or
 * being decided; an approved one goes back to 待审核 when edits do. Catalog §3.3, §3.6.
 */
export async function setPictures(
  tx: Tx,
  productId: number,
  pictures: NewPictures,
  options: { action: string; source: string; onShelf: boolean },
): Promise<void> {
  const before = await lockRow(tx, product, productId)
  if (before.isRecycle === 1) throw conflict('商品在回收站，请先恢复')
  if (before.isShow === 1 && !options.onShelf) throw conflict(ON_SHELF)
  guardState(productStates, 'edit', before.auditStatus)
  const skus = (await lockSkus(tx, [productId])).filter((one) => one.isDel === 0)
  const known = changesOf(tx).length
  const shown = []
  for (const one of skus) {
    const image = pictures.skus?.get(one.skuCode.toLowerCase()) ?? pictures.skus?.get('*')
    shown.push(image === undefined || image === one.image ? one : await updateRow(tx, sku, one, { image }))
  }
  const values = {
    ...(pictures.cover === undefined ? {} : { image: pictures.cover }),
    ...(pictures.slider === undefined ? {} : { sliderImage: [...pictures.slider] }),
    ...(pictures.detail === undefined ? {} : { content: withPictures(before.content, pictures.detail) }),
  }
  const { percent } = completenessOf({ ...before, ...values }, shown)
  const now = await updateRow(tx, product, before, { ...values, completeness: percent })
  const changes = changesOf(tx).slice(known)
  await logProduct(tx, productId, options.action, {
    source: options.source,
    product: changes.filter((one) => one.type === product.name),
    skus: changes.filter((one) => one.type === sku.name),
  })
  const { product_edit_reaudit } = await catalogSettings(tx)
  const isControlled = Object.keys(values).length > 0
  if (isControlled && now.isShow === 0 && now.auditStatus === 1 && product_edit_reaudit === 1) {
    await submitDocument(tx, reauditType, now)
    await logProduct(tx, productId, '重新提交')
  }
}
