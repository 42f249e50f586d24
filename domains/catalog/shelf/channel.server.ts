import { type SqlBool, sql } from 'kysely'
import { CHANNELS } from '#domains/settings/settings.shared.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { exportColumns, exportEntity } from '#kit/server/exportEntity.ts'
import { rowFigure } from '#kit/server/figures.ts'
import { answerPage, answerRow, type ListOptions } from '#kit/server/list.ts'
import { lockRow, updateRow } from '#kit/server/rows.ts'
import { change, read } from '#kit/server/serve.ts'
import { tabCounts } from '#kit/server/tabCounts.ts'
import { startTask } from '#kit/server/tasks/start.ts'
import { touch } from '#kit/server/transaction.ts'
import type { Who } from '#kit/server/who.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { notFound, refuse } from '#kit/shared/errors.ts'
import { formatMoney } from '#kit/shared/money.ts'
import { guardFloor } from '../price/floor.server.ts'
import { currentPrices, setSkuPrice } from '../product/price.server.ts'
import { productChannel } from '../product/productChannel.entity.ts'
import { skusOf } from '../product/productInfo.server.ts'
import { visibleChannels } from '../product/shelfReady.server.ts'
import { channelCalls as calls, channelJoined } from './channel.calls.ts'
import { planSteps } from './plan.server.ts'
import { channelsOf, ofProducts, productConditions } from './productWhere.server.ts'
import { checkVisible } from './visible.server.ts'

type Row = EntityRow<typeof productChannel>

interface ChannelInput {
  keywords: string
  cateId: string
  brandId: string
  channelId: string
  priceMin: number | null
  priceMax: number | null
}

/** The list is one of listings, narrowed by what their products are. */
async function optionsOf(db: Db, who: Who, input: ChannelInput): Promise<ListOptions> {
  const of = await productConditions(db, input)
  if (input.priceMin !== null) of.push(sql<SqlBool>`"product"."price" >= ${input.priceMin}`)
  if (input.priceMax !== null) of.push(sql<SqlBool>`"product"."price" <= ${input.priceMax}`)
  const options = ofProducts(productChannel.name, of)
  const channels = channelsOf(who, input.channelId)
  if (channels === null) return options
  const own = sql<SqlBool>`"productChannel"."channelId" = any(${sql.val(channels)}::int[])`
  return { ...options, where: [...(options.where ?? []), own] }
}

// Keywords are those of products: the listing itself has nothing to search.
const own = <I extends ChannelInput>(input: I): I => ({ ...input, keywords: '' })

async function withPrices<R extends Row>(db: Db, rows: readonly R[]) {
  const ids = [...new Set(rows.map((row) => row.productId))]
  if (ids.length === 0) return []
  const skus = await skusOf(db, ids)
  const prices = await currentPrices(
    db,
    skus.map((one) => one.id),
    [...new Set(rows.map((row) => row.channelId))],
  )
  const ruling = new Map(prices.map((one) => [`${one.skuId}:${one.channelId}`, one]))
  const skusBy = Map.groupBy(skus, (one) => one.productId)
  return rows.map((row) => {
    const own = (skusBy.get(row.productId) ?? []).map((one) => {
      const { price, otPrice } = ruling.get(`${one.id}:${row.channelId}`) ?? { price: null, otPrice: null }
      return {
        skuId: one.id,
        skuCode: one.skuCode,
        suk: one.suk,
        price,
        otPrice,
        stock: one.stock,
        isOn:
          row.platformStatus === 5 && one.isShow === 1 && !row.offSkuIds.includes(one.id) ? '上架' : '下架',
      }
    })
    const found = own.flatMap((one) => one.price ?? [])
    return {
      ...row,
      visibleScope: row.visibleScope || 'all',
      priceRange: rangeOf(found),
      skus: own,
    }
  })
}

/** The least and the most that living skus of a listing cost now in its channel, in cents; '' where none has a price. */
const PRICE_ENDS = `coalesce((select min(p."price") || ' ' || max(p."price") from "sku" s cross join lateral (
    select "price" from "skuPrice" where "skuId" = s."id" and "channelId" = "productChannel"."channelId"
      and "scopeType" = 0 and "scopeId" = 0 and "startTime" <= now() and ("endTime" is null or "endTime" > now())
    order by "startTime" desc, "id" desc limit 1) p
  where s."productId" = "productChannel"."productId" and s."isDel" = 0), '')`

function rangeOf(prices: readonly number[]): string {
  if (prices.length === 0) return '未定价'
  const least = Math.min(...prices)
  const most = Math.max(...prices)
  return least === most ? formatMoney(least) : `${formatMoney(least)} ~ ${formatMoney(most)}`
}

const priceRange = rowFigure(
  productChannel,
  PRICE_ENDS,
  async () => (told) => rangeOf(told === '' ? [] : told.split(' ').map(Number)),
)

const stock = rowFigure(
  productChannel,
  `select "product"."stock" from "product" where "product"."id" = "productChannel"."productId"`,
)

/** A listing in a channel the person may see, locked. */
async function lockListing(tx: Tx, who: Who, id: number, version: number | null = null): Promise<Row> {
  const row = await lockRow(tx, productChannel, id, { version })
  if (visibleChannels(who, [row]).length === 0) throw notFound()
  return row
}

async function eachListing(tx: Tx, who: Who, ids: readonly number[], work: (row: Row) => Promise<unknown>) {
  for (const id of ids.toSorted((a, b) => a - b)) await work(await lockListing(tx, who, id))
  return null
}

