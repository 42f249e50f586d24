import type { Book, Reserve } from './book.rules.ts'
import { directionOf, pairKey } from './book.rules.ts'
import type { Q } from './posting.ts'

/** One kind of row that a posting writes: its rows, and how the statement writes them. */
interface Part {
  name: keyof typeof PARTS
  rows: readonly object[]
}

const units = (q: Q): number => q / 1000

/** What a posting changed, part by part; parts without rows are left out of the statement. */
export function changesOf(book: Book): { parts: Part[]; heads: number } {
  const heads = headRows(book)
  const fresh = book.reserves.filter((one) => one.id === 0)
  const parts: Part[] = [
    { name: 'heads', rows: heads },
    { name: 'newItems', rows: itemRows(book, true) },
    { name: 'items', rows: itemRows(book, false) },
    { name: 'lots', rows: lotRows(book) },
    { name: 'newReserves', rows: fresh.map(reserveRow) },
    { name: 'reserves', rows: book.reserves.filter((one) => one.id !== 0).map(changedReserveRow) },
    { name: 'allocs', rows: allocRows(book) },
    { name: 'moves', rows: moveRows(book) },
    { name: 'records', rows: recordRows(book) },
  ]
  return { parts: parts.filter((part) => part.rows.length > 0), heads: heads.length }
}

interface HeadRow {
  id: number
  onHand: number
  reserved: number
  frozen: number
  inTransit: number
  vAlloc: number
  vReserved: number
  amount: number
  transit: number
  avgCost: number
  in: boolean
  out: boolean
  counted: boolean
}

const COUNTED: ReadonlySet<number> = new Set([151, 152])

function headRows(book: Book): HeadRow[] {
  const rows = new Map<number, HeadRow>()
  for (const move of book.moves) {
    const { head, d } = move
    const row = rows.get(head.id) ?? {
      ...{ id: head.id, onHand: 0, reserved: 0, frozen: 0, inTransit: 0, vAlloc: 0, vReserved: 0, amount: 0 },
      ...{ transit: 0, avgCost: head.avgCost / 10_000, in: false, out: false, counted: false },
    }
    rows.set(head.id, row)
    row.onHand += d.onHand ?? 0
    row.reserved += d.reserved ?? 0
    row.frozen += (d.frozen ?? 0) + (d.held ?? 0)
    row.inTransit += d.inTransit ?? 0
    row.vAlloc += d.vAlloc ?? 0
    row.vReserved += d.vReserved ?? 0
    row.amount += move.value
    row.transit += move.transitValue
    const direction = directionOf(move)
    row.in ||= direction === 1 && (d.onHand ?? 0) > 0
    row.out ||= direction === 2 && (d.onHand ?? 0) < 0
    row.counted ||= COUNTED.has(move.moveType)
  }
  return [...rows.values()].map((row) => ({
    ...row,
    onHand: units(row.onHand),
    reserved: units(row.reserved),
    frozen: units(row.frozen),
    inTransit: units(row.inTransit),
    vAlloc: units(row.vAlloc),
    vReserved: units(row.vReserved),
  }))
}

function lotRows(book: Book): object[] {
  const rows = new Map<number, { onHand: Q; allocated: Q; frozen: Q; held: Q; inTransit: Q }>()
  for (const { lot, d } of book.moves) {
    if (lot === undefined) continue
    const row = rows.get(lot.id) ?? { onHand: 0, allocated: 0, frozen: 0, held: 0, inTransit: 0 }
    rows.set(lot.id, row)
    row.onHand += d.onHand ?? 0
    row.allocated += d.allocated ?? 0
    row.frozen += d.frozen ?? 0
    row.held += d.held ?? 0
    row.inTransit += d.inTransit ?? 0
  }
  return [...rows].map(([id, row]) => ({
    id,
    onHand: units(row.onHand),
    allocated: units(row.allocated),
    frozen: units(row.frozen),
    held: units(row.held),
    inTransit: units(row.inTransit),
  }))
}

