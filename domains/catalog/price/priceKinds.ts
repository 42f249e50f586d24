/** A kind of price document as menus, routes, calls and pages know it, before anything of it is loaded. Catalog §4.2. */
export interface PriceKind {
  label: string
  /** what its print is called */
  sheet: string
  /** of its menu nodes */
  key: string
  sort: number
  /** prefix of its calls */
  path: string
  /** of its list */
  route: string
  /** last but one part of the address of its page */
  see: string
  /** behind the route of the list; without :id the ids stand in the query */
  print: string
}

/** The price documents by the name of their entity. */
export const PRICE_KINDS = {
  basePrice: {
    label: '商品基础价格',
    sheet: '基础价格单',
    key: 'price.base',
    sort: 90,
    path: '/admin/product/basePrice',
    route: '/productBasePrice',
    see: 'info',
    print: 'printInfo',
  },
  saleInfo: {
    label: '商品销售信息',
    sheet: '商品销售信息表',
    key: 'price.saleInfo',
    sort: 86,
    path: '/admin/purpose/productSaleInfo',
    route: '/purpose/productSaleInfo',
    see: 'see',
    print: 'print/:id',
  },
  priceNotice: {
    label: '价格通知单',
    sheet: '价格通知单',
    key: 'price.priceNotice',
    sort: 84,
    path: '/admin/purpose/priceNotice',
    route: '/purpose/priceNotice',
    see: 'see',
    print: 'print/:id',
  },
} as const satisfies Readonly<Record<string, PriceKind>>

export type PriceKindName = keyof typeof PRICE_KINDS

/** The address of one of its documents. */
export const pageOf = ({ route, see }: PriceKind, id: number | string): string => `${route}/${see}/${id}`

/** The print page of one document, or of several by ?ids=. */
export function printOf({ route, print }: PriceKind, ids: readonly number[]): string {
  const isOne = print.endsWith(':id') && ids.length === 1
  const page = `${route}/${print.replace(':id', isOne ? String(ids[0]) : '0')}`
  return isOne ? page : `${page}?ids=${ids.join(',')}`
}
