import { type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { answerPage } from '#kit/server/list.ts'
import { usesOf } from '#kit/server/refs.ts'
import { deleteRow, lockRow, readRow, restoreRow, updateRow } from '#kit/server/rows.ts'
import type { Who } from '#kit/server/who.ts'
import type { Paging } from '#kit/shared/call.ts'
import { conflict } from '#kit/shared/errors.ts'
import { guardState } from '#kit/shared/states.ts'
import { claimBarcodes, releaseBarcodes, type TypedBarcode } from './barcode.server.ts'
import { lockLive } from './liveProduct.server.ts'
import { storeCalls } from './product.calls.ts'
import { product } from './product.entity.ts'
import { productStates } from './product.states.ts'
import { createProduct } from './productCreate.server.ts'
import { skusOf } from './productInfo.server.ts'
import { logProduct } from './productLog.server.ts'
import { unitsOf } from './productParts.server.ts'
import type { Saved } from './productValues.server.ts'
import { skusWithStock } from './stock.server.ts'

/** How long a deleted product can be taken back. Catalog §3.3. */
const RECOVERY_DAYS = 30

/** Puts a product into the recycle bin; it must be off every shelf. */
export async function recycleProduct(tx: Tx, id: number): Promise<void> {
  const row = await lockLive(tx, id)
  if (row.isShow === 1) throw conflict('请先下架商品')
  guardState(productStates, 'remove', row.auditStatus)
  await updateRow(tx, product, row, { isRecycle: 1 })
  await logProduct(tx, id, '加入回收站')
}

async function lockRecycled(tx: Tx, id: number) {
  const row = await lockRow(tx, product, id)
  if (row.isRecycle !== 1) throw conflict('商品不在回收站')
  return row
}

/** Takes a product out of the recycle bin, back into 仓库中. */
export async function restoreProduct(tx: Tx, id: number): Promise<void> {
  await updateRow(tx, product, await lockRecycled(tx, id), { isRecycle: 0 })
  await logProduct(tx, id, '恢复')
}

/** Deletes a recycled product for good: not while it has stock or any other room still needs it. */
export async function deleteProduct(tx: Tx, id: number): Promise<void> {
  const row = await lockRecycled(tx, id)
  const skus = await tx
    .selectFrom('sku')
    .select('id')
    .where('productId', '=', id)
    .where('isDel', '=', 0)
    .execute()
  const ids = skus.map((one) => one.id)
  if ((await skusWithStock(tx, ids)).size > 0) throw conflict('商品存在库存，不能删除')
  const [use] = [
    ...(await usesOf(tx, 'product', [id])),
    ...(ids.length > 0 ? await usesOf(tx, 'sku', ids) : []),
  ]
  if (use?.place === '活动') throw conflict('商品有进行中的活动，不能删除')
  if (use !== undefined) throw conflict(`商品存在未完成的${use.place}，不能删除`)
  await deleteRow(tx, product, row)
  // They carry the moment of the product's deletion, by which a recovery tells them from those removed before.
  await tx
    .updateTable('sku')
    .set({ isDel: 1, updateTime: sql`now()` })
    .where('productId', '=', id)
    .where('isDel', '=', 0)
    .execute()
  await releaseBarcodes(tx, id)
  await logProduct(tx, id, '彻底删除')
}

/** Products deleted for good that can still be taken back, the last one first. */
export async function deletedProducts(db: Db, who: Who, input: Paging) {
  const since = sql<Date>`now() - make_interval(days => ${sql.lit(RECOVERY_DAYS)})`
  return answerPage(db, who, product, storeCalls.deleted.answer, input, {
    isDel: 1,
    where: [sql<SqlBool>`"product"."updateTime" > ${since}`],
    dateColumn: 'updateTime',
    order: [
      ['updateTime', 'desc'],
      ['id', 'desc'],
    ],
  })
}

/** Takes a deleted product back into the recycle bin, with its id; within 30 days and while its codes are free. */
export async function recoverProduct(tx: Tx, id: number): Promise<void> {
  const row = await lockRow(tx, product, id, { deleted: true })
  if (row.isDel === 0) throw conflict('商品未删除')
  if (row.updateTime.getTime() < Date.now() - RECOVERY_DAYS * 86_400_000)
    throw conflict(`删除超过${RECOVERY_DAYS}天的商品不能找回`)
  await restoreRow(tx, product, row)
  const skus = await tx
    .updateTable('sku')
    .set({ isDel: 0 })
    .where('productId', '=', id)
    .where('isDel', '=', 1)
    .where('updateTime', '=', sql<Date>`(select max("updateTime") from "sku" where "productId" = ${id})`)
    .returning('barCode')
    .execute()
  const units = await tx
    .selectFrom('productUnit')
    .select('barCode')
    .where('productId', '=', id)
    .where('isDel', '=', 0)
    .execute()
  const codes = new Set([row, ...skus, ...units].map((one) => one.barCode).filter((code) => code !== ''))
  const typed = [...codes].map((barCode): TypedBarcode => ({ barCode, field: 'barCode' }))
  await claimBarcodes(tx, id, typed)
  await logProduct(tx, id, '找回')
}

/** A new draft like an existing product, without its codes, barcodes and stock. */
export async function copyProduct(tx: Tx, who: Who, id: number): Promise<Saved> {
  const row = await readRow(tx, who, product, id)
  const skus = await skusOf(tx, [id])
  const units = await unitsOf(tx, id)
  const saved = await createProduct(tx, who, {
    ...row,
    unitName: '',
    submit: 0,
    merId: '',
    merUse: '',
    soureLink: '',
    isSeckill: '',
    isBargain: '',
    productCode: '',
    sapCode: '',
    sourceNo: '',
    barCode: '',
    attrValue: skus.map((one) => ({ ...one, id: null, skuCode: '', barCode: '', stock: 0 })),
    productUnits: units.map((one) => ({ ...one, id: null, barCode: '' })),
  })
  return saved
}