/** Accounts hold a sku from their first assignment on, so an item without id is made by it. */
function itemRows(book: Book, isNew: boolean): object[] {
  const rows = new Map<string, { qty: Q; reserved: Q; shipped: Q; of: object }>()
  for (const { item, account } of book.moves) {
    if (item === undefined || account === undefined || (item.id === 0) !== isNew) continue
    const key = pairKey(item.vacctId, item.skuId)
    const { id, vacctId, warehouseId, skuId } = item
    const row = rows.get(key) ?? { qty: 0, reserved: 0, shipped: 0, of: { id, vacctId, warehouseId, skuId } }
    rows.set(key, row)
    row.qty += account.qty ?? 0
    row.reserved += account.reserved ?? 0
    row.shipped += account.shipped ?? 0
  }
  return [...rows.values()].map(({ of, qty, reserved, shipped }) => ({
    ...of,
    qty: units(qty),
    reserved: units(reserved),
    shipped: units(shipped),
  }))
}

const keyOf = (one: Reserve) => ({
  sourceType: one.sourceType,
  sourceId: one.sourceId,
  sourceSn: one.sourceSn,
  sourceLineId: one.sourceLineId,
  warehouseId: one.warehouseId,
  skuId: one.skuId,
  vacctId: one.vacctId,
})

const reserveRow = (one: Reserve): object => ({
  ...keyOf(one),
  qty: units(one.qty),
  expireTime: one.expireTime,
})

const changedReserveRow = (one: Reserve): object => ({
  id: one.id,
  qty: units(one.qty),
  allocated: units(one.allocated),
  shipped: units(one.shipped),
  released: units(one.released),
  shortQty: units(one.shortQty),
})

/** The rest of each binding; those that are used up stay as zeros, so that a later one finds its row. */
const allocRows = (book: Book): object[] =>
  book.allocs.map(({ reserve, stockLotId, q }) => ({ reserveId: reserve.id, stockLotId, q: units(q) }))

function moveRows(book: Book): object[] {
  return book.moves.map((move, at) => {
    const { head, lot, item, d } = move
    const worth = Math.abs(d.onHand ?? 0)
    const direction = directionOf(move)
    return {
      seq: at + 1,
      moveType: move.moveType,
      physical: direction === null ? 0 : 1,
      direction,
      warehouseId: head.warehouseId,
      sectionId: lot?.sectionId ?? null,
      skuId: head.skuId,
      lotId: lot?.lotId ?? null,
      stockLotId: lot?.id ?? null,
      vacctId: item?.vacctId ?? null,
      freezeLineId: move.freezeLineId ?? null,
      reserveId: move.reserve?.id || null,
      dOnHand: units(d.onHand ?? 0),
      dReserved: units(d.reserved ?? 0),
      dAllocated: units(d.allocated ?? 0),
      dFrozen: units(d.frozen ?? 0),
      dHeld: units(d.held ?? 0),
      dInTransit: units(d.inTransit ?? 0),
      dVAlloc: units(d.vAlloc ?? 0),
      dVReserved: units(d.vReserved ?? 0),
      onHandAfter: units(move.onHandAfter),
      availableAfter: units(move.availableAfter),
      unitCost: worth === 0 ? 0 : Math.round((Math.abs(move.value) * 100_000) / worth) / 10_000,
      amount: move.value,
      transitAmount: move.transitValue,
      lineId: move.lineId,
    }
  })
}

function recordRows(book: Book): object[] {
  return book.moves.flatMap((move) => {
    const { item, account, head } = move
    if (item === undefined || account === undefined) return []
    const change = account.qty ?? account.reserved ?? 0
    return [
      {
        vacctId: item.vacctId,
        type: account.type,
        skuId: head.skuId,
        qty: units(change),
        qtyAfter: units(move.qtyAfter),
        reservedAfter: units(move.reservedAfter),
      },
    ]
  })
}

const FIGURES_OF_HEAD = ['onHand', 'reserved', 'frozen', 'inTransit', 'vAlloc', 'vReserved'] as const
const FIGURES_OF_ITEM = ['qty', 'reserved', 'shipped'] as const
const FIGURES_OF_LOT = ['onHand', 'allocated', 'frozen', 'held', 'inTransit'] as const

