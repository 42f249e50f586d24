import { sql } from 'kysely'
import { choice, int, text } from '#kit/fields/shared.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { type ImportDefinition, type ImportRow, listOf } from '#kit/server/fileTask.ts'
import { rowsInOrder } from '#kit/server/importCells.ts'
import { joinRows } from '#kit/server/joins.ts'
import { inRounds, saveRows } from '#kit/server/manyRows.ts'
import { lockRows } from '#kit/server/rows.ts'
import { type RowOf, valuesIn } from '#kit/shared/field.ts'
import { fieldOf } from '#kit/shared/join.ts'
import { DICT_IMPORT, dictDataCalls } from './dict.calls.ts'
import { dictData, dictType } from './dict.entity.ts'

const TYPE_TITLE = dictType.shape.dictType.label

/** A line of the sheet; null or left out: what is stored stays. */
const LINE = {
  dictType: text(TYPE_TITLE, { max: 60, required: true }),
  dictLabel: dictData.shape.dictLabel,
  dictValue: dictData.shape.dictValue,
  dictSort: int('排序'),
  status: choice('状态', [
    { value: 1, label: '正常' },
    { value: 0, label: '停用' },
  ]),
  remark: dictData.shape.remark,
}

const typeIn = (row: ImportRow): string => valuesIn(LINE, row.values).dictType ?? ''

/** Ids of the types named in the lines. */
async function typesOf(db: Db, rows: readonly ImportRow[]): Promise<Map<string, number>> {
  const found = await db
    .selectFrom('dictType')
    .select(['id', 'dictType'])
    .where('isDel', '=', 0)
    .where('dictType', 'in', [...new Set(rows.map(typeIn))])
    .execute()
  return new Map(found.map((row) => [row.dictType, row.id]))
}

interface Entry extends Partial<RowOf<typeof LINE>> {
  dictId: number
  dictValue: string
}

const keyOf = ({ dictId, dictValue }: Pick<Entry, 'dictId' | 'dictValue'>): string =>
  `${dictId} ${dictValue.toLowerCase()}`

/** Entries of other values, each written once. */
async function writeEntries(tx: Tx, entries: readonly Entry[]): Promise<void> {
  const found = await tx
    .selectFrom('dictData')
    .select(['id', 'dictId', 'dictValue'])
    .where('dictId', 'in', [...new Set(entries.map((one) => one.dictId))])
    .where(
      sql<boolean>`lower("dictValue") = any(${sql.val(entries.map((one) => one.dictValue.toLowerCase()))}::text[])`,
    )
    .where('isDel', '=', 0)
    .execute()
  const ids = new Map(found.map((row) => [keyOf(row), row.id]))
  const stored = await lockRows(tx, dictData, [
    ...new Set(entries.flatMap((one) => ids.get(keyOf(one)) ?? [])),
  ])
  await saveRows(
    tx,
    dictData,
    entries.map((one) => {
      const { dictId, dictLabel, dictValue, dictSort, status, remark } = one
      const before = stored.get(ids.get(keyOf(one)) ?? 0) ?? null
      const values = {
        ...(dictLabel === undefined ? {} : { dictLabel }),
        ...(typeof dictSort === 'number' ? { dictSort } : {}),
        ...(typeof status === 'number' ? { status } : {}),
        ...(remark ? { remark } : {}),
      }
      return { before, values: before === null ? { dictId, dictValue, ...values } : values }
    }),
  )
}

/** Import of dictionary entries; an entry is found again by its value. Platform §15.4. */
export const dictImport: ImportDefinition = {
  kind: 'import',
  bizType: 'dictData',
  title: '字典数据',
  permission: DICT_IMPORT,
  columns: [
    {
      name: 'dictType',
      title: TYPE_TITLE,
      field: LINE.dictType,
      example: 'sys_position',
    },
    { name: 'dictLabel', title: '字典标签', field: dictData.shape.dictLabel, example: '店长' },
    { name: 'dictValue', title: '字典键值', field: dictData.shape.dictValue, example: '9' },
    { name: 'dictSort', title: '排序', field: LINE.dictSort, example: '9' },
    { name: 'status', title: '状态', field: LINE.status, example: '正常' },
    { name: 'remark', title: '备注', field: dictData.shape.remark },
  ],
  mode: 'rows',
  batchSize: 500,
  source: listOf(dictData.name, dictDataCalls.exportRows),
  async stored(db, who, ids) {
    const joined = { dictType: fieldOf('dictId', dictType, 'dictType') }
    return joinRows(db, who, joined, await rowsInOrder(db, dictData, ids))
  },
  async check(db, _who, rows) {
    const types = await typesOf(db, rows)
    return rows
      .filter((row) => !types.has(typeIn(row)))
      .map(({ rowNo }) => ({ rowNo, column: TYPE_TITLE, message: '字典类型不存在' }))
  },
  async write(tx, _who, rows) {
    const types = await typesOf(tx, rows)
    const entries = rows.flatMap((row): Entry[] => {
      const { dictValue = '', ...line } = valuesIn(LINE, row.values)
      const dictId = types.get(typeIn(row))
      return dictId === undefined ? [] : [{ ...line, dictValue, dictId }]
    })
    for (const round of inRounds(entries, keyOf)) await writeEntries(tx, round)
    return []
  },
}