function checkLimits({ minQty, stepQty, maxQty }: Pick<Row, 'minQty' | 'stepQty' | 'maxQty'>): void {
  if (minQty <= 0) throw refuse('起购数量须大于0', 'minQty')
  if (stepQty <= 0) throw refuse('购买倍数须大于0', 'stepQty')
  if (maxQty !== null && maxQty < minQty) throw refuse('单次上限不能小于起购数量', 'maxQty')
}

const BY_CHANNEL = Object.fromEntries(
  CHANNELS.map(({ value }) => [
    String(value),
    sql<SqlBool>`"productChannel"."channelId" = ${sql.lit(value)}`,
  ]),
)

/** 可售商品: how products are offered per channel. Catalog §3.5. */
export const channelServed = [
  read(calls.list, async (db, who, input) => {
    const options = await optionsOf(db, who, input)
    const page = await answerPage(db, who, productChannel, calls.list.answer, own(input), {
      ...options,
      figures: { priceRange, stock },
    })
    const list = page.list.map((row) => ({
      ...row,
      visibleScope: row.visibleScope || 'all',
    }))
    return { ...page, list }
  }),
  read(calls.counts, async (db, who, input) =>
    tabCounts(
      db,
      who,
      productChannel,
      own(input),
      await optionsOf(db, who, { ...input, channelId: '' }),
      BY_CHANNEL,
    ),
  ),
  read(calls.info, async (db, who, { id }) => {
    const row = await answerRow(db, who, productChannel, calls.info.answer, id, { stock })
    if (visibleChannels(who, [row]).length === 0) throw notFound()
    const [whole] = await withPrices(db, [row])
    if (whole === undefined) throw notFound()
    return whole
  }),
  change(calls.update, async (tx, who, { id, version, ...values }) => {
    const before = await lockListing(tx, who, id, version ?? null)
    checkLimits({ ...before, ...values })
    const asked = values.visibleScope !== undefined || values.visibleIds !== undefined
    const visible = asked
      ? await checkVisible(tx, who, { ...before, ...values }, [before.channelId], before)
      : {}
    await updateRow(tx, productChannel, before, { ...values, ...visible })
  }),
  change(calls.exportRows, (tx, who, input) => startTask(tx, who, channelExport, { ...input })),
  change(calls.visible, (tx, who, { ids, ...visible }) =>
    eachListing(tx, who, ids, async (row) =>
      updateRow(tx, productChannel, row, await checkVisible(tx, who, visible, [row.channelId], row)),
    ),
  ),
  change(calls.limits, (tx, who, { ids, ...limits }) => {
    checkLimits(limits)
    return eachListing(tx, who, ids, (row) => updateRow(tx, productChannel, row, limits))
  }),
  change(calls.schedule, (tx, who, { ids, showTime, offTime }) => {
    if (showTime !== null && offTime !== null && offTime <= showTime)
      throw refuse('计划下架须晚于计划上架', 'offTime')
    for (const [field, time] of [
      ['showTime', showTime],
      ['offTime', offTime],
    ] as const)
      if (time !== null && time.getTime() <= Date.now()) throw refuse('计划时间须晚于当前时间', field)
    return eachListing(tx, who, ids, async (row) => {
      // What waited is planned anew; what was done stays in the record.
      await tx
        .deleteFrom('productPlan')
        .where('sourceType', '=', 'channel')
        .where('sourceId', '=', row.id)
        .where('status', '=', 0)
        .execute()
      touch(tx, 'productPlan')
      const step = (action: 'putOnShell' | 'offShell', dueTime: Date | null) =>
        dueTime === null
          ? []
          : [
              {
                sourceType: 'channel' as const,
                sourceId: row.id,
                sourceNo: '',
                productId: row.productId,
                channelId: row.channelId,
                action,
                skuIds: [],
                reason: '计划上下架',
                dueTime,
              },
            ]
      await planSteps(tx, [...step('putOnShell', showTime), ...step('offShell', offTime)])
      return updateRow(tx, productChannel, row, { showTime, offTime })
    })
  }),
  change(calls.price, async (tx, who, { id, rows, startTime, endTime }) => {
    const row = await lockListing(tx, who, id)
    const skus = new Set((await skusOf(tx, [row.productId])).map((one) => one.id))
    rows.forEach((one, index) => {
      if (!skus.has(one.skuId)) throw refuse('规格不属于该商品', `rows.${index}.skuId`)
      if (one.price <= 0) throw refuse('售价须大于0', `rows.${index}.price`)
    })
    if (endTime !== null && endTime <= (startTime ?? new Date()))
      throw refuse('失效时间须晚于生效时间', 'endTime')
    await guardFloor(
      tx,
      who,
      rows.map(({ skuId, price }, index) => ({ skuId, price, field: `rows.${index}.price` })),
    )
    await setSkuPrice(
      tx,
      rows.map((one) => ({ ...one, channelId: row.channelId, sourceId: row.id, startTime, endTime })),
      'productChannel',
    )
  }),
]

/** The export of the list, with what it shows of the products. */
export const channelExport = exportEntity(productChannel, calls.exportRows, {
  list: (who, input, db) => optionsOf(db, who, input),
  columns: [
    ...Object.entries(channelJoined)
      .filter(([name]) => name !== 'image')
      .map(([name, field]) => ({ name, title: field.label, kind: 'text' as const })),
    ...exportColumns(productChannel),
  ],
  joined: channelJoined,
  figures: { stock },
  enrich: (db, rows) => withPrices(db, rows),
})
