import { text } from '#kit/fields/shared.ts'
import type { Db } from '#kit/server/database.ts'
import type { ImportColumn, ImportRow, RowError } from '#kit/server/fileTask.ts'
import { wordsFor } from '#kit/server/refs.ts'
import type { Who } from '#kit/server/who.ts'
import { AppError } from '#kit/shared/errors.ts'
import type { Shape } from '#kit/shared/field.ts'
import { skusByCode } from '../lines/skuLines.server.ts'

const CODE = 'code'
const CODE_TITLE = '商品编码'

/** The column by which a row names its sku. */
export const skuColumn: ImportColumn = {
  name: CODE,
  title: CODE_TITLE,
  aliases: ['规格编码', '条码'],
  field: text(CODE_TITLE, { max: 40, required: true }),
  required: true,
  example: 'P00000001-01',
  note: '规格编码、条码，或只有一个规格的商品编码',
}

/** The columns of some fields of a shape, as people type them. */
export const columnsFor = (shape: Shape, names: readonly string[]): ImportColumn[] =>
  names.flatMap((name) => {
    const field = shape[name]
    return field === undefined ? [] : [{ name, title: field.label, field, required: field.required === true }]
  })

/** What a row says in these columns; a column the sheet leaves out is as if it were blank, a refused cell of a required one undefined. */
export const typedIn = (columns: readonly ImportColumn[], { values }: Pick<ImportRow, 'values'>) =>
  Object.fromEntries(
    columns.map(({ name, field }) => [name, values[name] ?? field.schema.safeParse(undefined).data]),
  )

/** What a sheet calls skus, so that skusOf finds them again. */
export const skuWords = (db: Db, who: Who, ids: readonly number[]) =>
  wordsFor(db, who, 'sku', [...new Set(ids)])

/** The sku that each row names, by row number, and why none. Catalog §8.5. */
export async function skusOf(
  db: Db,
  rows: readonly ImportRow[],
): Promise<{ skus: ReadonlyMap<number, number>; errors: RowError[] }> {
  const codeOf = (row: ImportRow): string => String(row.values[CODE] ?? '')
  const found = await skusByCode(db, rows.map(codeOf))
  const skus = new Map<number, number>()
  const errors: RowError[] = []
  for (const row of rows) {
    const [first, ...others] = found.get(codeOf(row).trim().toLowerCase()) ?? []
    if (first !== undefined && others.length === 0) skus.set(row.rowNo, first)
    else {
      const message = first === undefined ? `${CODE_TITLE}不存在` : '该商品有多个规格，请填写规格编码'
      errors.push({ rowNo: row.rowNo, column: CODE_TITLE, message })
    }
  }
  return { skus, errors }
}

/** What rows were refused for, each at its cell: lines of a document by their place, all else at the first row. */
export function refusedAt(
  rows: readonly ImportRow[],
  columns: readonly ImportColumn[],
  error: unknown,
): RowError[] {
  if (!(error instanceof AppError)) throw error
  const told = Array.isArray(error.data) ? error.data : [{ field: '', message: error.message }]
  return told.map(({ field, message }) => {
    const [, index = '0', name = field] = /^lines\.(\d+)\.(.+)$/.exec(field) ?? []
    const column = columns.find((one) => one.name === (name === 'skuId' ? CODE : name))?.title ?? ''
    return { rowNo: rows[Number(index)]?.rowNo ?? 0, column, message }
  })
}