const added = (names: readonly string[]): string =>
  names.map((name) => `"${name}" = o."${name}" + d."${name}"`).join(', ')
const numeric = (names: readonly string[]): string => names.map((name) => `"${name}" numeric`).join(', ')

const MOVE_COLUMNS = {
  ...{ seq: 'int', moveType: 'smallint', physical: 'smallint', direction: 'smallint', warehouseId: 'int' },
  ...{
    sectionId: 'int',
    skuId: 'int',
    lotId: 'int',
    stockLotId: 'bigint',
    vacctId: 'int',
    freezeLineId: 'bigint',
    reserveId: 'bigint',
  },
  ...{
    dOnHand: 'numeric',
    dReserved: 'numeric',
    dAllocated: 'numeric',
    dFrozen: 'numeric',
    dHeld: 'numeric',
  },
  ...{ dInTransit: 'numeric', dVAlloc: 'numeric', dVReserved: 'numeric', onHandAfter: 'numeric' },
  ...{ availableAfter: 'numeric', unitCost: 'numeric', amount: 'bigint', transitAmount: 'bigint' },
} as const
const moveNames = Object.keys(MOVE_COLUMNS)
  .map((name) => `"${name}"`)
  .join(', ')
const moveTypes = Object.entries(MOVE_COLUMNS)
  .map(([name, type]) => `"${name}" ${type}`)
  .join(', ')

