import type { Db } from '../database.ts'
import {
  type ExportDefinition,
  exportOf,
  type ImportColumn,
  type ImportDefinition,
  type ImportSheet,
  type ImportSource,
  importOf,
  sourceOf,
} from '../fileTask.ts'
import { cellFor } from '../importCells.ts'
import type { ColumnSpec } from '../spreadsheet/spreadsheet.ts'
import { createWorkbook } from '../spreadsheet/spreadsheet.ts'
import { may, type Who } from '../who.ts'
import { endWithFile, markOf, meter, storeResult } from './exportRun.ts'
import type { TaskRun } from './lease.ts'
import type { TaskLimits } from './limits.ts'
import { isRequired, markedTitle } from './sheet.ts'

const BATCH = 500

/** Parameter of a task that makes the file its import would read. */
const AS_TEMPLATE = 'asTemplate'

const filtersIn = (params: Record<string, unknown>): Record<string, unknown> => {
  const { filters } = params
  return typeof filters === 'object' && filters !== null ? { ...filters } : {}
}

/** 按导入模板导出 of an import, as the export it is started, counted and refused as. Platform §10. */
export function templateExport(
  importing: ImportDefinition,
  source: ImportSource = importing.source,
): ExportDefinition {
  const { bizType, title } = importing
  const ids: ExportDefinition['count'] = async (db, who, params) =>
    (await source.ids(db, who, filtersIn(params))).length
  return {
    kind: 'export',
    bizType,
    title: `${title.replace(/导入$/, '')}（导入模板）`,
    permission: source.permission,
    columns: [],
    count: ids,
    // Its file has several sheets: runTemplate writes it.
    rows: () => {
      throw new Error(`The export of ${bizType} for its import has no single sheet`)
    },
  }
}

/** The parameters of such a task. */
export const templateParams = (list: string, filters: Record<string, unknown>) => ({
  [AS_TEMPLATE]: 1,
  list,
  filters,
})

export const isAsTemplate = (params: Record<string, unknown>): boolean => params[AS_TEMPLATE] === 1

/** The export a task makes: that of a list, or that of an import. */
export function exportTaskOf(
  db: Db,
  bizType: string,
  params: Record<string, unknown>,
): ExportDefinition | undefined {
  if (!isAsTemplate(params)) return exportOf(db, bizType)
  const importing = importOf(db, bizType)
  return importing && templateExport(importing, sourceOf(importing, params.list))
}

/** The columns of a sheet whose values the person may see. */
const seenColumns = (who: Who, { columns }: Pick<ImportSheet, 'columns'>): ImportColumn[] =>
  columns.filter(({ permission }) => permission === undefined || may(who, permission))

const kindOf = ({ field }: ImportColumn): NonNullable<ColumnSpec['kind']> =>
  field.type === 'money' ? 'amount' : field.type === 'int' || field.type === 'decimal' ? 'number' : 'text'

/** Writes the records of a list into the workbook their import reads: same sheets, columns, order and words. */
export async function runTemplate(
  run: TaskRun,
  importing: ImportDefinition,
  { keepDays, marked }: Pick<TaskLimits, 'keepDays' | 'marked'>,
): Promise<void> {
  const { db, who, task } = run
  const { title, sheetName = title, sheets = [] } = importing
  const parts = [
    { name: sheetName, of: importing as ImportSheet },
    ...sheets.map((of) => ({ name: of.name, of })),
  ].map((part) => ({ ...part, columns: seenColumns(who, part.of) }))
  const source = sourceOf(importing, task.params.list) ?? importing.source
  const ids = await source.ids(db, who, filtersIn(task.params))
  const progress = meter(run)
  let done = 0
  const result = await storeResult(run, 'xlsx', async (target) => {
    const book = createWorkbook(target, {
      ...markOf(who, marked),
      sheets: parts.map(({ name, columns }) => ({
        name,
        columns: columns.map((column) => ({
          title: markedTitle(column),
          required: isRequired(column),
          kind: kindOf(column),
        })),
      })),
    })
    await progress(0, ids.length * parts.length)
    for (const [place, { of, columns }] of parts.entries())
      for (let start = 0; start < ids.length; start += BATCH) {
        const part = ids.slice(start, start + BATCH)
        for (const row of await of.stored(db, who, part))
          await book.addRow(
            place,
            columns.map((column) => cellFor(column, row[column.name])),
          )
        done += part.length
        await progress(done, ids.length * parts.length)
      }
    await book.end()
  })
  await endWithFile(run, result, ids.length, keepDays)
}
