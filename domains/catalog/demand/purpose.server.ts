import { type Expression, type SqlBool, sql } from 'kysely'
import { categoriesBelow } from '#domains/settings/settings.door.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { type Figures, sharedRowFigures } from '#kit/server/figures.ts'
import type { ListOptions } from '#kit/server/list.ts'
import { filterNumbers, keywordCondition } from '#kit/server/list.ts'
import { type Registration, singlePoint } from '#kit/server/points.ts'
import type { JobDefinition } from '#kit/server/room.ts'
import { lockRow, updateRow } from '#kit/server/rows.ts'
import { change, type Served } from '#kit/server/serve.ts'
import { standardHandlers } from '#kit/server/standard.ts'
import { actorOf, asSystem } from '#kit/server/transaction.ts'
import { type EntityRow, entity } from '#kit/shared/entity.ts'
import { conflict, refuseFields } from '#kit/shared/errors.ts'
import { sameValue } from '#kit/shared/record.ts'
import { guardState } from '#kit/shared/states.ts'
import { skuFaces } from '../lines/skuLines.server.ts'
import { keptOf, scopeIdsOf } from '../offer/scope.server.ts'
import { purposeCalls as calls } from './purpose.calls.ts'
import { purposeProduct, SCOPE_ENTITIES } from './purpose.entity.ts'
import { purposeFaults, purposeState } from './purpose.rules.ts'
import { purposeStates, REFUSED } from './purpose.states.ts'

type PurposeRow = EntityRow<typeof purposeProduct>

/** How much is wanted of a sku in a month, over all customers. */
export interface WantedRow {
  skuId: number
  /** yyyy-MM */
  month: string
  /** in the base unit */
  qty: number
}

type ForecastTarget = (
  tx: Tx,
  purposeProductId: number,
  rows: readonly WantedRow[],
  /** the forecast it goes into; null: a new one */
  forecastId: number | null,
) => Promise<void>

const forecastTarget = singlePoint<ForecastTarget>('Forecast target')

/** The room of planning takes what is wanted, once per intention, in the transaction of 转预测. Doors §3. */
export const declareForecastTarget = (take: ForecastTarget): Registration => forecastTarget.as(take)

/** What customers want of an intention, by sku and month; refused entries do not count. */
async function wantedOf(tx: Tx, purposeProductId: number): Promise<WantedRow[]> {
  const { rows } = await sql<WantedRow>`
    select "skuId", m."key" as "month", sum(m."value"::numeric)::numeric as "qty"
    from "purposeFeedback" f, jsonb_each_text(f."monthQty") m
    where f."purposeProductId" = ${purposeProductId} and f."isDel" = 0 and f."status" <> ${REFUSED}
    group by "skuId", m."key" having sum(m."value"::numeric) > 0 order by "skuId", m."key"`.execute(tx)
  return rows
}

/** Intentions that are answered now; the clock decides, also before the job has moved their status. Catalog §8.1. */
export const OPEN = sql<SqlBool>`"status" < 2 and "startTime" <= now() and "endTime" > now()`

/** An intention found by its season alone. */
const SEASONED = entity(
  purposeProduct.name,
  purposeProduct.label,
  { season: purposeProduct.shape.season },
  { title: 'season', grams: true },
)

async function purposeOptions(db: Db, input: Record<string, unknown>): Promise<ListOptions> {
  const where: Expression<SqlBool>[] = []
  const cateIds = filterNumbers(String(input.cateId ?? ''), '商品分类', 'cateId')
  if (cateIds.length > 0)
    where.push(sql<SqlBool>`"purposeProduct"."skuIds" && array(select s."id" from "sku" s
      join "product" p on p."id" = s."productId"
      where p."cateId" && ${sql.val(await categoriesBelow(db, 1, cateIds))}::int[])`)
  const season = keywordCondition(SEASONED, String(input.season ?? ''))
  if (season !== null) where.push(season)
  return { where, reads: ['sku', 'product'] }
}

/** How many customers want how much of an intention. */
const WANTED = `select count(distinct f."companyId") || '/' || coalesce(sum(f."intendQty"), 0) from "purposeFeedback" f
  where f."purposeProductId" = "purposeProduct"."id" and f."isDel" = 0 and f."status" <> ${REFUSED}`

const figures: Figures = sharedRowFigures(purposeProduct, WANTED, {
  companyCount: (told) => Number(told.split('/')[0]),
  totalQty: (told) => Number(told.split('/')[1]),
})

/** Joins what a list shows of the goods: their names, and the picture of the first. */
async function enrich(db: Db, rows: readonly PurposeRow[]): Promise<Record<string, unknown>[]> {
  const cards = await skuFaces(
    db,
    rows.flatMap((row) => row.skuIds),
  )
  return rows.map((row) => {
    const goods = row.skuIds.flatMap((id) => cards.get(id) ?? [])
    return {
      ...row,
      image: goods[0]?.image ?? '',
      productNames: [...new Set(goods.map((one) => one.productName))].join('、'),
    }
  })
}

