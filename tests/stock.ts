// What the tests of the ledger stand on: warehouses with their sections, skus, and what must hold after every posting.
import { sql } from 'kysely'
import type { LotGiven, StockSource } from '#domains/warehouse/stock/posting.ts'
import { receive } from '#domains/warehouse/stock/receive.server.ts'
import type { Db } from '#kit/server/database.ts'
import { asSystem } from '#kit/server/transaction.ts'

let made = 0

export interface TestWarehouse {
  id: number
  /** A01 存储区, a second one for picking, and the sections of the system by their types */
  sections: {
    store: number
    pick: number
    receiving: number
    staging: number
    returns: number
    bad: number
    difference: number
  }
}

/** A warehouse that serves every channel and city, with its sections. */
export async function openWarehouse(
  db: Db,
  {
    type = 1,
    channelIds = [1201, 1202, 1203, 1204, 1205],
    priority = 100,
  }: { type?: number; channelIds?: number[]; priority?: number } = {},
): Promise<TestWarehouse> {
  const code = `T${++made}-${Date.now() % 1_000_000}`
  const { rows } = await sql<{ id: number }>`
    insert into "warehouse" ("code", "name", "type", "districtId") values (${code}, ${code}, ${type}, 0) returning "id"`.execute(
    db,
  )
  const id = rows[0]?.id ?? 0
  await sql`insert into "wareHouseConfig" ("warehouseId", "channelIds", "priority", "sapPush")
    values (${id}, ${sql.val(channelIds)}::int[], ${priority}, 0)`.execute(db)
  const section = async (code: string, type: number, sellable: number): Promise<number> => {
    const added = await sql<{
      id: number
    }>`insert into "section" ("warehouseId", "code", "name", "type", "sellable")
      values (${id}, ${code}, ${code}, ${type}, ${sellable}) returning "id"`.execute(db)
    return added.rows[0]?.id ?? 0
  }
  return {
    id,
    sections: {
      store: await section('A01', 1, 1),
      pick: await section('B01', 2, 1),
      receiving: await section('SH', 3, 0),
      staging: await section('FH', 4, 1),
      returns: await section('TH', 5, 0),
      bad: await section('BL', 6, 0),
      difference: await section('CY', 8, 0),
    },
  }
}

interface SkuWish {
  storeName?: string
  batchManaged?: 0 | 1
  shelfLifeDays?: number | null
  stockMode?: 0 | 1
}

/** Bare skus, each of a product of its own. */
export async function addSkus(
  db: Db,
  count: number,
  { storeName = '测试商品', batchManaged = 0, shelfLifeDays = null, stockMode = 0 }: SkuWish = {},
): Promise<number[]> {
  const first = ++made
  const { rows } = await sql<{ id: number }>`
    with "made" as (insert into "product" ("productCode", "storeName", "keyword", "image", "batchManaged", "shelfLifeDays", "stockMode",
        "cateId", "unitId", "auditStatus", "repoStatus")
      select ${`T${first}-${Date.now() % 100_000}`} || '-' || n, ${storeName}, 't', '/a.jpg', ${batchManaged}, ${shelfLifeDays}::int, ${stockMode},
        '{1}', 1, 1, 1 from generate_series(1, ${count}) as n returning "id")
    insert into "sku" ("productId", "suk", "price", "otPrice") select "id", '', 100, 100 from "made" returning "id"`.execute(
    db,
  )
  return rows.map((row) => row.id)
}

/** Gives a sku a barcode of its own. */
export async function labelSku(db: Db, skuId: number, barCode: string): Promise<void> {
  const { rows } = await sql<{ productId: number }>`
    update "sku" set "barCode" = ${barCode} where "id" = ${skuId} returning "productId"`.execute(db)
  await sql`insert into "productBarcode" ("barCode", "productId") values (${barCode}, ${rows[0]?.productId})`.execute(
    db,
  )
}

let sources = 0
/** A document nobody else is. */
export function newSource(type = 'test'): StockSource {
  const id = ++sources + Date.now() * 10
  return { type, id, sn: `T${id}` }
}

/** Brings goods in: pieces, and yuan a piece. */
export const bring = (
  db: Db,
  at: { warehouseId: number; sectionId: number; skuId: number },
  pieces: number,
  price?: number,
  lot?: LotGiven,
) =>
  asSystem(db, (tx) =>
    receive(
      tx,
      { source: newSource('stockin'), action: 'post' },
      [
        {
          lineId: 1,
          ...at,
          q: pieces * 1000,
          ...(price === undefined ? {} : { price: price * 100 }),
          ...(lot ? { lot } : {}),
        },
      ],
      101,
    ),
  )

export interface HeadFigures {
  onHand: number
  reserved: number
  frozen: number
  available: number
  vAlloc: number
  vReserved: number
  publicAvail: number
  inTransit: number
  amount: number
}

export async function headOf(db: Db, warehouseId: number, skuId: number): Promise<HeadFigures> {
  const row = await db
    .selectFrom('stock')
    .select([
      'onHand',
      'reserved',
      'frozen',
      'available',
      'vAlloc',
      'vReserved',
      'publicAvail',
      'inTransit',
      'amount',
    ])
    .where('warehouseId', '=', warehouseId)
    .where('skuId', '=', skuId)
    .executeTakeFirst()
  return (
    row ?? {
      onHand: 0,
      reserved: 0,
      frozen: 0,
      available: 0,
      vAlloc: 0,
      vReserved: 0,
      publicAvail: 0,
      inTransit: 0,
      amount: 0,
    }
  )
}

/** An account of an owner; exclusive, and with public stock after its own, unless told otherwise. */
export async function openVacct(
  db: Db,
  {
    warehouseId,
    ownerType,
    ownerId,
    mode = 1,
    overflow = 1,
  }: { warehouseId: number; ownerType: number; ownerId: number; mode?: number; overflow?: number },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into "stockVacct" ("code", "name", "ownerType", "ownerId", "warehouseId", "mode", "overflow")
    values (${`V${++made}`}, ${`账户${made}`}, ${ownerType}, ${ownerId}, ${warehouseId}, ${mode}, ${overflow}) returning "id"`.execute(
    db,
  )
  return rows[0]?.id ?? 0
}

/** The lot row of a sku in a section. */
export async function placeOf(
  db: Db,
  { warehouseId, sectionId, skuId }: { warehouseId: number; sectionId: number; skuId: number },
): Promise<{ stockLotId: number }> {
  const row = await db
    .selectFrom('stockLot')
    .select('id')
    .where('warehouseId', '=', warehouseId)
    .where('sectionId', '=', sectionId)
    .where('skuId', '=', skuId)
    .executeTakeFirstOrThrow()
  return { stockLotId: row.id }
}
