import { sql } from 'kysely'
import { declareScene, holdersOf, notify } from '#domains/settings/settings.door.ts'
import { type Db, jsonText, type Tx } from '#kit/server/database.ts'
import { lockRow, updateRow } from '#kit/server/rows.ts'
import { touch } from '#kit/server/transaction.ts'
import { refuse } from '#kit/shared/errors.ts'
import { guardState } from '#kit/shared/states.ts'
import { movedDay } from '#kit/shared/time.ts'
import { countSoon } from '../count/soon.server.ts'
import { SECTION } from '../stock/sections.rules.ts'
import { warehouseAt } from './arrival.server.ts'
import { differenceOf, type Figures, type OwnLot, pairLots, totalOf } from './dailyStock.rules.ts'
import { dailyStockCalls } from './sapDailyFullStock.calls.ts'
import { FULL_STOCK, fullStockTable, sapDailyFullStock } from './sapDailyFullStock.entity.ts'

const MARK = 'sapStockDiff'

/** What those who may settle differences are told. Warehouse §13 sapCompare. */
export const stockDiffScene = declareScene({
  mark: MARK,
  type: 'SAP库存差异',
  description: 'SAP每日库存与系统库存比对后仍有差异时，通知能标记差异的人',
  sendType: 2,
  channels: ['notice'],
  content: '{day} {place} 的SAP库存与系统有{lines}行差异，请核实',
  link: '/wts/sapDailyFullStock/info/{id}',
})

interface Own extends OwnLot {
  productId: number
}

/** 待检 sections. Warehouse §5.1. */
const WAITING = [3, SECTION.returns]

/**
 * What we had at the end of a day, by product and lot: what stands there now less what moved since. Warehouse §5.1.
 */
