import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { type Db, jsonText, type Tx } from '#kit/server/database.ts'
import { insertRow, lockRow, updateRow } from '#kit/server/rows.ts'
import { touch } from '#kit/server/transaction.ts'
import { conflict, type FieldError, refuse, refuseFields } from '#kit/shared/errors.ts'
import { guardState } from '#kit/shared/states.ts'
import { movedDay, today } from '#kit/shared/time.ts'
import { countSoon } from '../count/soon.server.ts'
import { differenceOf, type Figures, totalOf } from './dailyStock.rules.ts'
import { BY_INTERFACE, FULL_STOCK, fullStockTable, sapDailyFullStock } from './sapDailyFullStock.entity.ts'

export interface Told {
  stockDate: string
  sapPlant: string
  sapStorageLocation: string
  lines: readonly {
    sapCode: string
    charg: string
    labst: number
    umlme: number
    insme: number
    speme: number
    meins: string
  }[]
}

/** The same lines in another order are the same. */
const hashOf = ({ lines }: Told): string => {
  const parts = lines.map((line) => JSON.stringify(line)).toSorted()
  return createHash('sha256').update(parts.join()).digest('hex')
}

/** The products of material numbers; lines that name none, and those that come twice, are all told. Warehouse §12. */
async function productsOf(db: Db, { lines }: Told): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; sapCode: string }>`
    select "id", lower("sapCode") as "sapCode" from "product" where "isDel" = 0 and "sapCode" <> ''
      and lower("sapCode") = any(${sql.val(lines.map((one) => one.sapCode.toLowerCase()))}::text[])`.execute(
    db,
  )
  const known = new Map(rows.map((row) => [row.sapCode, row.id]))
  const seen = new Set<string>()
  const faults: FieldError[] = []
  for (const [at, { sapCode, charg }] of lines.entries()) {
    const key = `${sapCode.toLowerCase()} ${charg.toLowerCase()}`
    if (!known.has(sapCode.toLowerCase()))
      faults.push({ field: `lines.${at}.sapCode`, message: `第${at + 1}行：物料 ${sapCode} 未映射` })
    else if (seen.has(key))
      faults.push({ field: `lines.${at}.sapCode`, message: `第${at + 1}行：物料 ${sapCode} 批次重复` })
    seen.add(key)
  }
  if (faults.length > 0) throw refuseFields(faults)
  return known
}

