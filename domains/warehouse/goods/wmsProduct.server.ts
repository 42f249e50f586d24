import { changeWms } from '#domains/catalog/catalog.door.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { shapeColumns } from '#kit/server/exportEntity.ts'
import type { ExportDefinition } from '#kit/server/fileTask.ts'
import { FOREIGN, foreignIds, namesFor } from '#kit/server/refs.ts'
import { insertRow, updateRow } from '#kit/server/rows.ts'
import { rowScope, scopeCondition } from '#kit/server/scope.ts'
import { change, read } from '#kit/server/serve.ts'
import { startTask } from '#kit/server/tasks/start.ts'
import { actorOf } from '#kit/server/transaction.ts'
import { demand, type Who } from '#kit/server/who.ts'
import { type InOf, unfiltered } from '#kit/shared/call.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { listFields } from '#kit/shared/entity.ts'
import { type FieldError, notFound, refuse, refuseFields } from '#kit/shared/errors.ts'
import { batchMaster, batchPlace, wmsProductCalls as calls, MASTER, masterShape } from './wmsProduct.calls.ts'
import { wmsProduct } from './wmsProduct.entity.ts'
import { limitFaults } from './wmsProduct.rules.ts'
import { wmsSku } from './wmsSku.entity.ts'
import { listSkus } from './wmsSku.server.ts'

type Row = EntityRow<typeof wmsProduct>
/** What a warehouse is set for a sku. */
export type PlaceValues = Pick<Row, 'warehouseId'> & Partial<Omit<Row, 'id' | 'skuId' | 'warehouseId'>>

const ONE = { ...unfiltered, page: 1, limit: 1, warehouseId: '', cateId: '', lacks: null }

async function placesOf(db: Db, who: Who, skuId: number) {
  let query = db.selectFrom('wmsProduct').selectAll().where('skuId', '=', skuId).where('isDel', '=', 0)
  const scope = scopeCondition(await rowScope(db, who, wmsProduct), wmsProduct.name)
  if (scope !== null) query = query.where(scope)
  return query.orderBy('warehouseId').execute()
}

/** What is wrong with the sections named for warehouses; at their fields. Warehouse §12. */
async function sectionFaults(
  db: Db,
  skuId: number,
  lines: readonly PlaceValues[],
): Promise<(line: PlaceValues) => FieldError[]> {
  const named = lines
    .flatMap((one) => [one.defaultSectionId ?? 0, one.pickSectionId ?? 0])
    .filter((id) => id > 0)
  const sections =
    named.length === 0
      ? []
      : await db
          .selectFrom('section')
          .select(['id', 'warehouseId', 'status', 'tempZone'])
          .where('id', 'in', named)
          .where('isDel', '=', 0)
          .execute()
  const zone = await db
    .selectFrom('sku')
    .innerJoin('product', 'product.id', 'sku.productId')
    .select('product.storageCondition')
    .where('sku.id', '=', skuId)
    .executeTakeFirst()
  const byId = new Map(sections.map((one) => [one.id, one]))
  return (line) =>
    (['defaultSectionId', 'pickSectionId'] as const).flatMap((field): FieldError[] => {
      const id = line[field] ?? 0
      if (id === 0) return []
      const found = byId.get(id)
      if (found === undefined || found.warehouseId !== line.warehouseId)
        return [{ field, message: '库区不属于该仓库' }]
      if (found.status !== 1) return [{ field, message: '库区已停用' }]
      if (zone !== undefined && found.tempZone !== zone.storageCondition)
        return [{ field, message: '温层不符' }]
      return []
    })
}

/** Writes what warehouses are set for a sku; `at` is before the names of fields in refusals. Warehouse §4.9. */
export async function savePlaces(
  tx: Tx,
  skuId: number,
  lines: readonly PlaceValues[],
  at: (index: number, field: string) => string = (_index, field) => field,
): Promise<void> {
  const stored = await tx
    .selectFrom('wmsProduct')
    .selectAll()
    .where('skuId', '=', skuId)
    .forUpdate()
    .execute()
  const byWarehouse = new Map(stored.map((one) => [one.warehouseId, one]))
  const whole = lines.map((line) => ({ ...byWarehouse.get(line.warehouseId), ...line }))
  const wrong = await sectionFaults(tx, skuId, whole)
  const foreign = await foreignIds(
    tx,
    actorOf(tx),
    'warehouse',
    lines.map((one) => one.warehouseId),
  )
  const faults = whole.flatMap((line, index) => {
    const isTwice = lines.findIndex((one) => one.warehouseId === line.warehouseId) < index
    const twice = isTwice ? [{ field: 'warehouseId', message: '仓库重复' }] : []
    if (foreign.has(line.warehouseId)) return [{ field: at(index, 'warehouseId'), message: `仓库${FOREIGN}` }]
    return [...twice, ...limitFaults(line), ...wrong(line)].map(({ field, message }) => ({
      field: at(index, field),
      message,
    }))
  })
  if (faults.length > 0) throw refuseFields(faults)
  for (const line of lines) {
    const before = byWarehouse.get(line.warehouseId)
    if (before === undefined) await insertRow(tx, wmsProduct, { ...line, skuId })
    else await updateRow(tx, wmsProduct, before, { ...line, isDel: 0 })
  }
}

