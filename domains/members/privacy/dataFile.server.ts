import { sql } from 'kysely'
import { allErases } from '#kit/server/consumers.ts'
import type { Db } from '#kit/server/database.ts'
import { knownEntity } from '#kit/server/dbErrors.ts'
import type { PackDefinition } from '#kit/server/fileTask.ts'
import { type Cell, createWorkbook } from '#kit/server/spreadsheet/spreadsheet.ts'
import type { Who } from '#kit/server/who.ts'
import { formatTime, toSeconds } from '#kit/shared/time.ts'
import { user } from '../user/user.entity.ts'
import { collected, finish, passwordOf } from './exportFile.server.ts'
import { lockedZip } from './lockedZip.ts'
import { eraseCalls } from './userErase.document.ts'

const MOST_ROWS = 20_000
/** Kept for the house, not about the person. */
const INNER = new Set(['version', 'isDel', 'createBy', 'updateBy', 'searchGrams', 'path'])

type Row = Record<string, unknown>
interface Part {
  title: string
  table: string
  rows: Row[]
}

/** Everything that stands under the number of a consumer, table by table. */
async function partsOf(db: Db, uid: number): Promise<Part[]> {
  const { rows: tables } = await sql<{ table: string }>`
    select "table_name" as "table" from information_schema.columns
    where "table_schema" = current_schema() and "column_name" = 'uid'`.execute(db)
  const known = new Set(tables.map((one) => one.table))
  const own = await sql<Row>`select * from "user" where "id" = ${uid}`.execute(db)
  const parts: Part[] = [{ title: '用户资料', table: user.name, rows: own.rows }]
  for (const [table, { title }] of allErases(db)) {
    if (!known.has(table) || table === 'userSecret') continue
    const { rows } = await sql<Row>`
      select * from ${sql.table(table)} where "uid" = ${uid} limit ${sql.lit(MOST_ROWS)}`.execute(db)
    if (rows.length > 0) parts.push({ title, table, rows })
  }
  return parts.map((part) => ({ ...part, rows: part.rows.map(plain) }))
}

const plain = (row: Row): Row => Object.fromEntries(Object.entries(row).filter(([name]) => !INNER.has(name)))

function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return null
  if (value instanceof Date || typeof value === 'number') return value
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

async function workbookOf(db: Db, who: Who, parts: readonly Part[]): Promise<Buffer> {
  const mark = `${who.realName} ${who.account} ${formatTime(toSeconds(new Date()))}`
  const named = parts.map((part) => ({ ...part, names: Object.keys(part.rows[0] ?? {}) }))
  return collected(async (target) => {
    const book = createWorkbook(target, {
      mark,
      sheets: named.map(({ title, table, names, rows }) => ({
        name: title.replaceAll(/[\\/?*:[\]]/g, ''),
        columns: names.map((name) => ({
          title: knownEntity(db, table)?.all[name]?.label ?? name,
          ...(rows.some((row) => row[name] instanceof Date) && { kind: 'dateTime' as const }),
        })),
      })),
    })
    for (const [sheet, { names, rows }] of named.entries())
      for (const row of rows)
        await book.addRow(
          sheet,
          names.map((name) => cellOf(row[name])),
        )
    await book.end()
  })
}

/** All that is kept of one consumer, as they may ask for it: a workbook and the same for machines. Members §10.4. */
export const dataPack: PackDefinition = {
  kind: 'pack',
  taskKind: 4,
  bizType: 'userData',
  title: '个人数据',
  permission: eraseCalls.data.permission,
  extension: 'zip',
  async write(db, who, params, target, progress) {
    const { id, filters } = await db
      .selectFrom('userExport')
      .select(['id', 'filters'])
      .where('id', '=', Number(params.exportId))
      .executeTakeFirstOrThrow()
    const parts = await partsOf(db, Number(filters.uid))
    const total = parts.reduce((sum, one) => sum + one.rows.length, 0)
    await progress(0, total)
    const json = Buffer.from(
      JSON.stringify(Object.fromEntries(parts.map(({ table, rows }) => [table, rows])), null, 1),
    )
    const files = [
      { name: '个人数据.xlsx', data: await workbookOf(db, who, parts) },
      { name: '个人数据.json', data: json },
    ]
    await finish(db, target, id, lockedZip(files, await passwordOf(db, id)), total)
  },
}