/** The warehouse of a plant and storage location; null: none has them, so that nothing can be compared. */
async function warehouseOf(db: Db, { sapPlant, sapStorageLocation }: Told): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select "id" from "warehouse" where "isDel" = 0 and "status" = 1 and lower("sapPlant") = lower(${sapPlant})
      and lower("sapStorageLocation") = lower(${sapStorageLocation}) order by "id" limit 1`.execute(db)
  return rows[0]?.id ?? null
}

/**
 * Takes what SAP says of a day and place, whole or not at all. The same again changes nothing; something else for the same day replaces what
 * is not settled yet, which stays as 已被替换. 422 第{n}行：物料 {matnr} 未映射 (all rows), 库存日期不能晚于今天, 409 凭证 {no} 已存在且内容不同.
 * Warehouse §5.1, §12.
 */
export async function takeFullStock(
  tx: Tx,
  told: Told,
  more: { source: 1 | 2 | 3; batchNo?: string; remark?: string },
): Promise<{ id: number; repeated: boolean }> {
  if (told.stockDate > today()) throw refuse('库存日期不能晚于今天', 'stockDate')
  const { stockDate, sapPlant, sapStorageLocation } = told
  const place = `${stockDate} ${sapPlant.toLowerCase()} ${sapStorageLocation.toLowerCase()}`
  await sql`select pg_advisory_xact_lock(hashtext('sapDailyFullStock'), hashtext(${place}))`.execute(tx)
  const products = await productsOf(tx, told)
  const contentHash = hashOf(told)
  const { rows } = await sql<{ id: number; contentHash: string; status: number; source: number }>`
    select "id", "contentHash", "status", "source" from "sapDailyFullStock" where "stockDate" = ${stockDate}::date and "isDel" = 0 and "status" <> 9
      and lower("sapPlant") = lower(${sapPlant}) and lower("sapStorageLocation") = lower(${sapStorageLocation})`.execute(
    tx,
  )
  const [known] = rows
  if (known?.contentHash === contentHash) return { id: known.id, repeated: true }
  if (known !== undefined) {
    if (more.source !== BY_INTERFACE && known.source === BY_INTERFACE)
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
      ...{ stockDate, sapPlant, sapStorageLocation, warehouseId: await warehouseOf(tx, told) },
      ...{ source: more.source, batchNo: more.batchNo ?? '', remark: more.remark ?? '' },
      ...{ receiveTime: new Date(), lineCount: told.lines.length, contentHash },
    },
    { anyScope: true },
  )
  await sql`update "sapDailyFullStock" set "rawPayload" = ${jsonText(told)}::jsonb where "id" = ${row.id}`.execute(
    tx,
  )
  await writeLines(tx, row.id, told, products)
  if (row.warehouseId !== null) await compare(tx, row.id)
  return { id: row.id, repeated: false }
}

async function writeLines(
  tx: Tx,
  id: number,
  { lines }: Told,
  products: ReadonlyMap<string, number>,
): Promise<void> {
  const rows = lines.map((line, at) => ({
    ...line,
    lineNo: at + 1,
    productId: products.get(line.sapCode.toLowerCase()) ?? 0,
  }))
  await sql`insert into "sapDailyStockLine" ("fullStockId", "lineNo", "productId", "sapCode", "charg", "labst", "umlme", "insme", "speme", "meins")
    select ${id}, r.* from jsonb_to_recordset(${jsonText(rows)}::jsonb) as r("lineNo" int, "productId" int, "sapCode" text, "charg" text,
      "labst" numeric, "umlme" numeric, "insme" numeric, "speme" numeric, "meins" text)`.execute(tx)
  touch(tx, 'sapDailyStockLine')
}

interface Own extends Figures {
  productId: number
  lotNo: string
}

/** 待检 and 不良品 sections. Warehouse §5.1. */
const WAITING = [3, 5]
const BAD = 6

/**
 * What we had at the end of a day, by product and lot: what stands there now less what moved since. Warehouse §5.1.
 */
async function ownAt(db: Db, warehouseId: number, day: string): Promise<Own[]> {
  const end = sql`(${movedDay(day, 1)}::timestamp at time zone 'Asia/Shanghai')`
  const kind = (onHand: string, frozen: string, held: string, transit: string, of: string) => sql`
    sum(${sql.ref(`${of}.${onHand}`)} - ${sql.ref(`${of}.${frozen}`)} - ${sql.ref(`${of}.${held}`)}) as "labst",
    sum(${sql.ref(`${of}.${transit}`)}) as "umlme",
    sum(case when c."type" = any(${sql.val(WAITING)}::int[]) then ${sql.ref(`${of}.${held}`)} else 0 end) as "insme",
    sum(${sql.ref(`${of}.${frozen}`)} + case when c."type" = ${BAD} then ${sql.ref(`${of}.${held}`)} else 0 end) as "speme"`
  const { rows } = await sql<Own>`
    with "here" as (select k."productId", s."lotNo", ${kind('onHand', 'frozen', 'held', 'inTransit', 's')}
        from "stockLot" s join "sku" k on k."id" = s."skuId" left join "section" c on c."id" = s."sectionId"
        where s."warehouseId" = ${warehouseId} group by 1, 2),
      "since" as (select k."productId", l."lotNo", ${kind('dOnHand', 'dFrozen', 'dHeld', 'dInTransit', 'm')}
        from "stockMove" m join "stockLot" l on l."id" = m."stockLotId" join "sku" k on k."id" = m."skuId"
        left join "section" c on c."id" = l."sectionId"
        where m."warehouseId" = ${warehouseId} and m."createTime" >= ${end} group by 1, 2)
    select h."productId", h."lotNo", ((h."labst" - coalesce(s."labst", 0)) * 1000)::bigint as "labst",
      ((h."umlme" - coalesce(s."umlme", 0)) * 1000)::bigint as "umlme", ((h."insme" - coalesce(s."insme", 0)) * 1000)::bigint as "insme",
      ((h."speme" - coalesce(s."speme", 0)) * 1000)::bigint as "speme"
    from "here" h left join "since" s on s."productId" = h."productId" and s."lotNo" = h."lotNo"`.execute(db)
  return rows
}

/** Postings of goods that SAP has not taken yet, the newest of each product. */
async function lagging(db: Db, warehouseId: number, day: string): Promise<Map<number, string>> {
  const { rows } = await sql<{ productId: number; postingSn: string }>`
    select distinct on (k."productId") k."productId", p."postingSn" from "stockPosting" p join "stockMove" m on m."postingId" = p."id"
    join "sku" k on k."id" = m."skuId"
    where p."sapSync" in (0, 2) and p."isMayPushSap" = 1 and m."warehouseId" = ${warehouseId} and m."createTime" >= (${day}::date - 7)
    order by 1, p."id" desc`.execute(db)
  return new Map(rows.map((row) => [row.productId, row.postingSn]))
}

/** What we have and SAP does not mention gets a line with nothing of SAP's, so that it differs. */
async function addUntold(tx: Tx, id: number, own: readonly Own[]): Promise<void> {
  const held = own.filter((one) => totalOf(one) !== 0).map((one) => one.productId)
  await sql`insert into "sapDailyStockLine" ("fullStockId", "lineNo", "productId", "sapCode")
    select ${id}, (select coalesce(max("lineNo"), 0) from "sapDailyStockLine" where "fullStockId" = ${id})
      + row_number() over (order by p."sapCode"), p."id", p."sapCode" from "product" p
    where p."id" = any(${sql.val([...new Set(held)])}::int[]) and p."sapCode" <> ''
      and not exists (select from "sapDailyStockLine" l where l."fullStockId" = ${id} and l."productId" = p."id")`.execute(
    tx,
  )
}

interface Line extends Figures {
  id: number
  productId: number
  charg: string
}

/** 比对: our figures of 24:00 of the day beside those of SAP, line by line; lots are compared where SAP names them. Warehouse §5.1, §10. */
export async function compare(tx: Tx, id: number): Promise<void> {
  const row = await lockRow(tx, sapDailyFullStock, id, { anyScope: true })
  guardState(fullStockTable, 'compare', row.status)
  const warehouseId = row.warehouseId ?? (await warehouseOf(tx, { ...row, lines: [] }))
  if (warehouseId === null)
    throw refuse(`工厂 ${row.sapPlant}/${row.sapStorageLocation} 未映射到仓库，不能比对`)
  const own = await ownAt(tx, warehouseId, row.stockDate)
  await addUntold(tx, id, own)
  const { rows: lines } = await sql<Line>`
    select "id", "productId", "charg", ("labst" * 1000)::bigint as "labst", ("umlme" * 1000)::bigint as "umlme",
      ("insme" * 1000)::bigint as "insme", ("speme" * 1000)::bigint as "speme" from "sapDailyStockLine"
    where "fullStockId" = ${id} order by "lineNo"`.execute(tx)
  const lag = await lagging(tx, warehouseId, row.stockDate)
  const told = lines.map((line) => {
    const same = own.filter(
      (one) =>
        one.productId === line.productId &&
        (line.charg === '' || one.lotNo.toLowerCase() === line.charg.toLowerCase()),
    )
    const sum = (kind: keyof Figures) => same.reduce((total, one) => total + one[kind], 0)
    const ours = { labst: sum('labst'), umlme: sum('umlme'), insme: sum('insme'), speme: sum('speme') }
    return { line, ours, diff: differenceOf(line, ours) }
  })
  await writeOwn(
    tx,
    told.map(({ line, ours, diff }) => ({
      ...{ id: line.id, labst: ours.labst / 1000, umlme: ours.umlme / 1000, insme: ours.insme / 1000 },
      ...{ speme: ours.speme / 1000, diff: diff / 1000 },
      lagSn: diff > 0 ? (lag.get(line.productId) ?? '') : '',
    })),
  )
  const sums = (of: (one: (typeof told)[number]) => number) =>
    told.reduce((total, one) => total + of(one), 0) / 1000
  const diffLines = told.filter((one) => one.diff > 0).length
  await updateRow(
    tx,
    sapDailyFullStock,
    row,
    {
      ...{
        warehouseId,
        sapQty: sums(({ line }) => totalOf(line)),
        ownQty: sums(({ ours }) => totalOf(ours)),
      },
      ...{ diffLines, diffQty: sums((one) => one.diff) },
      status: diffLines === 0 ? FULL_STOCK.same : FULL_STOCK.differs,
    },
    { anyField: true },
  )
}

async function writeOwn(tx: Tx, rows: readonly object[]): Promise<void> {
  await sql`update "sapDailyStockLine" l set "ownLabst" = r."labst", "ownUmlme" = r."umlme", "ownInsme" = r."insme",
      "ownSpeme" = r."speme", "diffQty" = r."diff", "lagSn" = r."lagSn", "updateTime" = now()
    from jsonb_to_recordset(${jsonText(rows)}::jsonb) as r("id" int, "labst" numeric, "umlme" numeric, "insme" numeric, "speme" numeric,
      "diff" numeric, "lagSn" text) where l."id" = r."id"`.execute(tx)
  touch(tx, 'sapDailyStockLine')
}

/** 生成盘点: what differs goes on the next daily count. 422 没有差异. Warehouse §5.1. */
export async function countDifferences(tx: Tx, id: number): Promise<void> {
  const row = await lockRow(tx, sapDailyFullStock, id)
  guardState(fullStockTable, 'toCount', row.status)
  const { rows } = await sql<{ skuId: number }>`
    select distinct k."id" as "skuId" from "sapDailyStockLine" l join "sku" k on k."productId" = l."productId" and k."isDel" = 0
    join "stockLot" s on s."skuId" = k."id" and s."warehouseId" = ${row.warehouseId} and s."onHand" > 0
    where l."fullStockId" = ${id} and l."diffQty" > 0 order by 1`.execute(tx)
  if (rows.length === 0) throw refuse('差异商品在仓库中没有库存，无需盘点')
  await countSoon(
    tx,
    row.warehouseId ?? 0,
    rows.map((one) => one.skuId),
  )
}

/** 标记已处理: somebody has looked at what differs. Warehouse §5.1. */
export async function markHandled(tx: Tx, id: number, reason: string): Promise<void> {
  const row = await lockRow(tx, sapDailyFullStock, id)
  guardState(fullStockTable, 'handled', row.status)
  await updateRow(
    tx,
    sapDailyFullStock,
    row,
    { status: FULL_STOCK.handled, remark: reason },
    { anyField: true },
  )
}

/** What was typed by hand is changed as long as nobody compared or settled it. Warehouse §5.1. */
export async function changeFullStock(tx: Tx, id: number, told: Told & { remark: string }): Promise<void> {
  const row = await lockRow(tx, sapDailyFullStock, id)
  if (row.source === BY_INTERFACE) throw conflict('接口接收的数据不能修改')
  guardState(fullStockTable, 'edit', row.status)
  await updateRow(tx, sapDailyFullStock, row, { status: FULL_STOCK.replaced }, { anyField: true })
  await sql`update "sapDailyFullStock" set "isDel" = 1 where "id" = ${id}`.execute(tx)
  const { repeated } = await takeFullStock(tx, told, {
    source: row.source === 2 ? 2 : 3,
    remark: told.remark,
  })
  if (repeated) throw conflict('该库存日期和地点的相同数据已存在')
}
