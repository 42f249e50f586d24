import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { lockRow, updateRow } from '#kit/server/rows.ts'
import { actorOf, touch } from '#kit/server/transaction.ts'
import { conflict, notFound, refuse, refuseFields } from '#kit/shared/errors.ts'
import { toQ } from '../document/document.rules.ts'
import { decimalFaults } from '../document/document.server.ts'
import { takeScan } from '../scan/scanLog.server.ts'
import { NO_LOT } from '../stock/lotNo.ts'
import { DYNAMIC, FROZEN, SHEET, SHEET_STATES, stockCount } from './count.entity.ts'
import { accuracyOf, type Count, finalOf, worthOf } from './count.rules.ts'
import { refreshPlan, sectionsOfSheet } from './sheets.server.ts'

const ROUND_COLUMNS = { 1: 'firstQty', 2: 'secondQty', 3: 'thirdQty' } as const
type Round = keyof typeof ROUND_COLUMNS

const labelOf = (status: number): string => SHEET_STATES.find((one) => one.value === status)?.label ?? ''

/** 409 当前状态为{状态}，不能{动作}. */
function guard(row: Pick<Count, 'status'>, from: readonly number[], action: string): void {
  if (!from.includes(row.status)) throw conflict(`当前状态为${labelOf(row.status)}，不能${action}`)
}

/**
 * Begins a sheet: the book of this moment is kept. A frozen count locks its sections, so that nothing moves into or out of them
 * until it ends; what is under way ends first, for the heads are locked and postings look at the lock under it. 409 库区 {name}
 * 正在盘点（{countSn}），暂不能出入库. Warehouse §5.9.
 */
export async function startSheet(tx: Tx, id: number): Promise<Count> {
  const row = await lockRow(tx, stockCount, id)
  guard(row, [SHEET.new], '开始')
  const sections = await sectionsOfSheet(tx, id)
  if (row.countMode === FROZEN) {
    const { rows } = await sql<{ name: string; countSn: string }>`
      select "name", "countSn" from "section" where "id" = any(${sql.val(sections)}::int[]) order by "id" for update`.execute(
      tx,
    )
    const taken = rows.find((one) => one.countSn !== '' && one.countSn !== row.countSn)
    if (taken !== undefined) throw conflict(`库区 ${taken.name} 正在盘点（${taken.countSn}），暂不能出入库`)
    await sql`update "section" set "countSn" = ${row.countSn}, "updateTime" = now() where "id" = any(${sql.val(sections)}::int[])`.execute(
      tx,
    )
    touch(tx, 'section')
  }
  await sql`select 1 from "stock" where "warehouseId" = ${row.warehouseId} and "skuId" in
    (select "skuId" from "stockCountLine" where "countId" = ${id}) order by "warehouseId", "skuId" for update`.execute(
    tx,
  )
  await sql`update "stockCountLine" l set "bookQty" = coalesce(s."onHand", 0)
    from "stockCountLine" o left join "stockLot" s on s."sectionId" = o."sectionId" and s."skuId" = o."skuId" and s."lotId" = o."lotId"
    where l."id" = o."id" and o."countId" = ${id}`.execute(tx)
  const started = await updateRow(
    tx,
    stockCount,
    row,
    { status: SHEET.first, bookTime: new Date() },
    { anyField: true },
  )
  await refreshPlan(tx, row.planId)
  return started
}

interface Sheet
  extends Pick<
    Count,
    'id' | 'status' | 'countMode' | 'warehouseId' | 'firstBy' | 'secondBy' | 'supervisorId'
  > {}

/** The sheet, locked: its round ends only when whoever enters is through. */
async function openSheet(tx: Tx, id: number): Promise<{ sheet: Sheet; round: Round }> {
  const { rows } = await sql<Sheet>`
    select "id", "status", "countMode", "warehouseId", "firstBy", "secondBy", "supervisorId" from "stockCount"
    where "id" = ${id} and "isDel" = 0 for update`.execute(tx)
  const [sheet] = rows
  if (sheet === undefined) throw notFound()
  guard(sheet, [SHEET.first, SHEET.second, SHEET.third], '录入')
  const round: Round = sheet.status === SHEET.first ? 1 : sheet.status === SHEET.second ? 2 : 3
  return { sheet, round }
}

