import type { Db } from '../database.ts'
import type { RowError } from '../fileTask.ts'
import type { Group } from './batches.ts'

/** Refused rows of a batch with their reasons, by row number. */
export type Failures = Map<number, RowError[]>

export function addFailures(failures: Failures, errors: readonly RowError[]): void {
  for (const error of errors) failures.set(error.rowNo, [...(failures.get(error.rowNo) ?? []), error])
}

/** A group with one refused row is refused as a whole: half a product must not come into being. */
export function spreadFailures(failures: Failures, groups: readonly Group[]): void {
  for (const group of groups) {
    const bad = group.filter((row) => failures.has(row.rowNo)).map((row) => row.rowNo)
    if (bad.length === 0) continue
    for (const row of group)
      if (!failures.has(row.rowNo))
        failures.set(row.rowNo, [
          { rowNo: row.rowNo, column: '', message: `同组的第${bad.join('、')}行有错误` },
        ])
  }
}

/** Keeps the refused rows for the error workbook, in the transaction of their batch. Answers how many. */
export async function saveFailures(
  db: Db,
  taskId: number,
  groups: readonly Group[],
  failures: Failures,
): Promise<number> {
  const rows = groups.flat().flatMap((row) => {
    const errors = failures.get(row.rowNo)
    if (errors === undefined) return []
    return [
      {
        taskId,
        rowNo: row.rowNo,
        bizKey: row.key,
        field: [...new Set(errors.map((error) => error.column).filter((column) => column !== ''))].join('、'),
        message: errors.map((error) => error.message).join('；'),
      },
    ]
  })
  if (rows.length > 0) await db.insertInto('fileTaskRow').values(rows).execute()
  return rows.length
}
