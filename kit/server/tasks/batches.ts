import type { ImportDefinition } from '../fileTask.ts'
import type { Sheet } from '../spreadsheet/spreadsheet.ts'
import { dataRows, type ReadRow, readSheetRow, type SheetPlan } from './sheet.ts'

/** Rows that are written together or not at all; a single one where the import knows no groups. */
export type Group = ReadRow[]

const USUAL_BATCH = 200

/** The rows behind `lastRow` in batches of about batchSize rows; neighbours with equal keys stay together. */
export async function* batchesOf(
  definition: ImportDefinition,
  sheet: Sheet,
  plan: SheetPlan,
  lastRow = 0,
): AsyncGenerator<Group[]> {
  const size = definition.batchSize ?? USUAL_BATCH
  let groups: Group[] = []
  let rows = 0
  let lastKey: string | undefined
  for await (const cells of dataRows(sheet, plan)) {
    if (cells.rowNo <= lastRow) continue
    const row = readSheetRow(plan, cells)
    const key = definition.groupBy?.(row)
    const group = groups.at(-1)
    if (key !== undefined && key === lastKey && group !== undefined) group.push(row)
    else {
      if (rows >= size) {
        yield groups
        groups = []
        rows = 0
      }
      groups.push([row])
    }
    rows += 1
    lastKey = key
  }
  if (groups.length > 0) yield groups
}