/** Each part as a common table expression over its rows, the parameter `$n`. All hang on the posting: without it none writes. */
const PARTS = {
  heads: (n: string) => `update "stock" o set ${added(FIGURES_OF_HEAD)}, "amount" = o."amount" + d."amount",
      "transitAmount" = o."transitAmount" + d."transit", "avgCost" = d."avgCost",
      "lastInTime" = case when d."in" then now() else o."lastInTime" end,
      "lastOutTime" = case when d."out" then now() else o."lastOutTime" end,
      "lastCountTime" = case when d."counted" then now() else o."lastCountTime" end,
      "updateTime" = now(), "version" = o."version" + 1
    from "posting", jsonb_to_recordset(${n}::jsonb) as d ("id" bigint, ${numeric(FIGURES_OF_HEAD)}, "amount" bigint,
      "transit" bigint, "avgCost" numeric, "in" boolean, "out" boolean, "counted" boolean)
    where o."id" = d."id" and o."onHand" + d."onHand" - o."reserved" - d."reserved" - o."frozen" - d."frozen" >= 0
      and o."onHand" + d."onHand" - o."reserved" - d."reserved" - o."frozen" - d."frozen"
        - (o."vAlloc" + d."vAlloc" - o."vReserved" - d."vReserved") >= 0
    returning 1 as "one"`,
  newItems: (
    n: string,
  ) => `insert into "stockVacctItem" ("vacctId", "warehouseId", "skuId", "qty", "reserved", "shipped")
    select d."vacctId", d."warehouseId", d."skuId", d."qty", d."reserved", d."shipped"
    from "posting", jsonb_to_recordset(${n}::jsonb) as d ("vacctId" int, "warehouseId" int, "skuId" int, ${numeric(FIGURES_OF_ITEM)})`,
  items: (n: string) => `update "stockVacctItem" o set ${added(FIGURES_OF_ITEM)}, "updateTime" = now()
    from "posting", jsonb_to_recordset(${n}::jsonb) as d ("id" int, ${numeric(FIGURES_OF_ITEM)}) where o."id" = d."id"`,
  lots: (n: string) => `update "stockLot" o set ${added(FIGURES_OF_LOT)}, "updateTime" = now()
    from "posting", jsonb_to_recordset(${n}::jsonb) as d ("id" bigint, ${numeric(FIGURES_OF_LOT)}) where o."id" = d."id"`,
  newReserves: (
    n: string,
  ) => `insert into "stockReserve" as o ("sourceType", "sourceId", "sourceSn", "sourceLineId", "warehouseId",
      "skuId", "vacctId", "qty", "expireTime", "createBy")
    select d."sourceType", d."sourceId", d."sourceSn", d."sourceLineId", d."warehouseId", d."skuId", d."vacctId", d."qty",
      d."expireTime", $7::int
    from "posting", jsonb_to_recordset(${n}::jsonb) as d ("sourceType" text, "sourceId" bigint, "sourceSn" text,
      "sourceLineId" bigint, "warehouseId" int, "skuId" int, "vacctId" int, "qty" numeric, "expireTime" timestamptz)
    on conflict ("sourceSn", "sourceType", "sourceLineId", "warehouseId", "vacctId") do update
      set "qty" = o."qty" + excluded."qty", "status" = 1, "expireTime" = excluded."expireTime", "updateTime" = now()`,
  reserves: (
    n: string,
  ) => `update "stockReserve" o set "qty" = d."qty", "allocated" = d."allocated", "shipped" = d."shipped",
      "released" = d."released", "shortQty" = d."shortQty", "updateTime" = now(),
      "status" = case when d."qty" > d."shipped" + d."released" then 1 when d."shipped" > 0 then 2 else 3 end
    from "posting", jsonb_to_recordset(${n}::jsonb) as d ("id" bigint, "qty" numeric, "allocated" numeric, "shipped" numeric,
      "released" numeric, "shortQty" numeric) where o."id" = d."id"`,
  allocs: (n: string) => `insert into "stockAlloc" ("reserveId", "stockLotId", "q")
    select d."reserveId", d."stockLotId", d."q" from "posting", jsonb_to_recordset(${n}::jsonb)
      as d ("reserveId" bigint, "stockLotId" bigint, "q" numeric)
    on conflict ("reserveId", "stockLotId") do update set "q" = excluded."q"`,
  moves: (
    n: string,
  ) => `insert into "stockMove" ("postingId", ${moveNames}, "sourceType", "sourceId", "sourceSn", "sourceLineId",
      "operatorId", "createBy", "remark", "createTime", "updateTime")
    select "posting"."id", ${moveNames}, $2::text, $3::bigint, $4::text, d."lineId", $7::int, $7::int, $9::text,
      clock_timestamp(), clock_timestamp()
    from "posting", jsonb_to_recordset(${n}::jsonb) as d (${moveTypes}, "lineId" bigint) order by d."seq"`,
  records: (
    n: string,
  ) => `insert into "stockVacctRecord" ("vacctId", "type", "skuId", "qty", "qtyAfter", "reservedAfter",
      "sourceType", "sourceId", "sourceSn", "postingId", "operatorId", "createBy")
    select d."vacctId", d."type", d."skuId", d."qty", d."qtyAfter", d."reservedAfter", $2::text, $3::bigint, $4::text,
      "posting"."id", $7::int, $7::int
    from "posting", jsonb_to_recordset(${n}::jsonb) as d ("vacctId" int, "type" smallint, "skuId" int, "qty" numeric,
      "qtyAfter" numeric, "reservedAfter" numeric)`,
} as const

/** $1 to $9 are of the posting itself; the rows of each part follow in their order. */
const FIRST_PART = 10

/** The statement that writes these parts; a few different ones, which connections keep prepared. */
export function statementOf(parts: readonly Part[]): string {
  const ctes = parts.map(({ name }, at) => `"${name}" as (${PARTS[name](`$${FIRST_PART + at}`)})`)
  const heads = parts.some((part) => part.name === 'heads') ? '(select count(*)::int from "heads")' : '0'
  return `with "posting" as (
    insert into "stockPosting" ("postingSn", "sourceType", "sourceId", "sourceSn", "actionKey", "postDate", "operatorId", "reverseOfId",
      "remark", "createBy")
    values ($1::text || lpad(nextval('"stockPostingNo"')::text, 8, '0'), $2::text, $3::bigint, $4::text, $5::text, $6::date,
      $7::int, $8::bigint, $9::text, $7::int)
    on conflict ("sourceType", "sourceId", "actionKey") do nothing returning "id", "postingSn"
  )${ctes.map((one) => `, ${one}`).join('')}
  select "id" as "postingId", "postingSn", ${heads} as "heads" from "posting"`
}
