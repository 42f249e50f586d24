import { sql } from 'kysely'
import { type StockDoor, writeTypedStock } from '#domains/catalog/catalog.door.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { conflict, refuse } from '#kit/shared/errors.ts'
import { availableOf, enter, madeHead, publicOf } from './book.rules.ts'
import { ensureLots, ensurePlaces } from './places.server.ts'
import { publicShort } from './pool.rules.ts'
import { postStock } from './post.server.ts'

/** Source of 自填库存调整. */
const SOURCE = 'product'

/**
 * The stock of the catalog's pages, in base units: what is available over all warehouses. A sku that the ledger has never had
 * shows the figure it was given before there was one. Typed stock (stockMode 1) becomes a movement 167 in the virtual warehouse.
 * Doors §3 declareStock.
 */
export const ledgerStock: StockDoor = {
  async onHand(db, skuIds) {
    if (skuIds.length === 0) return new Map()
    const { rows } = await sql<{ id: number; stock: number }>`
      select k."id", coalesce(sum(s."available"), k."stock") as "stock"
      from "sku" k left join "stock" s on s."skuId" = k."id"
      where k."id" = any(${sql.val([...skuIds])}::int[]) group by k."id"`.execute(db)
    return new Map(rows.map((row) => [row.id, row.stock]))
  },

  async adjust(tx, productId, lines) {
    const product = await tx
      .selectFrom('product')
      .select(['productCode', 'stockMode'])
      .where('id', '=', productId)
      .executeTakeFirst()
    // What stands in real warehouses comes by documents.
    if (product?.stockMode !== 1 || lines.length === 0) return
    const warehouseId = await virtualWarehouse(tx)
    const wanted = lines.map(({ skuId, stock }) => ({ skuId, q: Math.round(stock * 1000) }))
    if (wanted.some((one) => one.q < 0)) throw refuse('库存不能小于0', 'stock')
    const lots = await ensureLots(tx, wanted, false)
    const pairs = wanted.map(({ skuId }) => ({ warehouseId, skuId }))
    const source = { type: SOURCE, id: productId, sn: product.productCode }
    const action = `typed:${await nextAction(tx, productId)}`
    await postStock(tx, { source, action }, { pairs, create: true, lots: true }, async (book) => {
      const places = await ensurePlaces(
        tx,
        book,
        wanted.map(({ skuId }, at) => ({ warehouseId, sectionId: 0, skuId, lotId: lots[at] ?? 0 })),
      )
      for (const [at, { skuId, q }] of wanted.entries()) {
        const head = madeHead(book, warehouseId, skuId)
        const change = q - availableOf(head)
        const lot = places[at]
        if (change === 0 || lot === undefined) continue
        if (publicOf(head) + change < 0) throw publicShort(head)
        enter(book, { moveType: 167, lineId: skuId, head, lot, d: { onHand: change } })
      }
    })
    await writeTypedStock(tx, productId, lines)
  },
}

/** The one warehouse of goods whose stock is typed, made when it is first needed. */
async function virtualWarehouse(tx: Tx): Promise<number> {
  const known = await virtualId(tx)
  if (known !== undefined) return known
  await sql`with "made" as (
      insert into "warehouse" ("code", "name", "type", "districtId") values ('XN-01', '虚拟仓', 5, 0)
      on conflict do nothing returning "id")
    insert into "wareHouseConfig" ("warehouseId", "channelIds", "sapPush") select "id", '{1201,1202,1203,1204,1205}', 0
    from "made"`.execute(tx)
  const made = await virtualId(tx)
  if (made === undefined) throw conflict('请先启用虚拟仓')
  return made
}

async function virtualId(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select "id" from "warehouse" where "type" = 5 and "isDel" = 0 and "status" = 1 order by "id" limit 1`.execute(
    db,
  )
  return rows[0]?.id
}

/** Counted under the product's lock, which whoever types stock holds. */
async function nextAction(tx: Tx, productId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int + 1 as "n" from "stockPosting" where "sourceType" = ${SOURCE} and "sourceId" = ${productId}`.execute(
    tx,
  )
  return rows[0]?.n ?? 1
}
