import type { Importing } from '#kit/web/list/importing.ts'
import { IMPORT } from './product.calls.ts'

const permission = IMPORT

/** 导入 of products, offered by both lists, and of the skus of products with several. Catalog §3.8. */
export const PRODUCT_IMPORT: Importing = { bizType: 'product', title: '商品', permission }
export const SKU_IMPORT: Importing = { bizType: 'productSku', title: '商品规格', permission }