async function hasFeedback(tx: Tx, id: number): Promise<boolean> {
  const row = await tx
    .selectFrom('purposeFeedback')
    .select('id')
    .where('purposeProductId', '=', id)
    .where('isDel', '=', 0)
    .executeTakeFirst()
  return row !== undefined
}

/** Once customers have entered quantities, only the end may move, to later, and the description change. Catalog §4.3. */
function refuseLateChange(values: Partial<PurposeRow>, before: PurposeRow): void {
  const { description: _description, endTime = before.endTime, ...others } = values
  const old: Record<string, unknown> = before
  const isSame = Object.entries(others).every(([name, value]) => sameValue(old[name], value))
  if (!isSame || endTime < before.endTime) throw conflict('已有意向反馈，只能延后征集截止时间和修改说明')
}

const handlers = standardHandlers(purposeProduct, calls, {
  list: (_who, input, db) => purposeOptions(db, input),
  joined: true,
  offered: ({ anyTime }) => (anyTime === 1 ? sql<SqlBool>`true` : OPEN),
  figures,
  enrich,
  enrichedBy: ['skuIds'],
  async prepare(tx, values, before) {
    if (before !== null) {
      guardState(purposeStates, 'edit', before.status)
      if (await hasFeedback(tx, before.id)) refuseLateChange(values, before)
    }
    const row = { ...before, ...values }
    const faults = purposeFaults(row)
    if (faults.length > 0) throw refuseFields(faults)
    const scopeType = row.scopeType ?? 0
    const isRescoped = values.scopeType !== undefined || values.scopeIds !== undefined
    const { startTime, endTime } = row
    return {
      ...values,
      ...(isRescoped || before === null
        ? {
            scopeIds: await scopeIdsOf(
              tx,
              actorOf(tx),
              SCOPE_ENTITIES[scopeType],
              row.scopeIds ?? [],
              keptOf(before, scopeType),
            ),
          }
        : {}),
      ...(startTime && endTime ? { status: purposeState(startTime, endTime, new Date()) } : {}),
    }
  },
  async deleting(tx, row) {
    guardState(purposeStates, 'remove', row.status)
    if (await hasFeedback(tx, row.id)) throw conflict('该意向已有反馈，不能删除')
  },
})

export const purposeTasks = [handlers.exporting]

export const purposeServed: Served[] = [
  ...handlers.served,
  change(calls.close, async (tx, _who, { id }) => {
    const row = await lockRow(tx, purposeProduct, id)
    guardState(purposeStates, 'close', row.status)
    await updateRow(tx, purposeProduct, row, { status: 2, endTime: new Date() })
  }),
  change(calls.toForecast, async (tx, _who, { id, forecastId }) => {
    const row = await lockRow(tx, purposeProduct, id)
    guardState(purposeStates, 'toForecast', row.status)
    const take = forecastTarget.of(tx)
    if (take === undefined) throw conflict('预测管理尚未启用，暂不能转预测')
    const wanted = await wantedOf(tx, id)
    if (wanted.length === 0) throw conflict('该意向没有可转预测的反馈')
    await take(tx, id, wanted, forecastId)
    await updateRow(tx, purposeProduct, row, { status: 3 })
  }),
]

const AT_ONCE = 200

/** Intentions that begin or end by now. */
const turning = (db: Db) =>
  db
    .selectFrom('purposeProduct')
    .where('isDel', '=', 0)
    .where('status', '<', 2)
    .where(sql<SqlBool>`("endTime" <= now() or ("status" = 0 and "startTime" <= now()))`)

/** Lets intentions begin and end when their time has come. Catalog §8.1, §8.7. */
export const purposeClose: JobDefinition = {
  name: 'catalog.purposeClose',
  title: '意向开始与截止',
  cron: '0 */10 * * * *',
  due: async (db) => (await turning(db).select('id').limit(1).executeTakeFirst()) !== undefined,
  async run(db, _params, signal) {
    let handled = 0
    for (;;) {
      signal.throwIfAborted()
      const n = await asSystem(db, async (tx) => {
        const rows = await turning(tx)
          .selectAll()
          .orderBy('id')
          .limit(AT_ONCE)
          .forUpdate()
          .skipLocked()
          .execute()
        const now = new Date()
        for (const row of rows)
          await updateRow(tx, purposeProduct, row, { status: purposeState(row.startTime, row.endTime, now) })
        return rows.length
      })
      handled += n
      if (n < AT_ONCE) return handled
    }
  },
}
