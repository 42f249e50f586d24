import { createWorkbook } from '../spreadsheet/spreadsheet.ts'
import { storeWritten } from './files.ts'
import type { TaskRun } from './lease.ts'
import { dataRows, ERROR_COLUMNS, type Part } from './sheet.ts'

/**
 * Writes the person's sheets with only the refused rows and why they were refused; corrected it can be uploaded as it
 * is. Answers its name, '' when nothing was refused. Platform §10.
 */
export async function writeErrorBook(run: TaskRun, parts: readonly Part[]): Promise<string> {
  const rows = await run.db
    .selectFrom('fileTaskRow')
    .select(['rowNo', 'field', 'message'])
    .where('taskId', '=', run.task.id)
    .execute()
  if (rows.length === 0) return ''
  const refused = new Map(rows.map((row) => [row.rowNo, row]))
  const name = `${run.task.taskNo}-error.xlsx`
  await storeWritten(run.files, name, async (target) => {
    const book = createWorkbook(target, {
      sheets: parts.map((part) => ({
        name: part.name || '错误数据',
        columns: [...keptOf(part).map((index) => part.plan.headings[index] ?? ''), ...ERROR_COLUMNS].map(
          (title) => ({ title }),
        ),
      })),
    })
    for (const [place, part] of parts.entries()) {
      const kept = keptOf(part)
      for await (const row of dataRows(part)) {
        const why = refused.get(row.rowNo)
        if (why === undefined) continue
        await book.addRow(place, [...kept.map((index) => row.cells[index]), '失败', why.field, why.message])
      }
    }
    await book.end()
  })
  return name
}

const keptOf = ({ plan }: Part): number[] =>
  plan.headings.flatMap((heading, index) =>
    ERROR_COLUMNS.some((column) => column === heading.trim()) ? [] : [index],
  )
