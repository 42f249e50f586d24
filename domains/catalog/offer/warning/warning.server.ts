import { type Expression, type SqlBool, sql } from 'kysely'
import { countRows } from '#kit/server/counts.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { joinRows } from '#kit/server/joins.ts'
import { type ListOptions, pageOf } from '#kit/server/list.ts'
import type { Use } from '#kit/server/refs.ts'
import { namesFor } from '#kit/server/refs.ts'
import { read } from '#kit/server/serve.ts'
import { standardHandlers } from '#kit/server/standard.ts'
import type { Who } from '#kit/server/who.ts'
import { refuseFields } from '#kit/shared/errors.ts'
import { nearestOf, reaching } from '../sale/nearest.rules.ts'
import { placesOf } from '../sale/nearest.server.ts'
import { linkOf, MARK } from './cateWarning.server.ts'
import { POSITIONS, type Position, prodCateWarning } from './prodCateWarning.entity.ts'
import { warningCalls as calls, logRow } from './warning.calls.ts'
import { applies, FOR_BUYERS, messageOf, type Warning, warningErrors } from './warning.rules.ts'

const positionLabel = (position: number): string =>
  POSITIONS.find((one) => one.value === position)?.label ?? ''

/** What does not belong to the type of warning goes back to what a new row has. */
function ofType(row: Partial<Warning>): Partial<Warning> {
  const cleared: Partial<Warning> = {
    threshold: null,
    channelIds: [],
    positions: [],
    needConfirm: 0,
    receiverIds: [],
    notifyWay: [],
    repeatDays: 1,
  }
  return Object.fromEntries(Object.entries(cleared).filter(([name]) => !applies(name, row.warnType)))
}

async function enrich(db: Db, rows: readonly Warning[], who: Who) {
  const people = await namesFor(
    db,
    who,
    'admin',
    rows.flatMap((row) => row.receiverIds),
  )
  return rows.map((row) => ({
    ...row,
    target:
      row.warnType === FOR_BUYERS
        ? row.positions.map(positionLabel).join('、')
        : row.receiverIds.map((id) => people.get(id) ?? String(id)).join('、'),
  }))
}

const list = (_who: Who, { cateId }: Record<string, unknown>): ListOptions => ({
  where: typeof cateId === 'string' ? inCategories(cateId) : [],
})

export const warningHandlers = standardHandlers(prodCateWarning, calls, {
  list,
  enrich,
  joined: true,
  async prepare(_tx, values, before) {
    const row = { ...before, ...values }
    const errors = warningErrors(row)
    if (errors.length > 0) throw refuseFields(errors)
    return { ...values, ...ofType(row) }
  },
})

function inCategories(text: string): Expression<SqlBool>[] {
  const ids = text
    .split(',')
    .map(Number)
    .filter((id) => Number.isInteger(id) && id > 0 && id <= 2147483647)
  return ids.length === 0 ? [] : [sql<SqlBool>`"prodCateWarning"."cateIds" && ${sql.val(ids)}::int[]`]
}

/** Who of the receivers has read the messages of log rows, by link. */
async function readersOf(
  db: Db,
  rows: readonly { id: number; warningId: number; receiverIds: number[] }[],
): Promise<ReadonlyMap<string, number[]>> {
  if (rows.length === 0) return new Map()
  const found = await db
    .selectFrom('adminNotice')
    .select(['adminId', 'link'])
    .where(
      'adminId',
      'in',
      rows.flatMap((row) => row.receiverIds),
    )
    .where('mark', '=', MARK)
    .where('link', 'in', rows.map(linkOf))
    .where('readTime', 'is not', null)
    .execute()
  return new Map(
    [...Map.groupBy(found, (one) => one.link)].map(([link, list]) => [link, list.map((one) => one.adminId)]),
  )
}

export const warningServed = [
  ...warningHandlers.served,
  read(calls.log, async (db, who, { warningId, page, limit }) => {
    let query = db.selectFrom('prodCateWarningLog')
    if (warningId !== null) query = query.where('warningId', '=', warningId)
    const count = await countRows(db, query, null)
    const rows = await query
      .selectAll()
      .orderBy('id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute()
    const read = await readersOf(db, rows)
    const list = rows.map((row) => ({ ...row, readerIds: read.get(linkOf(row)) ?? [] }))
    return pageOf(await joinRows(db, who, logRow, list), count, { page, limit })
  }),
]

/** Categories that warnings name cannot be deleted. Catalog §2.1. */
export async function warningUses(tx: Tx, ids: readonly number[]): Promise<Use[]> {
  const { rows } = await sql<{ id: number; n: number }>`
    select c."id", count(*) as "n" from unnest(${sql.val([...ids])}::int[]) as c ("id")
    join "prodCateWarning" w on w."cateIds" @> array[c."id"] and w."isDel" = 0 group by 1`.execute(tx)
  return rows.map((row) => ({ ...row, place: '预警消息' }))
}

/** A warning a buyer gets with a sku. */
export interface BuyerWarning {
  warningId: number
  msgTitle: string
  content: string
  needConfirm: 0 | 1
}

/**
 * What buyers are told about each sku in a channel at a place of the shop; a category inherits its ancestors' warnings,
 * the nearest wins. Doors §4, catalog §3.7.
 */
export async function buyerWarnings(
  db: Db,
  skuIds: readonly number[],
  channelId: number,
  position: Position,
  t = new Date(),
): Promise<ReadonlyMap<number, BuyerWarning[]>> {
  const skus = await placesOf(db, skuIds)
  const categories = [...new Set(skus.flatMap((one) => [...one.categories.keys()]))]
  const rules = await db
    .selectFrom('prodCateWarning')
    .selectAll()
    .where('isDel', '=', 0)
    .where('status', '=', 1)
    .where('warnType', '=', FOR_BUYERS)
    .where(sql<boolean>`"cateIds" && ${sql.val(categories)}::int[]`)
    .where(
      sql<boolean>`"channelIds" @> array[${channelId}]::int[] and "positions" @> array[${position}]::int[]`,
    )
    .where(
      sql<boolean>`coalesce("startTime", '-infinity') <= ${t} and coalesce("endTime", 'infinity') > ${t}`,
    )
    .execute()
  const names = new Map(
    skus.length === 0
      ? []
      : (
          await db
            .selectFrom('product')
            .select(['id', 'storeName'])
            .where(
              'id',
              'in',
              skus.map((one) => one.productId),
            )
            .execute()
        ).map((one) => [one.id, one.storeName] as const),
  )
  return new Map(
    skus.map(({ skuId, productId, categories }) => [
      skuId,
      nearestOf(reaching(rules, categories), (one) => one.warnType).map((one) => ({
        warningId: one.id,
        msgTitle: one.msgTitle,
        content: messageOf(one.content, { 商品: names.get(productId) ?? '' }),
        needConfirm: one.needConfirm,
      })),
    ]),
  )
}
