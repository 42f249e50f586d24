import { changeWms } from '#domains/catalog/catalog.door.ts'
import { text } from '#kit/fields/shared.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import {
  type ImportColumn,
  type ImportDefinition,
  type ImportRow,
  listOf,
  type RowError,
} from '#kit/server/fileTask.ts'
import { foreignIds } from '#kit/server/refs.ts'
import { demand, may, type Who } from '#kit/server/who.ts'
import { AppError } from '#kit/shared/errors.ts'
import type { Field } from '#kit/shared/field.ts'
import { batchMaster, batchPlace, wmsProductCalls as calls, MASTER, masterShape } from './wmsProduct.calls.ts'
import { wmsProduct } from './wmsProduct.entity.ts'
import { type PlaceValues, savePlaces } from './wmsProduct.server.ts'

const blank = ({ required: _required, ...field }: Field): Field => ({ ...field, initial: undefined })

/** Columns of the product, by the names of its fields. Warehouse §9. */
const MASTERS = {
  boxQty: batchMaster.boxQty,
  palletQty: batchMaster.palletQty,
  length: masterShape.length,
  width: masterShape.width,
  height: masterShape.height,
  weight: masterShape.weight,
  shelfLifeDays: batchMaster.shelfLifeDays,
  shelfAlertDays: batchMaster.shelfAlertDays,
  receiveRatio: batchMaster.receiveRatio,
  deliverRatio: batchMaster.deliverRatio,
  storageCondition: batchMaster.storageCondition,
} as const
const LIMITS = {
  safetyQty: batchPlace.safetyQty,
  minQty: batchPlace.minQty,
  maxQty: batchPlace.maxQty,
} as const
const SECTIONS = { defaultSectionId: '默认库区', pickSectionId: '拣货区' } as const

const column = (name: string, field: Field, more: Partial<ImportColumn> = {}): ImportColumn => ({
  name,
  title: field.label,
  field,
  ...(field.choices === undefined ? {} : { options: field.choices.map((one) => one.label) }),
  ...more,
})

const columns: readonly ImportColumn[] = [
  column('productCode', text('商品编码', { max: 18, required: true }), {
    required: true,
    example: 'P00000001',
  }),
  column('suk', text('规格', { max: 255 }), { note: '多规格商品填写，其他留空' }),
  ...Object.entries(MASTERS).map(([name, field]) => column(name, blank(field), { permission: MASTER })),
  column('warehouse', text('仓库', { max: 50 }), {
    example: 'FZ-01',
    note: '仓库编码或名称',
    requiredWhen: '填写上下限或库区时必填',
  }),
  ...Object.entries(LIMITS).map(([name, field]) => column(name, blank(field))),
  ...Object.entries(SECTIONS).map(([name, title]) =>
    column(name, text(title, { max: 20 }), { note: '该仓库的库区编码' }),
  ),
]

interface Ready {
  rowNo: number
  productId: number
  skuId: number
  master: Record<string, unknown>
  place: PlaceValues | null
}

const given = (row: ImportRow, name: string): string => String(row.values[name] ?? '').trim()
const several = (rows: readonly ImportRow[], ...names: string[]) => [
  ...new Set(rows.flatMap((row) => names.map((name) => given(row, name))).filter((one) => one !== '')),
]
const filledIn = (row: ImportRow, names: readonly string[]) =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = row.values[name]
      return value === undefined || value === null || value === '' ? [] : [[name, value]]
    }),
  )

/** Reads everything a batch names, in a query for each kind of thing. */
async function readNames(db: Db, who: Who, rows: readonly ImportRow[]) {
  const skus = await db
    .selectFrom('sku')
    .innerJoin('product', 'product.id', 'sku.productId')
    .select(['sku.id', 'sku.suk', 'sku.productId', 'product.productCode', 'product.specType'])
    .where('product.productCode', 'in', ['', ...several(rows, 'productCode')])
    .where('sku.isDel', '=', 0)
    .where('product.isDel', '=', 0)
    .execute()
  const words = ['', ...several(rows, 'warehouse')]
  const warehouses = await db
    .selectFrom('warehouse')
    .select(['id', 'code', 'name'])
    .where((where) => where.or([where('code', 'in', words), where('name', 'in', words)]))
    .where('isDel', '=', 0)
    .where('status', '=', 1)
    .execute()
  const foreign = await foreignIds(
    db,
    who,
    'warehouse',
    warehouses.map((one) => one.id),
  )
  const own = warehouses.filter((one) => !foreign.has(one.id))
  const sections = await db
    .selectFrom('section')
    .select(['id', 'code', 'warehouseId'])
    .where('warehouseId', 'in', [0, ...own.map((one) => one.id)])
    .where('code', 'in', ['', ...several(rows, 'defaultSectionId', 'pickSectionId')])
    .where('isDel', '=', 0)
    .execute()
  return { skus, warehouses: own, sections }
}

type Names = Awaited<ReturnType<typeof readNames>>

