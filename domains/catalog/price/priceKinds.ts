import { type DocumentPlaces, placesAt } from '#kit/shared/documentPages.ts'

/** A kind of price document as menus, pages and calls know it, before anything of it is loaded. Catalog §4.2. */
export interface PriceKind {
  label: string
  /** of its menu nodes */
  menu: string
  /** prefix of its calls */
  path: string
  at: Required<DocumentPlaces>
}

const ofPurpose = (name: string) => {
  const list = `/purpose/${name}`
  return placesAt(list, { print: `${list}/print/{id}` })
}

/** The price documents by the name of their entity. */
export const PRICE_KINDS = {
  basePrice: {
    label: '商品基础价格',
    menu: 'price.base',
    path: '/admin/product/basePrice',
    at: placesAt('/productBasePrice', {
      see: '/productBasePrice/info/{id}',
      print: '/productBasePrice/printInfo',
    }),
  },
  saleInfo: {
    label: '商品销售信息',
    menu: 'price.saleInfo',
    path: '/admin/purpose/productSaleInfo',
    at: ofPurpose('productSaleInfo'),
  },
  priceNotice: {
    label: '价格通知单',
    menu: 'price.priceNotice',
    path: '/admin/purpose/priceNotice',
    at: ofPurpose('priceNotice'),
  },
} as const satisfies Readonly<Record<string, PriceKind>>
