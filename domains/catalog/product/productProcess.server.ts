import type { Binding } from '#domains/workflow/workflow.door.ts'
import type { Tx } from '#kit/server/database.ts'
import { bindDocument } from '#kit/server/document.ts'
import { referenceTo } from '#kit/server/refs.ts'
import { notFound } from '#kit/shared/errors.ts'
import { product } from './product.entity.ts'
import { productType } from './productAudit.server.ts'
import { logProduct } from './productLog.server.ts'

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
  ],
  async title(tx, id) {
    return `${product.label}${(await rowOf(tx, id)).storeName}`
  },
  async vars(tx, id) {
    const { storeName, productCode, productKind, brandId, price, specCount, channels } = await rowOf(tx, id)
    const brands = brandId === null ? undefined : await referenceTo('brand')?.labels(tx, [brandId])
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
    }
  },
  async onState(tx, id, from, to, context) {
    await decide(tx, id, from, to, context)
    const said = LOGGED[to]
    if (said !== null) await logProduct(tx, id, said, { source: '流程' })
  },
}
