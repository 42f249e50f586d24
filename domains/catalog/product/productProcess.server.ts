import type { Binding } from '#domains/workflow/workflow.door.ts'
import type { Tx } from '#kit/server/database.ts'
import { fieldErrors } from '#kit/server/dispatch.ts'
import { bindDocument } from '#kit/server/document.ts'
import { referenceTo } from '#kit/server/refs.ts'
import { lockRow, readRow, updateRow } from '#kit/server/rows.ts'
import { may } from '#kit/server/who.ts'
import { AppError, notFound, refuseFields } from '#kit/shared/errors.ts'
import { patchOf } from '#kit/shared/input.ts'
import { storeCalls } from './product.calls.ts'
import { product } from './product.entity.ts'
import { productType } from './productAudit.server.ts'
import { logProduct } from './productLog.server.ts'
import { repoCalls } from './repo.calls.ts'

const LOGGED = {
  running: null,
  approved: '审核通过',
  rejected: '审核驳回',
  withdrawn: null,
  terminated: '流程终止',
} as const

async function rowOf(tx: Tx, id: number) {
  const row = await tx.selectFrom('product').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw notFound()
  return row
}

const decide = bindDocument(productType)

// Texts only: what an approval is about (CONTROLLED, prices) is changed by handing the product in again.
const { shortName, storeInfo, keyword } = product.shape
const editable = { shortName, storeInfo, keyword }
const editablePatch = patchOf(editable)
const editableFields = Object.entries(editable).map(([name, { label }]) => ({ name, label }))

/** How an approval process decides a product. Catalog §3.3, workflow §3.11. */
export const productBinding: Binding = {
  label: product.label,
  form: '/store/product/info/{id}',
  fields: [
    { name: 'storeName', label: '商品名称' },
    { name: 'productCode', label: '商品编码' },
    { name: 'productKind', label: '商品类型' },
    { name: 'brandId', label: '品牌ID' },
    { name: 'brandName', label: '品牌名称' },
    { name: 'price', label: '售价（元）' },
    { name: 'specCount', label: '规格数' },
    { name: 'channels', label: '渠道' },
    ...editableFields,
  ],
  async title(tx, id) {
    return `${product.label}${(await rowOf(tx, id)).storeName}`
  },
  async mayRead(db, who, id) {
    if (![storeCalls.info, repoCalls.info].some((call) => may(who, call.permission))) return false
    return readRow(db, who, product, id).then(
      () => true,
      (error: unknown) => {
        if (error instanceof AppError && error.code === 404) return false
        throw error
      },
    )
  },
  async vars(tx, id) {
    const row = await rowOf(tx, id)
    const { storeName, productCode, productKind, brandId, price, specCount, channels } = row
    const brands = brandId === null ? undefined : await referenceTo(tx, 'brand')?.labels(tx, [brandId])
    return {
      storeName,
      productCode,
      productKind,
      brandId,
      brandName: brands?.get(brandId ?? 0) ?? '',
      // Conditions are written in yuan, as people say it.
      price: (price ?? 0) / 100,
      specCount,
      channels: [...channels],
      shortName: row.shortName,
      storeInfo: row.storeInfo,
      keyword: row.keyword,
    }
  },
  editable: {
    fields: editableFields,
    async save(tx, id, values) {
      const given = editablePatch.safeParse(values)
      if (!given.success) throw refuseFields(fieldErrors(given.error))
      const row = await lockRow(tx, product, id, { anyScope: true })
      const changed = await updateRow(tx, product, row, given.data)
      await logProduct(tx, id, '编辑', {
        source: '流程',
        product: [{ type: product.name, id, title: changed.storeName, before: row, after: changed }],
      })
    },
  },
  async onState(tx, id, from, to, context) {
    await decide(tx, id, from, to, context)
    const said = LOGGED[to]
    if (said !== null) await logProduct(tx, id, said, { source: '流程' })
  },
}
