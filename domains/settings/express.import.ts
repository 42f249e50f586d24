import { choice, int } from '#kit/fields/shared.ts'
import type { Tx } from '#kit/server/database.ts'
import { type ImportDefinition, type ImportRow, listOf } from '#kit/server/fileTask.ts'
import { rowsInOrder } from '#kit/server/importCells.ts'
import { insertRow, lockRow, updateRow } from '#kit/server/rows.ts'
import { trust } from '#kit/shared/loose.ts'
import { expressMaster } from './express.calls.ts'
import { express } from './express.entity.ts'

const PERMISSION = 'admin:express:import'

/** A line of the sheet; null, '' or left out: what is stored stays. */
interface Line {
  code: string
  name: string
  phone?: string | null
  sort?: number | null
  isShow?: 0 | 1 | null
}

const lineOf = ({ values }: ImportRow): Line => trust(values)

async function writeLine(tx: Tx, { code, name, phone, sort, isShow }: Line): Promise<void> {
  const values = {
    name,
    ...(phone ? { phone } : {}),
    ...(typeof sort === 'number' ? { sort } : {}),
    ...(typeof isShow === 'number' ? { isShow } : {}),
  }
  const found = await tx
    .selectFrom('express')
    .select('id')
    .where('code', '=', code)
    .where('isDel', '=', 0)
    .executeTakeFirst()
  if (found === undefined) await insertRow(tx, express, { code, ...values })
  else await updateRow(tx, express, await lockRow(tx, express, found.id), values)
}

const { code, name, phone, sort } = express.shape

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
    { name: 'sort', title: sort.label, field: int('排序'), example: '9' },
    {
      name: 'isShow',
      title: '是否显示',
      field: choice('是否显示', [
        { value: 1, label: '显示' },
        { value: 0, label: '隐藏' },
      ]),
      example: '显示',
    },
  ],
  mode: 'rows',
  source: listOf(express.name, expressMaster.exportRows),
  stored: (db, _who, ids) => rowsInOrder(db, express.name, ids),
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
    return lines
      .filter((line) => taken.some((one) => one.name === line.name && one.code !== line.code))
      .map(({ rowNo }) => ({ rowNo, column: name.label, message: `${name.label}已存在` }))
  },
  async write(tx, _who, rows) {
    for (const row of rows) await writeLine(tx, lineOf(row))
    return []
  },
}
