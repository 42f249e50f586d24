import { sql } from 'kysely'
import { jsonText, type Tx } from '#kit/server/database.ts'
import { insertRow, lockRow, updateRow } from '#kit/server/rows.ts'
import { touch } from '#kit/server/transaction.ts'
import { conflict, type FieldError, refuse, refuseFields } from '#kit/shared/errors.ts'
import type { RowOf } from '#kit/shared/field.ts'
import { guardState } from '#kit/shared/states.ts'
import { today } from '#kit/shared/time.ts'
import {
  type Arrival,
  digestOf,
  keepRaw,
  lockKey,
  materialFaults,
  placeOf,
  productsOf,
} from './arrival.server.ts'
import { compare } from './dailyCompare.server.ts'
import {
  FULL_STOCK,
  type fullStockLine,
  fullStockTable,
  sapDailyFullStock,
} from './sapDailyFullStock.entity.ts'
import { BY_INTERFACE } from './sapSource.ts'

export interface Told {
  stockDate: string
  sapPlant: string
  sapStorageLocation: string
  lines: readonly RowOf<typeof fullStockLine>[]
}

const TWICE = {
  keyOf: ({ sapCode, charg }: Told['lines'][number]) => `${sapCode} ${charg}`,
  text: ({ sapCode }: Told['lines'][number]) => `物料 ${sapCode} 批次重复`,
  field: 'sapCode',
}

/** What is wrong with lines, all of it; and the products they mean. Warehouse §12. */
export async function checkLines(
  tx: Parameters<typeof productsOf>[0],
  lines: Told['lines'],
): Promise<{ products: Map<string, number>; faults: FieldError[] }> {
  const products = await productsOf(tx, lines)
  return { products, faults: materialFaults(lines, products, TWICE) }
}

async function readTold(tx: Tx, told: Told): Promise<Map<string, number>> {
  if (told.stockDate > today()) throw refuse('库存日期不能晚于今天', 'stockDate')
  const { stockDate, sapPlant, sapStorageLocation } = told
  await lockKey(tx, sapDailyFullStock, `${stockDate} ${sapPlant} ${sapStorageLocation}`)
  const { products, faults } = await checkLines(tx, told.lines)
  if (faults.length > 0) throw refuseFields(faults)
  return products
}

/** The record that counts for the day and place of what is told. */
async function knownOf(tx: Tx, { stockDate, sapPlant, sapStorageLocation }: Told) {
  const { rows } = await sql<{ id: number; contentHash: string; status: number; source: number }>`
    select "id", "contentHash", "status", "source" from "sapDailyFullStock" where "stockDate" = ${stockDate}::date and "isDel" = 0 and "status" <> 9
      and lower("sapPlant") = lower(${sapPlant}) and lower("sapStorageLocation") = lower(${sapStorageLocation})`.execute(
    tx,
  )
  return rows[0]
}

/**
 * Takes what SAP says of a day and place, whole or not at all. The same again changes nothing; something else for the same day replaces what
 * is not settled yet, which stays as 已被替换. 422 第{n}行：物料 {matnr} 未映射 (all rows), 库存日期不能晚于今天, 409 凭证 {no} 已存在且内容不同.
 * Warehouse §5.1, §12.
 */
