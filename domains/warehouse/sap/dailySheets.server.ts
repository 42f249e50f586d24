import { sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import {
  type ImportColumn,
  type ImportDefinition,
  type ImportRow,
  listOf,
  type RowError,
} from '#kit/server/fileTask.ts'
import { AppError } from '#kit/shared/errors.ts'
import type { RowOf } from '#kit/shared/field.ts'
import { today } from '#kit/shared/time.ts'
import { checkLines, type Told, takeFullStock } from './dailyStock.server.ts'
import { dailyStockCalls as calls, MOST } from './sapDailyFullStock.calls.ts'
import { fullStockLine, sapDailyFullStock } from './sapDailyFullStock.entity.ts'
import { BY_SHEET } from './sapSource.ts'

const { stockDate, sapPlant, sapStorageLocation, remark } = sapDailyFullStock.shape
const HEAD = { stockDate, sapPlant, sapStorageLocation, remark }
const EXAMPLES: Readonly<Record<string, string>> = {
  ...{ stockDate: '2026-12-01', sapPlant: 'P100', sapStorageLocation: 'L001', sapCode: '100000012345' },
  ...{ charg: 'B20261101', labst: '480', umlme: '20', insme: '0', speme: '0', meins: 'EA' },
}
const columns: readonly ImportColumn[] = Object.entries({ ...HEAD, ...fullStockLine }).map(
  ([name, field]) => ({
    ...{ name, title: field.label, field, required: field.required === true && field.initial === undefined },
    ...(EXAMPLES[name] === undefined ? {} : { example: EXAMPLES[name] }),
  }),
)

type Line = RowOf<typeof fullStockLine>
interface Day extends Told {
  remark: string
  lines: Line[]
  rows: ImportRow[]
}

const textIn = ({ values }: ImportRow, name: string): string => String(values[name] ?? '').trim()
const numberIn = ({ values }: ImportRow, name: string): number => Number(values[name] ?? 0)
const lineOf = (row: ImportRow): Line => ({
  ...{ sapCode: textIn(row, 'sapCode'), charg: textIn(row, 'charg'), meins: textIn(row, 'meins') },
  ...{ labst: numberIn(row, 'labst'), umlme: numberIn(row, 'umlme') },
  ...{ insme: numberIn(row, 'insme'), speme: numberIn(row, 'speme') },
})
const keyOf = (row: ImportRow): string =>
  ['stockDate', 'sapPlant', 'sapStorageLocation'].map((name) => textIn(row, name).toLowerCase()).join('\n')

/** The days and places of rows, each with its lines. */
const daysOf = (rows: readonly ImportRow[]): Day[] =>
  [...Map.groupBy(rows, keyOf).values()].flatMap((own): Day[] => {
    const [first] = own
    if (first === undefined) return []
    return [
      {
        ...{ stockDate: textIn(first, 'stockDate'), sapPlant: textIn(first, 'sapPlant') },
        ...{ sapStorageLocation: textIn(first, 'sapStorageLocation'), remark: textIn(first, 'remark') },
        ...{ lines: own.map(lineOf), rows: own },
      },
    ]
  })

/** What is wrong with a day, at its rows and columns. */
function rowErrors({ rows }: Day, faults: readonly { field: string; message: string }[]): RowError[] {
  return faults.map(({ field, message }) => {
    const [, at, name = field] = /^lines\.(\d+)\.(\w+)$/.exec(field) ?? []
    return {
      rowNo: rows[Number(at ?? 0)]?.rowNo ?? 0,
      column: columns.find((one) => one.name === name)?.title ?? '',
      // The row of the sheet stands beside it.
      message: message.replace(/^第\d+行：/, ''),
    }
  })
}

/** SAP每日全量库存 out of a sheet: a day and place is taken whole, as the interface would tell it. Warehouse §5.1, §9. */
export const dailyStockImport: ImportDefinition = {
  kind: 'import',
  bizType: sapDailyFullStock.name,
  title: 'SAP每日全量库存导入',
  permission: calls.save.permission,
  mode: 'whole',
  columns,
  source: listOf(sapDailyFullStock.name, calls.exportRows),
  groupBy: keyOf,
  batchSize: MOST,
  notes: [
    '库存日期、工厂和库存地点相同的相邻行为一天一地的全量库存，未处理的旧数据会被替换；物料号须与商品的SAP物料号一致',
  ],
  async check(db, _who, rows) {
    const errors: RowError[] = []
    for (const day of daysOf(rows)) {
      const known = day.rows.filter((row) => textIn(row, 'sapCode') !== '')
      const { faults } = await checkLines(db, known.map(lineOf))
      errors.push(...rowErrors({ ...day, rows: known }, faults))
      if (day.stockDate > today())
        errors.push(...rowErrors(day, [{ field: 'stockDate', message: '库存日期不能晚于今天' }]))
    }
    return errors
  },
  async write(tx, _who, rows) {
    const errors: RowError[] = []
    for (const day of daysOf(rows)) {
      const { rows: own, remark: said, ...told } = day
      try {
        const raw = own.map((row) => row.values)
        await takeFullStock(tx, told, { source: BY_SHEET, remark: said, raw })
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        const faults = Array.isArray(error.data) && error.data.length > 0 ? error.data : undefined
        errors.push(...rowErrors(day, faults ?? [{ field: 'stockDate', message: error.message }]))
      }
    }
    return errors
  },
  stored: storedRows,
}

/** What SAP told of days and places, a row for each line. */
async function storedRows(db: Db, _who: unknown, ids: readonly number[]): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<Record<string, unknown>>`
    select f."stockDate"::text as "stockDate", f."sapPlant", f."sapStorageLocation", f."remark", l."sapCode", l."charg", l."labst"::float8 as "labst",
      l."umlme"::float8 as "umlme", l."insme"::float8 as "insme", l."speme"::float8 as "speme", l."meins"
    from unnest(${sql.val([...ids])}::int[]) with ordinality as a ("id", "at")
    join "sapDailyFullStock" f on f."id" = a."id" join "sapDailyStockLine" l on l."fullStockId" = f."id" and l."told" = 1
    order by a."at", l."lineNo"`.execute(db)
  return rows
}
