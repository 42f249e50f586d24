import { product } from '#domains/catalog/catalog.shared.ts'
import { quantity, ref, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import { wmsProduct } from './wmsProduct.entity.ts'

const of = product.shape
const own = wmsProduct.shape
const figure = (label: string) => quantity(label, { readOnly: true, initial: 0, width: 90 })

/** A sku as the warehouse sees it: of its product, with limits and stock of the warehouses asked for. Warehouse §4.9. */
export const wmsSku = entity(
  'wmsSku',
  '仓储商品',
  {
    image: of.image,
    productCode: { ...of.productCode, unique: false },
    storeName: of.storeName,
    suk: text('规格', { max: 255, search: true, width: 110 }),
    skuCode: text('规格编码', { max: 30, search: true, list: false }),
    sapCode: { ...of.sapCode, unique: false, width: 110 },
    productId: ref('商品', 'product', { list: false, port: false }),
    cateId: { ...of.cateId, list: false },
    wmsGroupId: { ...of.wmsGroupId, width: 120 },
    batchManaged: { ...of.batchManaged, list: true, width: 70 },
    shelfLifeDays: of.shelfLifeDays,
    boxQty: of.boxQty,
    weight: { ...of.weight, list: true, width: 90 },
    volume: { ...of.volume, list: true, width: 90 },
    storageCondition: { ...of.storageCondition, width: 80 },
    abcClass: { ...of.abcClass, list: true, filter: true, width: 80 },
    safetyQty: { ...own.safetyQty, width: 90 },
    minQty: { ...own.minQty, width: 90 },
    maxQty: { ...own.maxQty, width: 90 },
    onHand: figure('现存量'),
    available: figure('可用量'),
  },
  { title: 'storeName', code: 'productCode', picture: 'image', order: [['id', 'desc']] },
)