export async function takeFullStock(
  tx: Tx,
  told: Told,
  { source, batchNo = '', remark = '', raw }: Arrival,
): Promise<{ id: number; repeated: boolean }> {
  const products = await readTold(tx, told)
  const { stockDate, sapPlant, sapStorageLocation } = told
  const warehouseId = await placeOf(tx, told, source)
  const contentHash = digestOf(told.lines)
  const known = await knownOf(tx, told)
  if (known?.contentHash === contentHash) return { id: known.id, repeated: true }
  if (known !== undefined) {
    if (source !== BY_INTERFACE && known.source === BY_INTERFACE)
      throw conflict('该库存日期和地点已有接口数据，不能手工录入')
    if (known.status === FULL_STOCK.handled)
      throw conflict(`凭证 ${stockDate} ${sapPlant}/${sapStorageLocation} 已存在且内容不同`)
    const before = await lockRow(tx, sapDailyFullStock, known.id, { anyScope: true })
    await updateRow(tx, sapDailyFullStock, before, { status: FULL_STOCK.replaced }, { anyField: true })
  }
  const row = await insertRow(
    tx,
    sapDailyFullStock,
    {
      ...{ stockDate, sapPlant, sapStorageLocation, warehouseId, source, batchNo, remark },
      ...{ receiveTime: new Date(), lineCount: told.lines.length, contentHash },
    },
    { anyScope: true },
  )
  await keepRaw(tx, sapDailyFullStock, row.id, raw)
  await writeLines(tx, row.id, told, products)
  if (warehouseId !== null) await compare(tx, row.id)
  return { id: row.id, repeated: false }
}

/** The lines as they are told now; one of the same material and batch stays the row it is. */
async function writeLines(
  tx: Tx,
  id: number,
  { lines }: Told,
  products: ReadonlyMap<string, number>,
): Promise<void> {
  const rows = jsonText(
    lines.map((line, at) => ({
      ...line,
      lineNo: at + 1,
      productId: products.get(line.sapCode.toLowerCase()) ?? 0,
    })),
  )
  const given = sql`jsonb_to_recordset(${rows}::jsonb) as r("lineNo" int, "productId" int, "sapCode" text, "charg" text,
      "labst" numeric, "umlme" numeric, "insme" numeric, "speme" numeric, "meins" text)`
  const same = sql`lower(l."sapCode") = lower(r."sapCode") and lower(l."charg") = lower(r."charg")`
  await sql`delete from "sapDailyStockLine" l where l."fullStockId" = ${id} and not exists (select from ${given} where ${same})`.execute(
    tx,
  )
  await sql`update "sapDailyStockLine" l set "lineNo" = r."lineNo", "productId" = r."productId", "sapCode" = r."sapCode", "charg" = r."charg",
      "labst" = r."labst", "umlme" = r."umlme", "insme" = r."insme", "speme" = r."speme", "meins" = r."meins", "told" = 1, "updateTime" = now()
    from ${given} where l."fullStockId" = ${id} and ${same}`.execute(tx)
  await sql`insert into "sapDailyStockLine" ("fullStockId", "lineNo", "productId", "sapCode", "charg", "labst", "umlme", "insme", "speme", "meins")
    select ${id}, r.* from ${given}
    where not exists (select from "sapDailyStockLine" l where l."fullStockId" = ${id} and ${same})`.execute(
    tx,
  )
  touch(tx, 'sapDailyStockLine')
}

/** What was typed or imported is changed as long as nobody has compared it; the record and its lines stay who they are. Warehouse §5.1. */
export async function changeFullStock(
  tx: Tx,
  id: number,
  version: number | null,
  told: Told & { remark: string },
): Promise<void> {
  const row = await lockRow(tx, sapDailyFullStock, id, { version })
  if (row.source === BY_INTERFACE) throw conflict('接口接收的数据不能修改')
  guardState(fullStockTable, 'edit', row.status)
  const products = await readTold(tx, told)
  const known = await knownOf(tx, told)
  if (known !== undefined && known.id !== id)
    throw conflict(`${told.stockDate} ${told.sapPlant}/${told.sapStorageLocation} 已有SAP库存`)
  const { stockDate, sapPlant, sapStorageLocation, remark, lines } = told
  const warehouseId = await placeOf(tx, told, row.source)
  await updateRow(
    tx,
    sapDailyFullStock,
    row,
    {
      ...{ stockDate, sapPlant, sapStorageLocation, remark, warehouseId },
      ...{ lineCount: lines.length, contentHash: digestOf(lines) },
    },
    { anyField: true },
  )
  await writeLines(tx, id, told, products)
  if (warehouseId !== null) await compare(tx, id)
}