/** A row with what its words stand for, or all that is wrong with it. */
function readRow(names: Names, row: ImportRow): Ready | RowError[] {
  const errors: RowError[] = []
  const wrong = (column: string, message: string) => void errors.push({ rowNo: row.rowNo, column, message })
  const ofProduct = names.skus.filter((one) => one.productCode === given(row, 'productCode'))
  const [first] = ofProduct
  const suk = given(row, 'suk')
  const sku = first?.specType === 0 && suk === '' ? first : ofProduct.find((one) => one.suk === suk)
  if (first === undefined) wrong('商品编码', '商品编码不存在')
  if (sku === undefined && suk !== '') wrong('规格', `规格“${suk}”不存在`)
  else if (sku === undefined && first !== undefined) wrong('规格', '请输入规格')
  const master = filledIn(row, Object.keys(MASTERS))
  const limits = filledIn(row, Object.keys(LIMITS))
  const word = given(row, 'warehouse')
  const warehouse = names.warehouses.find((one) => one.code === word || one.name === word)
  const isPlaced =
    Object.keys(limits).length > 0 || Object.keys(SECTIONS).some((name) => given(row, name) !== '')
  if (word === '' && isPlaced) wrong('仓库', '请输入仓库')
  if (word !== '' && warehouse === undefined) wrong('仓库', '仓库不存在或无权使用')
  const place: Record<string, unknown> = { ...limits }
  for (const [name, title] of Object.entries(SECTIONS)) {
    const code = given(row, name)
    if (code === '' || warehouse === undefined) continue
    const found = names.sections.find((one) => one.code === code && one.warehouseId === warehouse.id)
    if (found === undefined) wrong(title, '库区不属于该仓库')
    place[name] = found?.id
  }
  if (sku === undefined || errors.length > 0) return errors
  return {
    rowNo: row.rowNo,
    productId: sku.productId,
    skuId: sku.id,
    master,
    place: warehouse === undefined ? null : { ...place, warehouseId: warehouse.id },
  }
}

const isReady = (one: Ready | RowError[]): one is Ready => !Array.isArray(one)
const titleOf = (field: string): string => columns.find((one) => one.name === field)?.title ?? ''

function refusal(rowNo: number, error: unknown): RowError[] {
  if (!(error instanceof AppError)) throw error
  const errors = Array.isArray(error.data) ? error.data : []
  return errors.length === 0
    ? [{ rowNo, column: '', message: error.message }]
    : errors.map(({ field, message }) => ({ rowNo, column: titleOf(field), message }))
}

async function writeRow(tx: Tx, who: Who, { productId, skuId, master, place }: Ready): Promise<void> {
  if (Object.keys(master).length > 0) {
    demand(who, MASTER)
    await changeWms(tx, productId, null, master)
  }
  if (place !== null) await savePlaces(tx, skuId, [place])
}

/** 仓储商品 out of a sheet: of the product, and of one warehouse a row. What is left blank stays. Warehouse §9. */
export const wmsImport: ImportDefinition = {
  kind: 'import',
  bizType: wmsProduct.name,
  title: '仓储商品导入',
  permission: calls.update.permission,
  mode: 'whole',
  batchSize: 200,
  columns,
  source: listOf(wmsProduct.name, calls.exportRows),
  notes: ['留空的单元格保持原值；同一商品在多个仓库的设置写成多行'],
  async stored(db, who, ids) {
    return storedRows(db, who, ids)
  },
  async check(db, who, rows) {
    const names = await readNames(db, who, rows)
    return rows.flatMap((row): RowError[] => {
      const read = readRow(names, row)
      if (!isReady(read)) return read
      return Object.keys(read.master).length > 0 && !may(who, MASTER)
        ? [{ rowNo: row.rowNo, column: '', message: '没有修改商品仓储资料的权限' }]
        : []
    })
  },
  async write(tx, who, rows) {
    const names = await readNames(tx, who, rows)
    const errors: RowError[] = []
    for (const row of rows) {
      const read = readRow(names, row)
      if (isReady(read))
        await writeRow(tx, who, read).catch((error) => errors.push(...refusal(row.rowNo, error)))
      else errors.push(...read)
    }
    return errors
  },
}

/** What the sheet says of skus: a row for each warehouse that is set for one, or one row without any. */
async function storedRows(db: Db, who: Who, ids: readonly number[]): Promise<Record<string, unknown>[]> {
  const skus = await db
    .selectFrom('sku')
    .innerJoin('product', 'product.id', 'sku.productId')
    .selectAll('product')
    .select(['sku.id as skuId', 'sku.suk'])
    .where('sku.id', 'in', [...ids])
    .execute()
  const rows = await db
    .selectFrom('wmsProduct')
    .innerJoin('warehouse', 'warehouse.id', 'wmsProduct.warehouseId')
    .leftJoin('section as d', 'd.id', 'wmsProduct.defaultSectionId')
    .leftJoin('section as p', 'p.id', 'wmsProduct.pickSectionId')
    .selectAll('wmsProduct')
    .select(['warehouse.code as warehouse', 'd.code as dCode', 'p.code as pCode'])
    .where('wmsProduct.skuId', 'in', [...ids])
    .where('wmsProduct.isDel', '=', 0)
    .orderBy('wmsProduct.warehouseId')
    .execute()
  const foreign = await foreignIds(
    db,
    who,
    'warehouse',
    rows.map((row) => row.warehouseId),
  )
  const bySku = new Map(skus.map((one) => [one.skuId, one]))
  return ids.flatMap((id) => {
    const sku = bySku.get(id)
    if (sku === undefined) return []
    const head = { ...sku, suk: sku.specType === 0 ? '' : sku.suk }
    const places = rows.filter((row) => row.skuId === id && !foreign.has(row.warehouseId))
    if (places.length === 0) return [head]
    return places.map(({ dCode, pCode, warehouse, safetyQty, minQty, maxQty }) => ({
      ...head,
      ...{ warehouse, safetyQty, minQty, maxQty, defaultSectionId: dCode ?? '', pickSectionId: pCode ?? '' },
    }))
  })
}
