import { type Expression, type SqlBool, sql } from 'kysely'
import { bothOf } from '#kit/server/bothOf.ts'
import { countRows } from '#kit/server/counts.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { joinRows } from '#kit/server/joins.ts'
import { dateRange, filterNumbers, keywordCondition, pageOf } from '#kit/server/list.ts'
import { nextValue } from '#kit/server/number.ts'
import { lockRow, updateRow } from '#kit/server/rows.ts'
import { change, read } from '#kit/server/serve.ts'
import { touch } from '#kit/server/transaction.ts'
import type { Who } from '#kit/server/who.ts'
import { conflict, refuse } from '#kit/shared/errors.ts'
import { stateLabel } from '#kit/shared/states.ts'
import { MOST_CODES } from '../lines/lines.calls.ts'
import { skusByCode } from '../lines/skuLines.server.ts'
import { storeCalls } from '../product/product.calls.ts'
import { product } from '../product/product.entity.ts'
import { productChannel } from '../product/productChannel.entity.ts'
import { shelfStates } from '../product/shelf.states.ts'
import { previewSkus, type SkuShelfResult, type SkuWish, shelveSkus } from '../product/skuShelf.server.ts'
import { planSteps } from './plan.server.ts'
import { plansFound, plansOf } from './planList.server.ts'
import { channelsOf, productConditions, type ShelfFilters } from './productWhere.server.ts'
import { shelfCalls as calls, planRow } from './shelf.calls.ts'

/** The skus that pasted codes name: one per line, or between commas, spaces and tabs; at most 500. null: no codes. */
async function namedSkus(db: Db, text: string): Promise<number[] | null> {
  const codes = [...new Set(text.split(/[\s,，、;；]+/).filter((code) => code !== ''))]
  if (codes.length > MOST_CODES) throw refuse(`一次最多粘贴${MOST_CODES}个编码`, 'codes')
  return codes.length === 0 ? null : [...(await skusByCode(db, codes)).values()].flat()
}

interface RowsInput extends ShelfFilters {
  page: number
  limit: number
  tab: string
  codes: string
  stockMin: number | null
  stockMax: number | null
}

/** Product × sku × channel, on the shelf or off it. Catalog §3.4. */
async function shelfRows(db: Db, who: Who, input: RowsInput) {
  const where = await productConditions(db, input)
  const named = await namedSkus(db, input.codes)
  if (named !== null) where.push(sql<SqlBool>`"sku"."id" = any(${sql.val(named)}::int[])`)
  const channels = channelsOf(who, input.channelId)
  if (channels !== null) where.push(sql<SqlBool>`c."channelId" = any(${sql.val(channels)}::int[])`)
  if (input.stockMin !== null) where.push(sql<SqlBool>`"sku"."stock" >= ${input.stockMin}`)
  if (input.stockMax !== null) where.push(sql<SqlBool>`"sku"."stock" <= ${input.stockMax}`)
  where.push(
    input.tab === '2'
      ? sql<SqlBool>`(c."platformStatus" <> 5 or "sku"."id" = any(c."offSkuIds"))`
      : sql<SqlBool>`c."platformStatus" = 5 and "sku"."id" <> all(c."offSkuIds")`,
  )
  const joined = sql`from "product"
    join "productChannel" c on c."productId" = "product"."id" and c."isDel" = 0
    join "sku" on "sku"."productId" = "product"."id" and "sku"."isDel" = 0 and "sku"."isShow" = 1`
  const filtered = sql`where "product"."isDel" = 0 and "product"."isRecycle" = 0 and ${sql.join(where, sql` and `)}`
  const { rows } = await sql<ShelfRow>`
    select "sku"."id" * 10 + c."channelId" - 1200 as "id", "sku"."id" as "skuId", "product"."id" as "productId",
      c."channelId", coalesce(nullif("sku"."image", ''), "product"."image") as "image",
      "product"."storeName" as "productName", "product"."productCode", "sku"."suk", "sku"."skuCode",
      coalesce((select p."price" from "skuPrice" p where p."skuId" = "sku"."id" and p."channelId" = c."channelId"
        and p."scopeType" = 0 and p."scopeId" = 0 and p."startTime" <= now()
        and (p."endTime" is null or p."endTime" > now())
        order by p."startTime" desc, p."id" desc limit 1), "sku"."price") as "price",
      "sku"."stock",
      case when c."platformStatus" = 5 and "sku"."id" = any(c."offSkuIds") then 11 else c."platformStatus" end
        as "platformStatus", n."dueTime" as "planTime", n."action" as "planAction"
    ${joined}
    left join lateral (select "dueTime", "action" from "productPlan" where "productPlan"."productId" = "product"."id"
      and "productPlan"."channelId" = c."channelId" and "status" = 0
      and ("skuIds" = '{}' or "sku"."id" = any("skuIds")) order by "dueTime", "productPlan"."id" limit 1) n on true
    ${filtered}
    order by "product"."id" desc, "sku"."sort", "sku"."id", c."channelId"
    limit ${input.limit} offset ${(input.page - 1) * input.limit}`.execute(db)
  return pageOf(
    rows,
    await countRows(db, sql`(select ${joined} ${filtered})`, ['product', 'sku', 'productChannel']),
    input,
  )
}

