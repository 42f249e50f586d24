import { type SqlBool, sql } from 'kysely'
import { baseForm, settingsOf } from '#domains/settings/settings.door.ts'
import { type CodeSeries, nextCode, reserveMissing } from '#kit/server/codes.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { exportEntity } from '#kit/server/exportEntity.ts'
import type { Figures } from '#kit/server/figures.ts'
import { listOf } from '#kit/server/fileTask.ts'
import { importEntity } from '#kit/server/importEntity.ts'
import { answerPage, answerRow, conditionsOf, type ListOptions } from '#kit/server/list.ts'
import { loose } from '#kit/server/loose.ts'
import { refuseWhenUsed } from '#kit/server/refs.ts'
import { deleteRow, insertRow, lockRow, updateRow } from '#kit/server/rows.ts'
import { rowScope, scopeCondition } from '#kit/server/scope.ts'
import { change, read } from '#kit/server/serve.ts'
import { startTask } from '#kit/server/tasks/start.ts'
import type { Who } from '#kit/server/who.ts'
import type { Paging } from '#kit/shared/call.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { conflict, notFound, refuse, refuseFields } from '#kit/shared/errors.ts'
import { store } from './store.entity.ts'
import { storeFaults, storeLink } from './store.rules.ts'
import { storeOrders } from './storeOrders.server.ts'
import { storeCalls as calls, STORE_IMPORT, storeRow } from './stores.calls.ts'

export type StoreRow = EntityRow<typeof store>

const RECYCLED = sql<SqlBool>`"store"."isRecycle" = 1`
const LIVING = sql<SqlBool>`"store"."isRecycle" = 0`

interface StoreFilters extends Paging {
  status: string
  city: string
}

function storeOptions({ status, city }: Pick<StoreFilters, 'status' | 'city'>): ListOptions {
  const where = [status === '2' ? RECYCLED : LIVING]
  if (status === '0' || status === '1')
    where.push(sql<SqlBool>`"store"."isShow" = ${sql.lit(Number(status))}`)
  if (city !== '')
    where.push(sql<SqlBool>`("store"."address" = ${city} or starts_with("store"."address", ${`${city},`}))`)
  return { where }
}

const figures: Figures = { waitingOrders: (db, ids) => storeOrders(db).waiting(db, ids) }

/** MD and five digits that nobody typed before. */
const STORE_CODES: CodeSeries = {
  sequence: 'storeCode',
  codeOf: (value) => `MD${String(value).padStart(5, '0')}`,
  async taken(tx, codes) {
    const rows = await tx
      .selectFrom('store')
      .select('storeCode')
      .where('storeCode', 'in', [...codes])
      .where('isDel', '=', 0)
      .execute()
    return new Set(rows.map((row) => row.storeCode))
  },
}

/** Checks what is to be stored of a store and gives it its code. Also for the import. */
export async function prepareStore(
  tx: Tx,
  values: Partial<StoreRow>,
  before: StoreRow | null,
): Promise<Partial<StoreRow>> {
  const row = { ...before, ...values }
  const faults = storeFaults(row)
  if (faults.length > 0) throw refuseFields(faults)
  const isNew = row.shoudaId !== before?.shoudaId || row.companyId !== before?.companyId
  if (row.shoudaId && isNew) await checkShouda(tx, row.shoudaId, row.companyId ?? 0)
  return { ...values, storeCode: row.storeCode || (await nextCode(tx, STORE_CODES)) }
}

async function checkShouda(tx: Tx, shoudaId: number, companyId: number): Promise<void> {
  const found = await loose(tx)
    .selectFrom('shouda')
    .select('companyId')
    .where('id', '=', shoudaId)
    .executeTakeFirst()
  if (found?.companyId !== companyId) throw refuse('售达方不属于该单位', 'shoudaId')
}

async function lockRecycled(tx: Tx, id: number): Promise<StoreRow> {
  const row = await lockRow(tx, store, id)
  if (row.isRecycle === 0) throw conflict('门店不在回收站')
  return row
}

async function lockLiving(tx: Tx, id: number, version?: number | null): Promise<StoreRow> {
  const row = await lockRow(tx, store, id, { version: version ?? null })
  if (row.isRecycle === 1) throw conflict('门店在回收站，请先恢复')
  return row
}

const exporting = exportEntity(store, calls.exportRows, {
  list: (_who, input) => storeOptions(input),
  figures,
  joined: storeRow,
})

/** Stores by the labels of their form; the logo is added to each afterwards. Catalog §8.5. */
const importing = importEntity(store, {
  permission: STORE_IMPORT,
  source: listOf(store.name, calls.exportRows),
  key: 'storeCode',
  required: ['latitude', 'longitude'],
  examples: {
    address: '福建省,福州市,鼓楼区',
    dayTime: '09:00,21:00',
    latitude: '26.0745',
    longitude: '119.2965',
  },
  notes: ['省市区、营业时间和核销有效日期用英文逗号分隔'],
  async verify(_db, _who, values, before) {
    const faults = storeFaults({ ...before, ...values })
    if (faults.length > 0) throw refuseFields(faults)
  },
  ahead: (tx, list) => reserveMissing(tx, STORE_CODES, list, (one) => one.storeCode),
  prepare: prepareStore,
})

export const storeTasks = [exporting, importing]

