import type { ImportRow } from '#kit/server/fileTask.ts'
import type { ProductCells, ProductRowCells, Row, SkuCells } from './forms.ts'

const BLANK: ProductCells & SkuCells = {
  sourceNo: '',
  productCode: '',
  storeName: '',
  shortName: '',
  storeInfo: '',
  keyword: '',
  catePath: '',
  cateNo: '',
  brandName: '',
  unitName: '',
  family: '',
  specName1: '',
  specValue1: '',
  specName2: '',
  specValue2: '',
  specName3: '',
  specValue3: '',
  taxRate: null,
  shelfLifeDays: null,
  storage: null,
  wmsGroup: '',
  channels: [],
  sliderImage: [],
  sort: null,
  giveIntegral: null,
  ficti: null,
  isPostage: null,
  postage: null,
  isBest: null,
  isHot: null,
  isNew: null,
  isBenefit: null,
  skuCode: '',
  barCode: '',
  price: 0,
  otPrice: null,
  cost: null,
  weight: null,
  volume: null,
  image: '',
}

/** A row with every cell, those of columns the sheet lacks blank. */
export function productRow(row: ImportRow): ProductRowCells {
  return { rowNo: row.rowNo, cells: { ...BLANK, ...row.values } }
}

export type SkuRowCells = Row<
  SkuCells & { productNo: string; productCode: string; pairs: [string, string][] }
>

export function skuRow(row: ImportRow): SkuRowCells {
  const { pairs, ...cells } = row.values
  const { skuCode, barCode, price, otPrice, cost, weight, volume, image } = { ...BLANK, ...cells }
  return {
    rowNo: row.rowNo,
    cells: {
      skuCode,
      barCode,
      price,
      otPrice,
      cost,
      weight,
      volume,
      image,
      productNo: String(cells.productNo ?? ''),
      productCode: String(cells.productCode ?? ''),
      pairs: Object.entries(pairs ?? {}),
    },
  }
}

/** Rows of one product: its number in the other system, else its code, else its name. */
export function productKey({ cells }: ProductRowCells): string {
  if (cells.sourceNo !== '') return `no ${cells.sourceNo.toLowerCase()}`
  if (cells.productCode !== '') return `code ${cells.productCode.toLowerCase()}`
  return `name ${cells.storeName.toLowerCase()}`
}

/** Neighbouring rows with equal keys, together. */
export function grouped<R>(rows: readonly R[], keyOf: (row: R) => string): { key: string; rows: R[] }[] {
  const groups: { key: string; rows: R[] }[] = []
  for (const row of rows) {
    const key = keyOf(row)
    const last = groups.at(-1)
    if (last?.key === key) last.rows.push(row)
    else groups.push({ key, rows: [row] })
  }
  return groups
}

/** What the whole sheet has used so far; remembers it, and tells whether it is used again. */
export function seenBefore(memory: Map<string, unknown>, kind: string, value: string): boolean {
  const key = `${kind} ${value.toLowerCase()}`
  if (memory.has(key)) return true
  memory.set(key, true)
  return false
}