interface ShelfRow {
  id: number
  skuId: number
  productId: number
  channelId: number
  image: string
  productName: string
  productCode: string
  suk: string
  skuCode: string
  price: number
  stock: number
  platformStatus: 0 | 5 | 11 | 13
  planTime: Date | null
  planAction: 'putOnShell' | 'offShell' | 'edit' | null
}

/** Writes down what is to be put on or off at a time; products and channels in which it cannot be are told. */
async function planSkus(
  tx: Tx,
  who: Who,
  action: 'putOnShell' | 'offShell',
  input: SkuWish,
  dueTime: Date,
): Promise<SkuShelfResult> {
  const { moves, fail } = await previewSkus(tx, who, action, input)
  const skus =
    moves.length === 0
      ? []
      : await tx
          .selectFrom('sku')
          .select(['id', 'productId'])
          .where('id', 'in', [...new Set(moves.map((one) => one.skuId))])
          .execute()
  const owner = new Map(skus.map((one) => [one.id, one.productId]))
  const groups = Map.groupBy(moves, (one) => `${owner.get(one.skuId)}:${one.channelId}`)
  const sourceId = await nextValue(tx, 'productPlan')
  await planSteps(
    tx,
    [...groups.values()].flatMap((of) => {
      const [first] = of
      if (first === undefined) return []
      return {
        sourceType: 'batch',
        sourceId,
        sourceNo: '',
        productId: owner.get(first.skuId) ?? 0,
        channelId: first.channelId,
        action,
        skuIds: of.map((one) => one.skuId),
        reason: input.reason,
        dueTime,
      }
    }),
  )
  return { success: moves.length, fail }
}

function shelve(action: 'putOnShell' | 'offShell') {
  return (tx: Tx, who: Who, { planTime, ...input }: SkuWish & { planTime: Date | null }) => {
    if (planTime === null) return shelveSkus(tx, who, action, input)
    if (planTime.getTime() <= Date.now()) throw refuse('计划时间须晚于当前时间', 'planTime')
    return planSkus(tx, who, action, input, planTime)
  }
}

interface LogRow {
  id: number
  createTime: Date
  productId: number
  productCode: string
  productName: string
  suk: string
  channelId: number
  action: string
  source: string
  adminName: string
  reason: string
}

const texts = (text: string): string[] => text.split(',').filter((one) => one !== '')