export const storeServed = [
  read(calls.list, (db, who, input) =>
    answerPage(db, who, store, calls.list.answer, input, { ...storeOptions(input), figures }),
  ),
  read(calls.getCount, async (db, who, input) => {
    const { city } = input
    let query = db
      .selectFrom('store')
      .select([
        sql<number>`count(*) filter (where ${LIVING} and "isShow" = 1)::int`.as('show'),
        sql<number>`count(*) filter (where ${LIVING} and "isShow" = 0)::int`.as('hide'),
        sql<number>`count(*) filter (where ${RECYCLED})::int`.as('recycle'),
      ])
    const [, ...filters] = storeOptions({ status: '', city }).where ?? []
    for (const condition of await conditionsOf(db, who, store, input, { where: filters }))
      query = query.where(condition)
    return query.executeTakeFirstOrThrow()
  }),
  read(calls.info, async (db, who, { id }) => {
    return answerRow(db, who, store, calls.info.answer, id, figures)
  }),
  change(calls.save, async (tx, _who, input) => {
    const row = await insertRow(tx, store, await prepareStore(tx, input, null))
    return { id: row.id }
  }),
  change(calls.update, async (tx, _who, { id, version, ...values }) => {
    const before = await lockLiving(tx, id, version)
    await updateRow(tx, store, before, await prepareStore(tx, values, before))
  }),
  change(calls.status, async (tx, _who, { id, status }) => {
    const row = await lockLiving(tx, id)
    if (row.isShow !== status) await updateRow(tx, store, row, { isShow: status })
  }),
  change(calls.remove, async (tx, _who, { id }) =>
    updateRow(tx, store, await lockLiving(tx, id), { isRecycle: 1, isShow: 0 }),
  ),
  change(calls.recovery, async (tx, _who, { id }) =>
    updateRow(tx, store, await lockRecycled(tx, id), { isRecycle: 0, isShow: 0 }),
  ),
  change(calls.erase, async (tx, _who, { id }) => {
    const row = await lockRecycled(tx, id)
    const waiting = (await storeOrders(tx).waiting(tx, [id])).get(id) ?? 0
    if (waiting > 0) throw conflict(`该门店还有${waiting}个待核销订单，不能彻底删除`)
    await refuseWhenUsed(tx, store.name, [id], ({ n, place }) => `该门店还有${n}条${place}，不能彻底删除`)
    await deleteRow(tx, store, row)
  }),
  change(calls.exportRows, (tx, who, input) => startTask(tx, who, exporting, input)),
  read(calls.codes, async (db, who, { ids }) => {
    const site = (await settingsOf(db, baseForm)).site_url
    const found = await readMany(db, who, ids)
    return found.map((row) => ({
      ...row,
      place: `${row.address.replaceAll(',', '')}${row.detailedAddress}`,
      link: storeLink(site, row.id),
    }))
  }),
  read(calls.all, async (db, who, { ids, keywords, limit, offered, isPickup }) => {
    let query = db.selectFrom('store').select(['id', 'name', 'isRecycle', 'isDel'])
    // Chosen stores are named even when they can no longer be chosen.
    if (ids.length > 0 && offered !== 1) {
      query = query.where('id', 'in', ids)
      const scope = scopeCondition(await rowScope(db, who, store), store.name)
      if (scope !== null) query = query.where(scope)
    } else {
      const where = [LIVING]
      if (isPickup === 1) where.push(sql<SqlBool>`"store"."isShow" = 1 and "store"."businessStatus" = 1`)
      for (const condition of await conditionsOf(db, who, store, { keywords }, { where }))
        query = query.where(condition)
      if (ids.length > 0) query = query.where('id', 'in', ids)
      query = query.limit(limit)
    }
    const rows = await query.orderBy('id', 'desc').execute()
    return rows.map((row) => ({
      value: row.id,
      label: row.name,
      disabled: row.isRecycle === 1 || row.isDel === 1,
    }))
  }),
]

/** The stores of these ids that the person may see, in the order asked for. */
async function readMany(db: Db, who: Who, ids: readonly number[]): Promise<StoreRow[]> {
  let query = db
    .selectFrom('store')
    .selectAll()
    .where('id', 'in', [...ids])
    .where('isDel', '=', 0)
  const condition = scopeCondition(await rowScope(db, who, store), store.name)
  if (condition !== null) query = query.where(condition)
  const byId = new Map((await query.execute()).map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** What orders and promotions ask of a store; 404 without it, also when it lies in the recycle bin. Doors §4. */
export async function storeTerms(db: Db, storeId: number) {
  const row = await db
    .selectFrom('store')
    .select(['warehouseId', 'channelIds', 'isShow', 'businessStatus', 'deliveryFee'])
    .where('id', '=', storeId)
    .where('isRecycle', '=', 0)
    .where('isDel', '=', 0)
    .executeTakeFirst()
  if (row === undefined) throw notFound()
  return row
}

/** Whether somebody is active staff of a store, whatever state the store is in. Doors §4. */
export async function isStoreStaff(db: Db, adminId: number, storeId: number): Promise<boolean> {
  const row = await db
    .selectFrom('storeStaff')
    .select('id')
    .where('uid', '=', adminId)
    .where('storeId', '=', storeId)
    .where('status', '=', 1)
    .where('isDel', '=', 0)
    .executeTakeFirst()
  return row !== undefined
}