/** Whoever counts again is somebody else. 422 复盘人不能与初盘人相同. */
async function checkCounter(tx: Tx, { id }: Sheet, round: Round): Promise<void> {
  if (round !== 2) return
  const { adminId } = actorOf(tx)
  const { rows } =
    await sql`select 1 from "stockCountEntry" where "countId" = ${id} and "round" = 1 and "adminId" = ${adminId} limit 1`.execute(
      tx,
    )
  if (rows.length > 0) throw refuse('复盘人不能与初盘人相同')
}

interface Line {
  id: number
  skuId: number
  sectionId: number
  lotId: number
  now: number | null
  final: number | null
}

interface Entered {
  readonly lineId: number
  readonly qty: number
  readonly adds: 0 | 1
  readonly scanId: string
}

/**
 * Keeps what a person counted; a scan that is sent again counts once. A dynamic count reads the book of the line in this very
 * moment, under the lock of its head, so that what is sold meanwhile does no harm. Warehouse §5.9.
 */
export async function enterCounts(tx: Tx, id: number, given: readonly Entered[]): Promise<void> {
  const fresh = await unheard(tx, id, given)
  if (fresh.length === 0) return
  const { sheet, round } = await openSheet(tx, id)
  await checkCounter(tx, sheet, round)
  const column = sql.ref(ROUND_COLUMNS[round])
  const ids = fresh.map((one) => one.lineId)
  const { rows } = await sql<Line>`
    select "id", "skuId", "sectionId", "lotId", (${column} * 1000)::bigint as "now", (case when ${round} > 1 then "finalQty" end * 1000)::bigint as "final"
    from "stockCountLine" where "countId" = ${id} and "id" = any(${sql.val(ids)}::int[]) order by "id" for update`.execute(
    tx,
  )
  const lines = new Map(rows.map((row) => [row.id, row]))
  const faults = await decimalFaults(
    tx,
    fresh.flatMap(({ at, lineId, qty }) => {
      const { skuId } = lines.get(lineId) ?? {}
      return skuId === undefined ? [] : [{ skuId, qty, field: `lines.${at}.qty` }]
    }),
  )
  if (faults.length > 0) throw refuseFields(faults)
  if (sheet.countMode === DYNAMIC) await readBook(tx, sheet.warehouseId, ids)
  for (const { at, lineId, qty, adds, scanId } of fresh) {
    const line = lines.get(lineId)
    if (line === undefined) throw refuse('盘点明细不存在', `lines.${at}.lineId`)
    if (line.final !== null) throw refuse('该行已确认，不需要复盘', `lines.${at}.qty`)
    const delta = toQ(qty) - (adds === 1 ? 0 : (line.now ?? 0))
    await sql`insert into "stockCountEntry" ("countId", "lineId", "round", "adminId", "qty", "scanId")
      values (${id}, ${lineId}, ${round}, ${actorOf(tx).adminId}, ${delta}::numeric / 1000, ${scanId})`.execute(
      tx,
    )
    const whole = (line.now ?? 0) + delta
    if (whole < 0) throw refuse('实盘数量不能小于0', `lines.${at}.qty`)
    line.now = whole
    await sql`update "stockCountLine" set ${column} = ${whole}::numeric / 1000 where "id" = ${lineId}`.execute(
      tx,
    )
  }
  touch(tx, 'stockCountLine')
  await countLines(tx, id)
}

/** Of what was entered, the scans that have not counted yet, with their places in the input. */
async function unheard(tx: Tx, id: number, given: readonly Entered[]): Promise<(Entered & { at: number })[]> {
  const fresh: (Entered & { at: number })[] = []
  const source = { type: stockCount.name, id }
  for (const [at, one] of given.entries()) {
    const { scanId, qty } = one
    if (scanId === '' || (await takeScan(tx, { scanId, job: 'count', source, qty })) === null)
      fresh.push({ ...one, at })
  }
  return fresh
}

