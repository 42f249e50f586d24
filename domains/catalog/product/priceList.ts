/** A product of the list with its skus. */
export interface PricedProduct {
  id: number
  productCode: string
  storeName: string
  image: string
  unitName: string
  /** names of its categories, comma-joined, the main one first */
  cateValues: string
  attrValue?: readonly PricedSku[] | undefined
}

interface PricedSku {
  id: number
  suk: string
  skuCode: string
  image: string
  price: string
  otPrice: string
  isShow: 0 | 1
}

/** A line on the paper: the heading of a category, or a sku. */
export type SheetRow =
  | { kind: 'category'; key: string; name: string }
  | {
      kind: 'sku'
      key: string
      image: string
      code: string
      name: string
      suk: string
      unit: string
      price: string
      otPrice: string
    }

/** Lines an A4 sheet holds beside its head, by the height its style sheet gives them. */
const LINES = 18
const LINES_WITHOUT_PICTURES = 27
const NO_CATEGORY = '未分类'
/** What the only sku of a product is called; nothing for paper. */
export const SINGLE = '默认'

/**
 * The sheets of a price list: products grouped by their main category in the order the categories first appear,
 * each shown sku a line. A category that goes on repeats its heading; none stands alone at the foot of a sheet.
 */
export function priceSheets(products: readonly PricedProduct[], plain = false): SheetRow[][] {
  const lines = plain ? LINES_WITHOUT_PICTURES : LINES
  const groups = new Map<string, SheetRow[]>()
  for (const product of products) {
    const name = product.cateValues.split(',')[0] || NO_CATEGORY
    const rows = groups.get(name) ?? []
    groups.set(name, rows)
    for (const sku of product.attrValue ?? []) if (sku.isShow === 1) rows.push(rowOf(product, sku))
  }
  const sheets: SheetRow[][] = []
  let sheet: SheetRow[] = []
  const turn = () => {
    if (sheet.length > 0) sheets.push(sheet)
    sheet = []
  }
  for (const [name, rows] of groups) {
    if (rows.length === 0) continue
    if (sheet.length + 2 > lines) turn()
    sheet.push(heading(name, name))
    for (const row of rows) {
      if (sheet.length >= lines) {
        turn()
        sheet.push(heading(`${name}（续）`, `${name}${row.key}`))
      }
      sheet.push(row)
    }
  }
  turn()
  return sheets
}

const heading = (name: string, key: string): SheetRow => ({ kind: 'category', key: `c${key}`, name })

function rowOf(product: PricedProduct, sku: PricedSku): SheetRow {
  return {
    kind: 'sku',
    key: `s${sku.id}`,
    image: sku.image || product.image,
    code: sku.skuCode || product.productCode,
    name: product.storeName,
    suk: sku.suk === SINGLE ? '' : sku.suk,
    unit: product.unitName,
    price: sku.price,
    otPrice: sku.otPrice,
  }
}