async function productOf(db: Db, skuId: number): Promise<number> {
  const row = await db
    .selectFrom('sku')
    .select('productId')
    .where('id', '=', skuId)
    .where('isDel', '=', 0)
    .executeTakeFirst()
  if (row === undefined) throw notFound()
  return row.productId
}

const BATCH = 500
const columns = shapeColumns(Object.fromEntries(listFields(wmsSku)))

/** 仓储商品 as the list shows them. */
export const wmsExport: ExportDefinition = {
  kind: 'export',
  bizType: wmsProduct.name,
  title: '仓储商品导出',
  permission: calls.exportRows.permission,
  columns,
  async count(db, who, params) {
    const asked = calls.list.schema.parse(params)
    return (await listSkus(db, who, { ...asked, limit: 1, exactTotal: '1' })).total
  },
  async ids(db, who, params) {
    const asked = calls.list.schema.parse(params)
    const ids: number[] = []
    for (let page = 1; ; page++) {
      const { list } = await listSkus(db, who, { ...asked, page, limit: BATCH })
      ids.push(...list.map((row) => row.id))
      if (list.length < BATCH) return ids
    }
  },
  async *rows(db, who, params) {
    const asked = calls.list.schema.parse(params)
    for (let page = 1; ; page++) {
      const { list } = await listSkus(db, who, { ...asked, page, limit: BATCH })
      if (list.length === 0) return
      yield await inWords(db, who, list)
      if (list.length < BATCH) return
    }
  },
}

type Listed = Awaited<ReturnType<typeof listSkus>>['list']

async function inWords(db: Db, who: Who, list: Listed): Promise<Record<string, unknown>[]> {
  const groups = await namesFor(
    db,
    who,
    'sapWmsGroup',
    list.map((row) => row.wmsGroupId),
  )
  const label = (name: 'storageCondition' | 'abcClass' | 'batchManaged', value: unknown) =>
    wmsSku.shape[name].choices?.find((one) => one.value === value)?.label ?? ''
  return list.map((row) => ({
    ...row,
    wmsGroupId: groups.get(row.wmsGroupId ?? 0) ?? '',
    storageCondition: label('storageCondition', row.storageCondition),
    abcClass: label('abcClass', row.abcClass),
    batchManaged: label('batchManaged', row.batchManaged),
  }))
}

type BatchInput = InOf<typeof calls.batchUpdate>

/** Those of the fields that were filled in. */
function filled<N extends keyof BatchInput & string>(input: BatchInput, shape: Record<N, unknown>) {
  const names = Object.keys(shape)
  return Object.fromEntries(
    Object.entries(input).filter(([name, value]) => names.includes(name) && value !== null),
  )
}

export const wmsProductServed = [
  read(calls.list, (db, who, input) => listSkus(db, who, input)),
  read(calls.info, async (db, who, { id }) => {
    const { list } = await listSkus(db, who, ONE, [id])
    const [row] = list
    if (row === undefined) throw notFound()
    const master = await db
      .selectFrom('product')
      .selectAll()
      .where('id', '=', row.productId ?? 0)
      .executeTakeFirstOrThrow()
    const productUnits = await db
      .selectFrom('productUnit')
      .selectAll()
      .where('productId', '=', master.id)
      .where('isDel', '=', 0)
      .orderBy('id')
      .execute()
    return { ...row, ...master, id, productId: master.id, productUnits, places: await placesOf(db, who, id) }
  }),
  change(calls.update, async (tx, who, { id, version, places, ...master }) => {
    const productId = await productOf(tx, id)
    const given = Object.keys(master).filter((name) => name in masterShape)
    if (given.length > 0) {
      demand(who, MASTER)
      await changeWms(tx, productId, version ?? null, master)
    }
    if (places === undefined) return
    await savePlaces(tx, id, places, (index, field) => `places.${index}.${field}`)
    const kept = places.map((one) => one.warehouseId)
    for (const row of await placesOf(tx, who, id))
      if (!kept.includes(row.warehouseId)) await updateRow(tx, wmsProduct, row, { isDel: 1 })
  }),
  change(calls.batchUpdate, async (tx, who, input) => {
    const master = filled(input, batchMaster)
    const place = filled(input, batchPlace)
    const { skuIds, warehouseId } = input
    if (Object.keys(master).length + Object.keys(place).length === 0)
      throw refuse('请至少填写一项要修改的内容')
    if (Object.keys(place).length > 0 && warehouseId === null) throw refuse('请选择仓库', 'warehouseId')
    if (Object.keys(master).length > 0) {
      demand(who, MASTER)
      const rows = await tx.selectFrom('sku').select('productId').where('id', 'in', skuIds).execute()
      for (const productId of [...new Set(rows.map((row) => row.productId))].sort((a, b) => a - b))
        await changeWms(tx, productId, null, master)
    }
    if (Object.keys(place).length > 0 && warehouseId !== null)
      for (const skuId of [...skuIds].sort((a, b) => a - b))
        await savePlaces(tx, skuId, [{ warehouseId, ...place }])
  }),
  change(calls.exportRows, (tx, who, input) => startTask(tx, who, wmsExport, input)),
]
