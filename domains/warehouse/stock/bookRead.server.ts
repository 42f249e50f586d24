import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { type Alloc, type Head, type Item, type Lot, pairKey, type Reserve } from './book.rules.ts'

export interface Pair {
  warehouseId: number
  skuId: number
}

const idsOf = (list: readonly Pair[]) => [
  sql.val(list.map((one) => one.warehouseId)),
  sql.val(list.map((one) => one.skuId)),
]

const q = (name: string, of = '') => sql.raw(`(${of}"${name}" * 1000)::bigint as "${name}"`)

/**
 * Locks heads, ascending by warehouse and sku: the sort lies below the lock, so a row is locked when its turn comes, and is
 * answered as it is then. Those that are not there are left out. `shared`: accounts have something of it.
 */
export async function readHeads(
  tx: Tx,
  pairs: readonly Pair[],
): Promise<Map<string, Head & { shared: boolean }>> {
  const [warehouses, skus] = idsOf(pairs)
  const { rows } = await sql<Head & { shared: boolean }>`
    select "id", "warehouseId", "skuId", exists (select from "stockVacctItem" i
        where i."skuId" = "stock"."skuId" and i."warehouseId" = "stock"."warehouseId") as "shared", ${q('onHand')}, ${q('reserved')}, ${q('frozen')}, ${q('inTransit')}, ${q('vAlloc')},
      ${q('vReserved')}, "amount", "transitAmount", ("avgCost" * 10000)::bigint as "avgCost"
    from "stock" where ("skuId", "warehouseId") in (select * from unnest(${skus}::int[], ${warehouses}::int[]))
    order by "warehouseId", "skuId" for no key update`.execute(tx)
  return new Map(rows.map((row) => [pairKey(row.warehouseId, row.skuId), row]))
}

/** All places of these skus in these warehouses. */
export async function readLots(db: Db, pairs: readonly Pair[]): Promise<Lot[]> {
  const [warehouses, skus] = idsOf(pairs)
  const { rows } = await sql<Lot>`
    select s."id", s."warehouseId", s."sectionId", s."skuId", s."lotId", s."lotNo", s."expiryDate",
      (extract(epoch from l."firstInTime") * 1000)::bigint as "firstInTime", ${q('onHand', 's.')}, ${q('allocated', 's.')},
      ${q('frozen', 's.')}, ${q('held', 's.')}, ${q('inTransit', 's.')}
    from unnest(${skus}::int[], ${warehouses}::int[]) as p ("skuId", "warehouseId")
    join "stockLot" s on s."skuId" = p."skuId" and s."warehouseId" = p."warehouseId"
    join "lot" l on l."id" = s."lotId" order by s."id"`.execute(db)
  return rows
}

/** What accounts have of these skus in these warehouses, the account's terms beside it. */
export async function readItems(db: Db, pairs: readonly Pair[]): Promise<Item[]> {
  const [warehouses, skus] = idsOf(pairs)
  const { rows } = await sql<Item>`
    select i."id", i."vacctId", i."warehouseId", i."skuId", ${q('qty', 'i.')}, ${q('reserved', 'i.')}, ${q('shipped', 'i.')},
      a."mode" = 1 as "exclusive", a."overflow" = 1 as "overflow", a."priority", a."ownerType", a."ownerId",
      a."status" = 1 and a."isDel" = 0 and (a."beginTime" is null or a."beginTime" <= now())
        and (a."endTime" is null or a."endTime" > now()) as "open"
    from unnest(${skus}::int[], ${warehouses}::int[]) as p ("skuId", "warehouseId")
    join "stockVacctItem" i on i."skuId" = p."skuId" and i."warehouseId" = p."warehouseId"
    join "stockVacct" a on a."id" = i."vacctId" order by a."priority", i."vacctId"`.execute(db)
  return rows
}

type Sources = readonly { type: string; sn: string }[]

/** Open reservations of sources and those named, of the heads that are held. */
export async function readReserves(
  db: Db,
  sources: Sources,
  ids: readonly number[],
  heads: ReadonlyMap<string, Head>,
): Promise<Reserve[]> {
  const rows = await reservesOf(db, sources, ids)
  return rows.filter((row) => heads.has(pairKey(row.warehouseId, row.skuId)))
}

/** Open reservations of sources, oldest first, and those named. */
export async function reservesOf(db: Db, sources: Sources, ids: readonly number[] = []): Promise<Reserve[]> {
  const { rows } = await sql<Reserve>`
    select r."id", r."sourceType", r."sourceId", r."sourceSn", r."sourceLineId", r."warehouseId", r."skuId", r."vacctId",
      ${q('qty', 'r.')}, ${q('allocated', 'r.')}, ${q('shipped', 'r.')}, ${q('released', 'r.')}, ${q('shortQty', 'r.')},
      r."expireTime"
    from (select distinct * from unnest(${sql.val(sources.map((one) => one.sn))}::text[],
      ${sql.val(sources.map((one) => one.type))}::text[]) as u ("sn", "type")) p
    join "stockReserve" r on r."sourceSn" = p."sn" and r."sourceType" = p."type" where r."status" = 1
    union
    select r."id", r."sourceType", r."sourceId", r."sourceSn", r."sourceLineId", r."warehouseId", r."skuId", r."vacctId",
      ${q('qty', 'r.')}, ${q('allocated', 'r.')}, ${q('shipped', 'r.')}, ${q('released', 'r.')}, ${q('shortQty', 'r.')},
      r."expireTime"
    from "stockReserve" r where r."id" = any(${sql.val([...ids])}::bigint[])
    order by 1`.execute(db)
  return rows
}

/** Which lot rows these reservations are bound to. */
export async function readAllocs(db: Db, reserves: readonly Reserve[]): Promise<Alloc[]> {
  const byId = new Map(reserves.filter((one) => one.allocated > 0).map((one) => [one.id, one]))
  if (byId.size === 0) return []
  const { rows } = await sql<{ reserveId: number; stockLotId: number; q: number }>`
    select "reserveId", "stockLotId", ("q" * 1000)::bigint as "q" from "stockAlloc"
    where "reserveId" = any(${sql.val([...byId.keys()])}::bigint[]) and "q" > 0 order by "id"`.execute(db)
  return rows.flatMap(({ reserveId, stockLotId, q }) => {
    const reserve = byId.get(reserveId)
    return reserve === undefined ? [] : [{ reserve, stockLotId, q }]
  })
}
