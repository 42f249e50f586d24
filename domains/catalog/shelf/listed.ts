import { text } from '#kit/fields/shared.ts'
import type { Entity } from '#kit/shared/entity.ts'

/** An entity whose list is searched by what its products are called. */
export function searchedByProduct(of: Entity): Entity {
  // Its states stand in the tabs above the list.
  const { auditStatus, ...all } = of.all
  return {
    ...of,
    all: {
      ...all,
      ...(auditStatus === undefined ? {} : { auditStatus: { ...auditStatus, filter: false } }),
      productSearch: text('商品名称、编码、条码', { max: 100, search: true, list: false, form: false }),
    },
  }
}

/** What rows about a product are called by. */
export const PRODUCT_SUBJECT = { name: 'productName', code: 'productCode', picture: 'image' }
