import { text } from '#kit/fields/shared.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { type ImportDefinition, type ImportRow, listOf, type RowError } from '#kit/server/fileTask.ts'
import { rowsInOrder } from '#kit/server/importCells.ts'
import { joinRows } from '#kit/server/joins.ts'
import type { Who } from '#kit/server/who.ts'
import { type RowOf, valuesIn } from '#kit/shared/field.ts'
import { lowerOf } from '../../productImport/productImport.server.ts'
import { productsNamed } from '../../productImport/stored.server.ts'
import { keptOf, scopesNamed, scopeWords } from '../scope.server.ts'
import { DIRECTORY_IMPORT, directoryCalls, directoryRow } from './directory.calls.ts'
import { directoriesOf, type Put, writePuts } from './directory.server.ts'
import { DIRECTORY_ENTITY, productDirectory } from './productDirectory.entity.ts'

const { directoryNo, isDirectory, scopeType, startTime, endTime } = productDirectory.shape
const LINE = {
  productCode: text('商品编码', { max: 18, required: true }),
  directoryNo,
  isDirectory,
  scopeType,
  scopeNames: text('指定对象', { max: 2000 }),
  startTime,
  endTime,
}

/** Rows with the product and whoever they name; and what is wrong with the others. */
async function readRows(
  db: Db,
  who: Who,
  rows: readonly ImportRow[],
): Promise<{ ready: Put[]; errors: RowError[] }> {
  const list = rows.map((row) => ({ rowNo: row.rowNo, cells: valuesIn(LINE, row.values) }))
  const codes = lowerOf(list, ({ cells }) => cells.productCode ?? '')
  const products = await productsNamed(db, [], codes).select(['id', 'productCode']).execute()
  const byCode = new Map(products.map((one) => [one.productCode.toLowerCase(), one.id]))
  const known = await directoriesOf(db, [...byCode.values()])
  const errors: RowError[] = []
  const ready: Put[] = []
  // Whom a row means whose kind of object cannot be read nobody knows.
  const entityOf = ({ scopeType: kind }: Partial<RowOf<typeof LINE>>) =>
    kind ? DIRECTORY_ENTITY[kind] : undefined
  const named = new Map<string, Awaited<ReturnType<typeof scopesNamed>>>()
  for (const [entity, own] of Map.groupBy(list, ({ cells }) => entityOf(cells)))
    if (entity !== undefined)
      named.set(
        entity,
        await scopesNamed(
          db,
          who,
          entity,
          own.map(({ cells }) => cells.scopeNames ?? ''),
        ),
      )
  for (const { rowNo, cells } of list) {
    const { productCode, scopeNames, ...form } = cells
    const productId = byCode.get((productCode ?? '').toLowerCase())
    const kept = keptOf(known.get(productId ?? 0), form.scopeType)
    const meant = named.get(entityOf(cells) ?? '')
    const scopeIds = meant === undefined ? [] : await meant(scopeNames ?? '', kept)
    const refuse = (column: string, message: string) => errors.push({ rowNo, column, message })
    if (productId === undefined) refuse('商品编码', '商品编码不存在')
    if (scopeIds === null) refuse('指定对象', '指定对象不存在或不唯一')
    const isOver = form.startTime && form.endTime && form.endTime <= form.startTime
    if (isOver) refuse('结束时间', '结束时间必须晚于开始时间')
    if (productId === undefined || scopeIds === null) continue
    if (!isOver)
      ready.push({
        productId,
        // Taken out of the catalogue, it stays as it was for whom it was in.
        values: form.isDirectory === 0 ? { isDirectory: form.isDirectory } : { ...form, scopeIds },
      })
  }
  return { ready, errors }
}

async function write(tx: Tx, who: Who, rows: readonly ImportRow[]): Promise<RowError[]> {
  const { ready, errors } = await readRows(tx, who, rows)
  if (errors.length > 0) return errors
  await writePuts(tx, ready)
  return []
}

/** 目录商品 by 商品编码. Catalog §8.5. */
export const directoryImport: ImportDefinition = {
  kind: 'import',
  bizType: 'productDirectory',
  title: '目录商品导入',
  permission: DIRECTORY_IMPORT,
  mode: 'whole',
  batchSize: 500,
  columns: [
    {
      name: 'productCode',
      title: '商品编码',
      field: LINE.productCode,
      required: true,
      example: 'P00000001',
    },
    { name: 'directoryNo', title: '目录编号', field: directoryNo, example: 'ML-001' },
    { name: 'isDirectory', title: '目录内', field: isDirectory, example: '是' },
    { name: 'scopeType', title: '适用', field: scopeType, example: '全部企业' },
    {
      name: 'scopeNames',
      title: '指定对象',
      field: LINE.scopeNames,
      note: '填写名称或编码，多个用顿号分隔',
      requiredWhen: '适用为组织等级或指定单位时必填',
    },
    { name: 'startTime', title: '开始时间', field: startTime },
    { name: 'endTime', title: '结束时间', field: endTime },
  ],
  source: listOf(productDirectory.name, directoryCalls.exportRows),
  async stored(db, who, ids) {
    const { productCode } = directoryRow
    const stored = await rowsInOrder(db, productDirectory, ids)
    const rows = await joinRows(db, who, { productCode }, stored)
    return Promise.all(
      rows.map(async (row) => {
        const entity = row.scopeType === 0 ? undefined : DIRECTORY_ENTITY[row.scopeType]
        const names = await scopeWords(db, who, entity, row.scopeIds)
        return { ...row, scopeNames: names }
      }),
    )
  },
  check: async (db, who, rows) => (await readRows(db, who, rows)).errors,
  write: (tx, who, rows) => write(tx, who, rows),
}