export const shelfScreenServed = [
  change(storeCalls.putOnSkus, shelve('putOnShell')),
  change(storeCalls.offSkus, shelve('offShell')),
  read(calls.rows, shelfRows),
  read(calls.preview, async (db, who, { action, ...input }) => {
    if (action === 'edit') throw refuse('动作格式不正确', 'action')
    const { moves, fail } = await previewSkus(db, who, action, input)
    const skus =
      input.skuIds.length === 0
        ? []
        : await db
            .selectFrom('sku')
            .innerJoin('product', 'product.id', 'sku.productId')
            .select(['sku.id', 'sku.suk', 'product.productCode', 'product.storeName'])
            .where('sku.id', 'in', input.skuIds)
            .execute()
    const byId = new Map(skus.map((one) => [one.id, one]))
    const named = (skuId: number) => ({
      productCode: byId.get(skuId)?.productCode ?? '',
      productName: byId.get(skuId)?.storeName ?? '',
      suk: byId.get(skuId)?.suk ?? '',
    })
    const label = (state: number): string => stateLabel(shelfStates, state)
    const same = moves.filter((one) => one.from === one.to || (action === 'offShell' && one.from !== 5))
    const changed = moves.filter((one) => !same.includes(one))
    return {
      changed: changed.length,
      failed: fail.length,
      list: [
        ...fail.map((one) => ({ ...one, ...named(one.skuId), from: '', to: '' })),
        ...changed.map((one) => ({
          ...one,
          ...named(one.skuId),
          from: label(one.from),
          to: label(one.to),
          reason: '',
        })),
        ...same.map((one) => ({
          ...one,
          ...named(one.skuId),
          from: label(one.from),
          to: label(one.from),
          reason: '无需变更',
        })),
      ],
    }
  }),
  read(calls.plans, async (db, who, input) => {
    const where: Expression<SqlBool>[] = [sql<SqlBool>`"productPlan"."action" <> 'edit'`]
    const words = keywordCondition(product, input.keywords)
    if (words !== null) where.push(words)
    const channels = channelsOf(who, input.channelId)
    if (channels !== null)
      where.push(sql<SqlBool>`"productPlan"."channelId" = any(${sql.val(channels)}::int[])`)
    const states = filterNumbers(input.status, '状态', 'status')
    if (states.length > 0) where.push(sql<SqlBool>`"productPlan"."status" = any(${sql.val(states)}::int[])`)
    const range = dateRange(input.dateLimit)
    if (range !== null)
      where.push(
        sql<SqlBool>`"productPlan"."dueTime" >= ${range.from} and "productPlan"."dueTime" < ${range.to}`,
      )
    const found = plansFound(where, words !== null)
    const read = words === null ? ['productPlan'] : ['productPlan', 'product']
    const [plans, count] = await bothOf(
      plansOf(db, found, input),
      countRows(db, sql`(select ${found})`, read),
    )
    return pageOf(await joinRows(db, who, planRow, plans), count, input)
  }),
  change(calls.cancelPlans, async (tx, who, { ids }) => {
    const channels = channelsOf(who, '')
    const done = await tx
      .updateTable('productPlan')
      .set({ status: 3, doneTime: sql<Date>`now()` })
      .where('id', 'in', ids)
      .where('status', '=', 0)
      .where('sourceType', 'in', ['batch', 'channel'])
      .$if(channels !== null, (query) => query.where('channelId', 'in', channels ?? []))
      .returning(['sourceType', 'sourceId', 'action'])
      .execute()
    if (done.length < ids.length) throw conflict('只能取消待执行的定时任务，申请单请在上架申请中取消')
    touch(tx, 'productPlan')
    // A listing shows no plan that is not carried out any more.
    for (const { sourceType, sourceId, action } of done)
      if (sourceType === 'channel') {
        const row = await lockRow(tx, productChannel, sourceId, { anyScope: true })
        await updateRow(
          tx,
          productChannel,
          row,
          action === 'putOnShell' ? { showTime: null } : { offTime: null },
        )
      }
  }),
  read(calls.log, async (db, who, input) => {
    const where: Expression<SqlBool>[] = []
    const words = keywordCondition(product, input.keywords)
    if (words !== null) where.push(words)
    const channels = channelsOf(who, input.channelId)
    if (channels !== null) where.push(sql<SqlBool>`l."channelId" = any(${sql.val(channels)}::int[])`)
    if (input.productId !== null) where.push(sql<SqlBool>`l."productId" = ${input.productId}`)
    for (const [column, text] of [
      ['action', input.action],
      ['source', input.source],
    ] as const)
      if (text !== '')
        where.push(sql<SqlBool>`${sql.ref(`l.${column}`)} = any(${sql.val(texts(text))}::text[])`)
    const range = dateRange(input.dateLimit)
    if (range !== null)
      where.push(sql<SqlBool>`l."createTime" >= ${range.from} and l."createTime" < ${range.to}`)
    const joined = sql`join "product" on "product"."id" = l."productId"`
    const filtered = where.length === 0 ? sql`` : sql`where ${sql.join(where, sql` and `)}`
    const { rows } = await sql<LogRow>`select l."id", l."createTime", l."productId", "product"."productCode",
        "product"."storeName" as "productName", coalesce("sku"."suk", '') as "suk", l."channelId", l."action",
        l."source", l."adminName", l."reason"
      from "shelfLog" l ${joined} left join "sku" on "sku"."id" = l."skuId" ${filtered}
      order by l."id" desc limit ${input.limit} offset ${(input.page - 1) * input.limit}`.execute(db)
    const found = sql`(select from "shelfLog" l ${words === null ? sql`` : joined} ${filtered})`
    // Who moves a listing logs it.
    return pageOf(rows, await countRows(db, found, ['productChannel', 'product']), input)
  }),
]
