import { sql } from 'kysely'
import { choice, int } from '#kit/fields/shared.ts'
import type { Tx } from '#kit/server/database.ts'
import { type ImportDefinition, type ImportRow, listOf } from '#kit/server/fileTask.ts'
import { rowsInOrder } from '#kit/server/importCells.ts'
import { inRounds, saveRows } from '#kit/server/manyRows.ts'
import { lockRows } from '#kit/server/rows.ts'
import { type RowOf, valuesIn } from '#kit/shared/field.ts'
import { expressCalls } from './express.calls.ts'
import { express } from './express.entity.ts'

const PERMISSION = 'admin:express:import'

const { code, name, phone } = express.shape
/** A line of the sheet; null, '' or left out: what is stored stays. */
const LINE = {
  ...{ code, name, phone },
  sort: int(express.shape.sort.label),
  isShow: choice('是否显示', [
    { value: 1, label: '显示' },
    { value: 0, label: '隐藏' },
  ]),
}
type Line = Partial<RowOf<typeof LINE>> & { code: string; name: string }

const lineOf = (row: ImportRow): Line => ({ code: '', name: '', ...valuesIn(LINE, row.values) })

/** Carriers of other codes, each written once. */
async function writeLines(tx: Tx, lines: readonly Line[]): Promise<void> {
  const found = await tx
    .selectFrom('express')
    .select(['id', 'code'])
    .where(
      sql<boolean>`lower("code") = any(${sql.val(lines.map((line) => line.code.toLowerCase()))}::text[])`,
    )
    .where('isDel', '=', 0)
    .execute()
  const ids = new Map(found.map((row) => [row.code.toLowerCase(), row.id]))
  const stored = await lockRows(
    tx,
    express,
    found.map((row) => row.id),
  )
  await saveRows(
    tx,
    express,
    lines.map(({ code, name, phone, sort, isShow }) => {
      const before = stored.get(ids.get(code.toLowerCase()) ?? 0) ?? null
      const values = {
        name,
        ...(phone ? { phone } : {}),
        ...(typeof sort === 'number' ? { sort } : {}),
        ...(typeof isShow === 'number' ? { isShow } : {}),
      }
      return { before, values: before === null ? { code, ...values } : values }
    }),
  )
}

/** Import of carriers; one is found again by its code. Platform §8.3, §15.4. */
export const expressImport: ImportDefinition = {
  kind: 'import',
  bizType: 'express',
  title: '快递公司',
  permission: PERMISSION,
  columns: [
    { name: 'code', title: code.label, field: code, example: 'shunfeng' },
    { name: 'name', title: name.label, field: name, example: '顺丰速运' },
    { name: 'phone', title: phone.label, field: phone, example: '95338' },
    { name: 'sort', title: LINE.sort.label, field: LINE.sort, example: '9' },
    { name: 'isShow', title: LINE.isShow.label, field: LINE.isShow, example: '显示' },
  ],
  mode: 'rows',
  batchSize: 500,
  source: listOf(express.name, expressCalls.exportRows),
  stored: (db, _who, ids) => rowsInOrder(db, express, ids),
  async check(db, _who, rows) {
    const lines = rows.map((row) => ({ rowNo: row.rowNo, ...lineOf(row) }))
    const taken = await db
      .selectFrom('express')
      .select(['code', 'name'])
      .where('isDel', '=', 0)
      .where(
        'name',
        'in',
        lines.map((line) => line.name),
      )
      .execute()
    const holders = new Map(taken.map((one) => [one.name, one.code]))
    return lines
      .filter((line) => holders.has(line.name) && holders.get(line.name) !== line.code)
      .map(({ rowNo }) => ({ rowNo, column: name.label, message: `${name.label}已存在` }))
  },
  async write(tx, _who, rows) {
    for (const round of inRounds(rows.map(lineOf), (line) => line.code.toLowerCase()))
      await writeLines(tx, round)
    return []
  },
}
