import type { Tx } from '#kit/server/database.ts'
import type { RowError } from '#kit/server/fileTask.ts'
import { inRounds } from '#kit/server/manyRows.ts'
import type { Who } from '#kit/server/who.ts'
import { AppError } from '#kit/shared/errors.ts'
import { changeProducts } from '../product/productChange.server.ts'
import type { ProductChange } from '../product/productValues.server.ts'
import { rowErrors } from './forms.ts'

/** What the history of a product says of changes an import made. */
export const SOURCE = '导入'

/** A change of a product, and the rows of the sheet that say so. */
export interface SheetChange {
  rows: readonly { rowNo: number }[]
  id: number
  form: ProductChange
}

/** Changes products as a sheet says, together; those of which it says what is stored are only confirmed. */
export async function writeChanges(tx: Tx, who: Who, changes: readonly SheetChange[]): Promise<RowError[]> {
  const errors: RowError[] = []
  // A product may be named twice, by its number and by its code.
  for (const round of inRounds(changes, ({ id }) => String(id))) {
    try {
      const { refused } = await changeProducts(tx, who, round, { source: SOURCE, confirms: true })
      for (const [index, error] of refused) errors.push(...refusedRows(round[index]?.rows ?? [], error))
    } catch (error) {
      // A refusal of all of them tells whose it is when they are written one by one.
      const [only, other] = round
      if (only === undefined || other !== undefined) throw error
      errors.push(...refusedRows(only.rows, error))
    }
  }
  return errors
}

/** The refusal of a product as errors of its rows; anything else is thrown on. */
export function refusedRows(rows: readonly { rowNo: number }[], error: unknown): RowError[] {
  if (!(error instanceof AppError)) throw error
  if (Array.isArray(error.data) && error.data.length > 0) return rowErrors(rows, error.data)
  return [{ rowNo: rows[0]?.rowNo ?? 0, column: '', message: error.message }]
}
