import type { Db } from '#kit/server/database.ts'
import type { ImportDefinition, RowError } from '#kit/server/fileTask.ts'
import { barcodeCheckDigitFits } from '#kit/shared/text.ts'
import { IMPORT } from '../product/product.calls.ts'
import { changeProduct, confirmUnchanged } from '../product/productChange.server.ts'
import { skuColumns } from './columns.ts'
import { specForm } from './forms.ts'
import { lowerOf, productsNamed, refusedRows, SOURCE } from './productImport.server.ts'
import { grouped, type SkuRowCells, seenBefore, skuRow } from './sheet.ts'

const keyOf = ({ cells }: SkuRowCells): string =>
  cells.productNo !== '' ? `no ${cells.productNo.toLowerCase()}` : `code ${cells.productCode.toLowerCase()}`

/** The living products the rows name, by key. */
async function productsOf(db: Db, rows: readonly SkuRowCells[]): Promise<Map<string, number>> {
  const numbers = lowerOf(rows, ({ cells }) => cells.productNo)
  const codes = lowerOf(rows, ({ cells }) => cells.productCode)
  const found = await productsNamed(db, numbers, codes).select(['id', 'sourceNo', 'productCode']).execute()
  return new Map(
    found.flatMap((row) => [
      [`no ${row.sourceNo.toLowerCase()}`, row.id] as const,
      [`code ${row.productCode.toLowerCase()}`, row.id] as const,
    ]),
  )
}

/** Import of specifications: gives each product named exactly the specifications of its rows, with their prices. */
export const skuImport: ImportDefinition = {
  kind: 'import',
  bizType: 'productSku',
  title: '商品规格',
  permission: IMPORT,
  mode: 'whole',
  columns: skuColumns,
  notes: [
    '每个规格一行，同一商品的行须相邻，且须写全该商品的所有规格；未写出的规格将被移除。',
    '先校验全部数据，有错误时不写入任何一行。',
  ],
  groupBy: (row) => keyOf(skuRow(row)),
  async check(db, _who, raw, memory) {
    const rows = raw.map(skuRow)
    const products = await productsOf(db, rows)
    const errors: RowError[] = []
    for (const group of grouped(rows, keyOf)) {
      const [head] = group.rows
      if (head === undefined) continue
      const column = head.cells.productNo === '' ? '商品编码' : '商品外部编号'
      if (!products.has(group.key))
        errors.push({ rowNo: head.rowNo, column, message: '商品不存在，请先导入商品' })
      if (seenBefore(memory, 'product', group.key))
        errors.push({ rowNo: head.rowNo, column, message: '同一商品的各行须相邻' })
      const made = specForm(group.rows)
      if ('errors' in made) errors.push(...made.errors)
      for (const { rowNo, cells } of group.rows)
        if (cells.barCode !== '' && !barcodeCheckDigitFits(cells.barCode))
          errors.push({ rowNo, column: '条码', message: '商品条码校验位不正确' })
    }
    return errors
  },
  async write(tx, who, raw) {
    const rows = raw.map(skuRow)
    const products = await productsOf(tx, rows)
    const errors: RowError[] = []
    const changes = grouped(rows, keyOf).flatMap((group) => {
      const id = products.get(group.key)
      const made = specForm(group.rows)
      return 'errors' in made || id === undefined ? [] : [{ rows: group.rows, id, form: made.form }]
    })
    const same = await confirmUnchanged(tx, who, changes)
    for (const { rows: own, id, form } of changes) {
      if (same.has(id)) continue
      try {
        await changeProduct(tx, who, id, null, form, { source: SOURCE })
      } catch (error) {
        errors.push(...refusedRows(own, error))
      }
    }
    return errors
  },
}