/** What stands there by the book now, of these lines. */
async function readBook(tx: Tx, warehouseId: number, ids: readonly number[]): Promise<void> {
  const named = sql.val([...ids])
  await sql`select 1 from "stock" where "warehouseId" = ${warehouseId} and "skuId" in
    (select "skuId" from "stockCountLine" where "id" = any(${named}::int[])) order by "warehouseId", "skuId" for update`.execute(
    tx,
  )
  await sql`update "stockCountLine" l set "bookQty" = coalesce(s."onHand", 0)
    from "stockCountLine" o left join "stockLot" s on s."sectionId" = o."sectionId" and s."skuId" = o."skuId" and s."lotId" = o."lotId"
    where l."id" = o."id" and o."id" = any(${named}::int[])`.execute(tx)
}

async function countLines(tx: Tx, id: number): Promise<void> {
  await sql`update "stockCount" set "countedCount" = (select count(*) from "stockCountLine" where "countId" = ${id}
      and coalesce("firstQty", "secondQty", "thirdQty") is not null),
    "lineCount" = (select count(*) from "stockCountLine" where "countId" = ${id}) where "id" = ${id}`.execute(
    tx,
  )
  touch(tx, 'stockCount')
}

/** Adds a line for goods that the book does not know there. */
export async function addFound(
  tx: Tx,
  id: number,
  { skuId, sectionId, lotNo, qty }: { skuId: number; sectionId: number; lotNo: string; qty: number },
): Promise<void> {
  const { sheet } = await openSheet(tx, id)
  const { rows: places } = await sql<{
    warehouseId: number
  }>`select "warehouseId" from "section" where "id" = ${sectionId}`.execute(tx)
  const faults = await decimalFaults(tx, [{ skuId, qty, field: 'qty' }])
  if (faults.length > 0) throw refuseFields(faults)
  if (places[0]?.warehouseId !== sheet.warehouseId) throw refuse('库区不属于该仓库', 'sectionId')
  const lot = lotNo.trim() || NO_LOT
  const { rows: lots } = await sql<{ id: number; expiryDate: string | null }>`
    select "id", "expiryDate"::text as "expiryDate" from "lot" where "skuId" = ${skuId} and lower("lotNo") = lower(${lot})`.execute(
    tx,
  )
  const [known] = lots
  if (known === undefined) throw refuse('该商品没有此批次，请先办理入库', 'lotNo')
  const { rows } = await sql<{ id: number }>`
    insert into "stockCountLine" ("countId", "seq", "sectionId", "skuId", "lotId", "lotNo", "expiryDate", "bookQty")
    select ${id}, coalesce(max("seq"), 0) + 1, ${sectionId}, ${skuId}, ${known.id}, ${lot}, ${known.expiryDate}::date, 0
    from "stockCountLine" where "countId" = ${id}
    on conflict do nothing returning "id"`.execute(tx)
  const [made] = rows
  if (made === undefined) throw refuse('该库区的此商品和批次已在盘点表中', 'skuId')
  await enterCounts(tx, id, [{ lineId: made.id, qty, adds: 0, scanId: '' }])
}

interface Rounded {
  id: number
  book: number
  first: number | null
  second: number | null
  third: number | null
  avgCost: number
}

const NEXT = { 1: SHEET.second, 2: SHEET.third, 3: SHEET.differing } as const

/**
 * Ends a round: lines that agree are final, the others are counted again; when none is left, the differences stand. 422 还有 {n}
 * 行未盘点. Warehouse §5.9.
 */
export async function finishRound(tx: Tx, id: number): Promise<void> {
  const row = await lockRow(tx, stockCount, id)
  guard(row, [SHEET.first, SHEET.second, SHEET.third], '完成本轮')
  const round: Round = row.status === SHEET.first ? 1 : row.status === SHEET.second ? 2 : 3
  const lines = await roundsOf(tx, id)
  const column = ({ 1: 'first', 2: 'second', 3: 'third' } as const)[round]
  const missing = lines.filter((line) => line[column] === null).length
  if (missing > 0) throw refuse(`还有 ${missing} 行未盘点`)
  const finals = lines.map((line) => finalOf(line, Number(row.tolerancePct), row.toleranceAmount))
  await sql`update "stockCountLine" l set "finalQty" = f."q"::numeric / 1000, "avgCost" = f."cost"
    from unnest(${sql.val(lines.map((one) => one.id))}::int[], ${sql.val(finals)}::bigint[],
      ${sql.val(lines.map((one) => one.avgCost))}::numeric[]) as f ("id", "q", "cost")
    where l."id" = f."id"`.execute(tx)
  touch(tx, 'stockCountLine')
  const isOver = finals.every((one) => one !== null)
  const status = isOver ? SHEET.differing : NEXT[round]
  await updateRow(
    tx,
    stockCount,
    row,
    { status, ...(isOver ? await differences(tx, id) : {}) },
    { anyField: true },
  )
  await refreshPlan(tx, row.planId)
}

