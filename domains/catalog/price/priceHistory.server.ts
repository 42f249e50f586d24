import { sql } from 'kysely'
import { bothOf } from '#kit/server/bothOf.ts'
import { countRows } from '#kit/server/counts.ts'
import type { Db } from '#kit/server/database.ts'
import { joinRows } from '#kit/server/joins.ts'
import { pageOf } from '#kit/server/list.ts'
import { read } from '#kit/server/serve.ts'
import { builtRows } from '#kit/server/textRows.ts'
import { rulingPrices } from '../product/price.server.ts'
import { priceCalendarCall, priceHistoryCall, setPrice } from './price.calls.ts'
import { changeRate, floorPrice, periodsOf, SCOPE } from './price.rules.ts'
import { sourceFacts } from './priceSources.server.ts'

/** Of every scope of a sku the one record that rules at a moment. */
const rulingIds = (db: Db, skuId: number, time: Date) =>
  rulingPrices(db, time).select('id').where('skuId', '=', skuId)

const TYPES = [SCOPE.base, SCOPE.channel, SCOPE.salesChannel, SCOPE.shouda, SCOPE.orgLevel] as const
const scopeTypeOf = (type: number) => TYPES.find((one) => one === type) ?? SCOPE.channel

const COLUMNS = [
  ...([
    'id',
    'skuId',
    'channelId',
    'scopeType',
    'scopeId',
    'price',
    'otPrice',
    'startTime',
    'endTime',
  ] as const),
  ...(['sourceType', 'sourceId', 'createByName'] as const),
] as const

const historyServed = read(priceHistoryCall, async (db, who, input) => {
  const { skuId, channelId, scopeType, scopeId, time, page, limit } = input
  const now = new Date()
  let query = db.selectFrom('skuPrice').where('skuId', '=', skuId)
  if (channelId !== null) query = query.where('channelId', '=', channelId)
  if (scopeType !== '')
    query = query.where(
      'scopeType',
      '=',
      sql<number>`any(${sql.val(scopeType.split(',').map(Number))}::int[])`,
    )
  if (scopeId !== null) query = query.where('scopeId', '=', scopeId)
  if (time !== null) query = query.where('id', 'in', rulingIds(db, skuId, time))
  const shown = query
    .select(COLUMNS)
    .select(sql<boolean>`"id" in ${rulingIds(db, skuId, now)}`.as('rules'))
    .orderBy('startTime', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(limit))
    .offset(sql.lit((page - 1) * limit))
  const [rows, count] = await bothOf(builtRows(db, shown), countRows(db, query, ['skuPrice']))
  const factsOf = await sourceFacts(db, rows)
  const stateOf = (row: { startTime: Date; endTime: Date | null; rules: boolean }): 0 | 1 | 2 | 3 => {
    if (row.startTime > now) return 0
    if (row.endTime !== null && row.endTime <= now) return 2
    return row.rules ? 1 : 3
  }
  const list = rows.map((row) => ({
    ...row,
    scopeType: scopeTypeOf(row.scopeType),
    ...factsOf(row),
    state: stateOf(row),
  }))
  return pageOf(await joinRows(db, who, setPrice, list), count, { page, limit })
})

/** As many records of a sku are laid out; older ones stand in its history. */
const MOST = 1000

const calendarServed = read(priceCalendarCall, async (db, who, { skuId, channelId, scopeType }) => {
  let query = db.selectFrom('skuPrice').selectAll().where('skuId', '=', skuId)
  // Base prices hold in every channel.
  if (channelId !== null) query = query.where('channelId', 'in', [0, channelId])
  if (scopeType !== '') query = query.where('scopeType', 'in', scopeType.split(',').map(Number))
  const rows = await query.orderBy('startTime', 'desc').orderBy('id', 'desc').limit(MOST).execute()
  const factsOf = await sourceFacts(db, rows)
  const now = new Date()
  const scopes = Map.groupBy(rows, (row) => `${row.channelId} ${row.scopeType} ${row.scopeId}`)
  const periods = [...scopes.values()]
    .flatMap((records) =>
      periodsOf(records)
        .map(({ record, startTime, endTime }, index, all) => ({
          channelId: record.channelId,
          scopeType: scopeTypeOf(record.scopeType),
          scopeId: record.scopeId,
          startTime,
          endTime,
          state:
            startTime > now ? (0 as const) : endTime !== null && endTime <= now ? (2 as const) : (1 as const),
          price: record.price,
          otPrice: record.otPrice,
          changeRate: changeRate(all[index - 1]?.record.price ?? null, record.price),
          floorPrice: record.scopeType === SCOPE.base ? floorPrice(record.price, record.minRate ?? 0) : null,
          sourceType: record.sourceType,
          sourceId: record.sourceId,
          ...factsOf(record),
          createByName: record.createByName,
        }))
        .reverse(),
    )
    .sort(
      (one, other) =>
        TYPES.indexOf(one.scopeType) - TYPES.indexOf(other.scopeType) ||
        one.channelId - other.channelId ||
        one.scopeId - other.scopeId,
    )
  return joinRows(db, who, setPrice, periods)
})

export const historyHandlers = [historyServed, calendarServed]