export async function ownAt(db: Db, warehouseId: number, day: string): Promise<Own[]> {
  const end = endOf(day)
  const kind = (onHand: string, frozen: string, held: string, transit: string, of: string) => sql`
    sum(${sql.ref(`${of}.${onHand}`)} - ${sql.ref(`${of}.${frozen}`)} - ${sql.ref(`${of}.${held}`)}) as "labst",
    sum(${sql.ref(`${of}.${transit}`)}) as "umlme",
    sum(case when c."type" = any(${sql.val(WAITING)}::int[]) then ${sql.ref(`${of}.${held}`)} else 0 end) as "insme",
    sum(${sql.ref(`${of}.${frozen}`)} + case when c."type" = ${SECTION.bad} then ${sql.ref(`${of}.${held}`)} else 0 end) as "speme"`
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

const endOf = (day: string) => sql`(${movedDay(day, 1)}::timestamp at time zone 'Asia/Shanghai')`

/** Postings up to the end of the day that SAP does not know yet, whatever keeps them, the newest of each product. */
async function lagging(db: Db, warehouseId: number, day: string): Promise<Map<number, string>> {
  const { rows } = await sql<{ productId: number; postingSn: string }>`
    select distinct on (k."productId") k."productId", p."postingSn" from "stockPosting" p join "stockMove" m on m."postingId" = p."id"
    join "sku" k on k."id" = m."skuId"
    where p."sapSync" in (0, 2) and (p."isMayPushSap" = 1 or p."sapDescription" <> '') and m."warehouseId" = ${warehouseId}
      and m."createTime" >= (${day}::date - 7) and m."createTime" < ${endOf(day)}
    order by 1, p."id" desc`.execute(db)
  return new Map(rows.map((row) => [row.productId, row.postingSn]))
}

interface Line extends Figures {
  id: number
  productId: number
  charg: string
}

interface Compared {
  line: Line
  own: Figures
  diff: number
}

/** The lines that SAP told, each with ours; and what of ours SAP does not mention. */
async function pairAll(tx: Tx, id: number, own: readonly Own[]): Promise<{ pairs: Compared[]; left: Own[] }> {
  const { rows: lines } = await sql<Line>`
    select "id", "productId", "charg", ("labst" * 1000)::bigint as "labst", ("umlme" * 1000)::bigint as "umlme",
      ("insme" * 1000)::bigint as "insme", ("speme" * 1000)::bigint as "speme" from "sapDailyStockLine"
    where "fullStockId" = ${id} and "told" = 1 order by "lineNo"`.execute(tx)
  const ours = Map.groupBy(own, (one) => one.productId)
  const theirs = Map.groupBy(lines, (one) => one.productId)
  const pairs: Compared[] = []
  const left: Own[] = []
  for (const [productId, told] of theirs) {
    const found = pairLots(told, ours.get(productId) ?? [])
    pairs.push(...found.pairs.map((one) => ({ ...one, diff: differenceOf(one.line, one.own) })))
    left.push(...found.left)
  }
  for (const [productId, lots] of ours) if (!theirs.has(productId)) left.push(...wholeOf(productId, lots))
  return { pairs, left }
}

/** A material that SAP leaves out entirely is one line, whatever lots it has. */
function wholeOf(productId: number, lots: readonly Own[]): Own[] {
  const sum = (kind: keyof Figures) => lots.reduce((total, one) => total + one[kind], 0)
  const whole = { labst: sum('labst'), umlme: sum('umlme'), insme: sum('insme'), speme: sum('speme') }
  return totalOf(whole) === 0 ? [] : [{ ...whole, productId, lotNo: '' }]
}

/** What we have and SAP does not mention gets a line with nothing of SAP's, so that it differs; goods that SAP has no number for are ours alone. */
async function addUntold(tx: Tx, id: number, left: readonly Own[]): Promise<Compared[]> {
  await sql`delete from "sapDailyStockLine" where "fullStockId" = ${id} and "told" = 0`.execute(tx)
  const { rows } = await sql<{ id: number; productId: number; charg: string }>`
    insert into "sapDailyStockLine" ("fullStockId", "lineNo", "productId", "sapCode", "charg", "told")
    select ${id}, (select coalesce(max("lineNo"), 0) from "sapDailyStockLine" where "fullStockId" = ${id})
      + row_number() over (order by p."sapCode", r."lotNo"), p."id", p."sapCode", r."lotNo", 0
    from jsonb_to_recordset(${jsonText(left)}::jsonb) as r("productId" int, "lotNo" text) join "product" p on p."id" = r."productId"
    where p."sapCode" <> '' returning "id", "productId", "charg"`.execute(tx)
  return rows.flatMap((row) => {
    const own = left.find((one) => one.productId === row.productId && one.lotNo === row.charg)
    const line = { ...row, labst: 0, umlme: 0, insme: 0, speme: 0 }
    return own === undefined ? [] : [{ line, own, diff: differenceOf(line, own) }]
  })
}

/** 比对: our figures of 24:00 of the day beside those of SAP, line by line; those who settle differences hear of them. Warehouse §5.1, §10. */
export async function compare(tx: Tx, id: number): Promise<void> {
  const row = await lockRow(tx, sapDailyFullStock, id, { anyScope: true })
  guardState(fullStockTable, 'compare', row.status)
  const warehouseId = row.warehouseId ?? (await warehouseAt(tx, row))
  if (warehouseId === null)
    throw refuse(`工厂 ${row.sapPlant}/${row.sapStorageLocation} 未映射到仓库，不能比对`)
  const { pairs, left } = await pairAll(tx, id, await ownAt(tx, warehouseId, row.stockDate))
  const all = [...pairs, ...(await addUntold(tx, id, left))]
  await writeOwn(tx, all, await lagging(tx, warehouseId, row.stockDate))
  const sums = (of: (one: Compared) => number) => all.reduce((total, one) => total + of(one), 0) / 1000
  const diffLines = all.filter((one) => one.diff > 0).length
  await updateRow(
    tx,
    sapDailyFullStock,
    row,
    {
      ...{ warehouseId, sapQty: sums(({ line }) => totalOf(line)), ownQty: sums(({ own }) => totalOf(own)) },
      ...{ diffLines, diffQty: sums((one) => one.diff) },
      status: diffLines === 0 ? FULL_STOCK.same : FULL_STOCK.differs,
    },
    { anyField: true },
  )
  if (diffLines === 0) return
  const place = `${row.sapPlant}/${row.sapStorageLocation}`
  const params = { day: row.stockDate, place, lines: String(diffLines), id: String(id) }
  await notify(tx, MARK, await holdersOf(tx, dailyStockCalls.handled.permission), params, `sapStock:${id}`)
}

async function writeOwn(tx: Tx, all: readonly Compared[], lag: ReadonlyMap<number, string>): Promise<void> {
  const rows = all.map(({ line, own, diff }) => ({
    ...{ id: line.id, labst: own.labst / 1000, umlme: own.umlme / 1000, insme: own.insme / 1000 },
    ...{ speme: own.speme / 1000, diff: diff / 1000 },
    lagSn: diff > 0 ? (lag.get(line.productId) ?? '') : '',
  }))
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
export async function markHandled(tx: Tx, id: number, handleReason: string): Promise<void> {
  const row = await lockRow(tx, sapDailyFullStock, id)
  guardState(fullStockTable, 'handled', row.status)
  await updateRow(
    tx,
    sapDailyFullStock,
    row,
    { status: FULL_STOCK.handled, handleReason },
    { anyField: true },
  )
}