/** Lines of a sheet that are not final yet, with what their goods cost now. */
async function roundsOf(tx: Tx, id: number): Promise<Rounded[]> {
  const { rows } = await sql<Rounded>`
    select l."id", (coalesce(l."bookQty", 0) * 1000)::bigint as "book", (l."firstQty" * 1000)::bigint as "first",
      (l."secondQty" * 1000)::bigint as "second", (l."thirdQty" * 1000)::bigint as "third", coalesce(s."avgCost", 0)::float8 as "avgCost"
    from "stockCountLine" l join "stockCount" c on c."id" = l."countId"
    left join "stock" s on s."warehouseId" = c."warehouseId" and s."skuId" = l."skuId"
    where l."countId" = ${id} and l."finalQty" is null order by l."id"`.execute(tx)
  return rows
}

/** Writes what every line differs by, and answers the sums for the sheet. */
async function differences(tx: Tx, id: number): Promise<Partial<Count>> {
  const { rows } = await sql<{ id: number; book: number; found: number; avgCost: number }>`
    select "id", (coalesce("bookQty", 0) * 1000)::bigint as "book", ("finalQty" * 1000)::bigint as "found",
      coalesce("avgCost", 0)::float8 as "avgCost" from "stockCountLine" where "countId" = ${id} order by "id"`.execute(
    tx,
  )
  const worths = rows.map(worthOf)
  await sql`update "stockCountLine" l set "diffQty" = l."finalQty" - coalesce(l."bookQty", 0), "diffAmount" = f."worth"
    from unnest(${sql.val(rows.map((one) => one.id))}::int[], ${sql.val(worths)}::bigint[]) as f ("id", "worth")
    where l."id" = f."id"`.execute(tx)
  const sum = (of: (at: number) => number) => rows.reduce((all, _row, at) => all + of(at), 0)
  const offOf = (at: number) => (rows[at]?.found ?? 0) - (rows[at]?.book ?? 0)
  const diffCount = rows.filter((_row, at) => offOf(at) !== 0).length
  return {
    diffCount,
    gainQty: sum((at) => Math.max(0, offOf(at))) / 1000,
    lossQty: sum((at) => Math.max(0, -offOf(at))) / 1000,
    gainAmount: sum((at) => Math.max(0, worths[at] ?? 0)),
    lossAmount: sum((at) => Math.max(0, -(worths[at] ?? 0))),
    accuracy: accuracyOf(rows.length, diffCount),
  }
}

/** Says why lines differ. */
export async function setReasons(
  tx: Tx,
  id: number,
  given: readonly { lineId: number; reason: number | null; note: string }[],
): Promise<void> {
  const row = await lockRow(tx, stockCount, id)
  guard(row, [SHEET.differing], '登记原因')
  for (const { lineId, reason, note } of given)
    await sql`update "stockCountLine" set "reason" = ${reason}, "note" = ${note} where "id" = ${lineId} and "countId" = ${id}`.execute(
      tx,
    )
  touch(tx, 'stockCountLine')
}

/** 422 请选择差异原因 while a line that differs has none. */
export async function checkReasons(db: Db, id: number): Promise<void> {
  const { rows } = await sql<{ seq: number }>`
    select "seq" from "stockCountLine" where "countId" = ${id} and "diffQty" <> 0 and "reason" is null order by "seq" limit 1`.execute(
    db,
  )
  if (rows[0] !== undefined) throw refuse(`请选择第${rows[0].seq}行的差异原因`)
}
