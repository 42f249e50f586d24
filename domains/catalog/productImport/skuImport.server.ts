import type { Db } from '#kit/server/database.ts'
import { type ImportDefinition, NOTHING_TICKED, type RowError } from '#kit/server/fileTask.ts'
import { barcodeCheckDigitFits } from '#kit/shared/text.ts'
import { IMPORT } from '../product/product.calls.ts'
import { writeChanges } from './changes.server.ts'
import { skuColumns } from './columns.ts'
import { PRODUCT_CENTRE, REPOSITORY, skuRows } from './exported.server.ts'
import { specForm } from './forms.ts'
import { NONE, REMOVE } from './keepSpecs.ts'
import { lowerOf } from './productImport.server.ts'
import { grouped, type SkuRowCells, seenBefore, skuRow } from './sheet.ts'
import { type StoredProduct, storedSpecs } from './stored.server.ts'

const keyOf = ({ cells }: SkuRowCells): string =>
  cells.productNo !== '' ? `no ${cells.productNo.toLowerCase()}` : `code ${cells.productCode.toLowerCase()}`

/** The living products the rows name, by key. */
function productsOf(db: Db, rows: readonly SkuRowCells[]): Promise<Map<string, StoredProduct>> {
  const numbers = lowerOf(rows, ({ cells }) => cells.productNo)
  const codes = lowerOf(rows, ({ cells }) => cells.productCode)
  return storedSpecs(db, numbers, codes)
}

/** Import of specifications: brings those of its rows to each product named, with their prices. */
export const skuImport: ImportDefinition = {
  kind: 'import',
  bizType: 'productSku',
  title: '商品规格',
  permission: IMPORT,
  mode: 'whole',
  columns: skuColumns,
  notes: [
    '每个规格一行，同一商品的行须相邻，未写出的规格保持不变，勾选“移除表中没有的规格”才会移除。',
    '先校验全部数据，有错误时不写入任何一行。',
  ],
  ticks: { remove: REMOVE },
  source: REPOSITORY,
  otherSources: { store: PRODUCT_CENTRE },
  stored: (db, _who, ids) => skuRows(db, ids),
  groupBy: (row) => keyOf(skuRow(row)),
  async check(db, _who, raw, memory, ask = NOTHING_TICKED) {
    const rows = raw.map(skuRow)
    const products = await productsOf(db, rows)
    const errors: RowError[] = []
    // What a cell of which cannot be read names which specification nobody knows.
    const unread = new Set(raw.filter(({ values }) => values.pairs === undefined).map(({ rowNo }) => rowNo))
    for (const group of grouped(rows, keyOf)) {
      const [head] = group.rows
      if (head === undefined) continue
      const column = head.cells.productNo === '' ? '商品编码' : '商品外部编号'
      const stored = products.get(group.key)
      if (stored === undefined)
        errors.push({ rowNo: head.rowNo, column, message: '商品不存在，请先导入商品' })
      if (seenBefore(memory, 'product', group.key))
        errors.push({ rowNo: head.rowNo, column, message: '同一商品的各行须相邻' })
      const made = group.rows.some(({ rowNo }) => unread.has(rowNo))
        ? { errors: [] }
        : stored === undefined
          ? specForm(group.rows, NONE, NOTHING_TICKED)
          : specForm(group.rows, stored, ask)
      if ('errors' in made) errors.push(...made.errors)
      for (const { rowNo, cells } of group.rows)
        if (cells.barCode !== '' && !barcodeCheckDigitFits(cells.barCode))
          errors.push({ rowNo, column: '条码', message: '商品条码校验位不正确' })
    }
    return errors
  },
  async write(tx, who, raw, _memory, ask = NOTHING_TICKED) {
    const rows = raw.map(skuRow)
    const products = await productsOf(tx, rows)
    const errors: RowError[] = []
    const changes = grouped(rows, keyOf).flatMap((group) => {
      const stored = products.get(group.key)
      if (stored === undefined) return []
      const made = specForm(group.rows, stored, ask)
      if ('errors' in made) errors.push(...made.errors)
      return 'errors' in made ? [] : [{ rows: made.lineRows, id: stored.id, form: made.form }]
    })
    return [...errors, ...(await writeChanges(tx, who, changes))]
  },
}
