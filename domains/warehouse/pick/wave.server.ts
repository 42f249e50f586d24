import { type RawBuilder, sql } from 'kysely'
import { type Db, jsonText, type Tx } from '#kit/server/database.ts'
import { nextNumber, nextValues } from '#kit/server/number.ts'
import { insertRows, lockRows, updateRows } from '#kit/server/rows.ts'
import { rowScope, scopeCondition } from '#kit/server/scope.ts'
import { actorOf, touch } from '#kit/server/transaction.ts'
import type { Who } from '#kit/server/who.ts'
import type { InOf } from '#kit/shared/call.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { refuse } from '#kit/shared/errors.ts'
import { dayKey } from '#kit/shared/time.ts'
import { openTerms } from '../document/document.server.ts'
import { shipTask, TASK } from '../ship/shipTask.entity.ts'
import { markShort } from '../ship/short.server.ts'
import { noteDoor } from '../stock/declare.server.ts'
import { allocateGroups, type Bound } from '../stock/groups.server.ts'
import { customerDays } from './customerDays.server.ts'
import type { pickCalls } from './pick.calls.ts'
import { PICK, pickList, pickListLine } from './pickList.entity.ts'

/** `singleFirst`: tasks of one line stand before others of the same urgency. */
type Wanted = InOf<typeof pickCalls.generate> & { singleFirst?: 0 | 1 }
type Task = EntityRow<typeof shipTask>

/** The waiting tasks that are meant, the urgent and older ones first. */
async function meant(
  db: Db,
  who: Who,
  wanted: Wanted,
  most: number,
): Promise<{ id: number; noteId: number }[]> {
  const { warehouseId, planDate, channelIds, logisticsModes, priority, taskIds, singleFirst = 0 } = wanted
  const scope = scopeCondition(await rowScope(db, who, shipTask), shipTask.name)
  const conditions: RawBuilder<unknown>[] = [
    ...(planDate === null ? [] : [sql`"planDate" <= ${planDate}::date`]),
    ...(channelIds.length === 0 ? [] : [sql`"channelId" = any(${sql.val(channelIds)}::int[])`]),
    ...(logisticsModes.length === 0 ? [] : [sql`"logisticsMode" = any(${sql.val(logisticsModes)}::int[])`]),
    ...(priority === null ? [] : [sql`"priority" = ${priority}`]),
    ...(taskIds.length === 0 ? [] : [sql`"id" = any(${sql.val(taskIds)}::int[])`]),
    ...(scope === null ? [] : [sql`${scope}`]),
  ]
  const { rows } = await sql<{ id: number; noteId: number }>`
    select "id", "noteId" from "shipTask" where "isDel" = 0 and "status" = ${TASK.waits} and "interceptFlag" = 0
      and "warehouseId" = ${warehouseId} ${sql.join(
        conditions.map((one) => sql`and ${one}`),
        sql` `,
      )}
    order by "priority", case when ${singleFirst} = 1 and "lineCount" > 1 then 1 else 0 end, "planDate", "rank", "id"
    limit ${most}`.execute(db)
  return rows
}

async function termsOf(db: Db, wanted: Wanted) {
  const { config } = await openTerms(db, wanted.warehouseId)
  return {
    most: wanted.maxTasks ?? config.waveMax,
    pickType: wanted.pickType ?? config.pickMode,
    slotCount: config.slotCount,
  }
}

/** What a wave would take, and which goods would be missing. Warehouse §5.2. */
export async function previewWave(db: Db, who: Who, wanted: Wanted) {
  const { most } = await termsOf(db, wanted)
  const ids = (await meant(db, who, wanted, most)).map((one) => one.id)
  const { rows } = await sql<{ lineCount: number; totalQty: number; boxes: number }>`
    select coalesce(sum("lineCount"), 0)::int as "lineCount", coalesce(sum("totalQty"), 0) as "totalQty",
      coalesce(sum("boxes"), 0)::int as "boxes"
    from "shipTask" where "id" = any(${sql.val(ids)}::int[])`.execute(db)
  const { rows: shortages } = await sql<{ skuId: number; name: string; need: number; free: number }>`
    select n."skuId", p."storeName" || k."suk" as "name", n."need", coalesce(f."free", 0) as "free"
    from (select "skuId", sum("qty" - "shortQty") as "need" from "shipTaskLine" where "taskId" = any(${sql.val(ids)}::int[])
        and "isDel" = 0 group by 1) n
    left join lateral (select sum(s."lotFree") as "free" from "stockLot" s join "section" c on c."id" = s."sectionId"
        and c."sellable" = 1 and c."status" = 1 and c."countSn" = ''
      where s."skuId" = n."skuId" and s."warehouseId" = ${wanted.warehouseId} and s."lotFree" > 0
        and (s."expiryDate" is null or s."expiryDate" >= current_date)) f on true
    join "sku" k on k."id" = n."skuId" join "product" p on p."id" = k."productId"
    where n."need" > coalesce(f."free", 0) order by n."skuId" limit 100`.execute(db)
  const sums = rows[0] ?? { lineCount: 0, totalQty: 0, boxes: 0 }
  return { ...sums, taskCount: ids.length, totalQty: Number(sums.totalQty), shortages }
}

interface TaskLine {
  id: number
  taskId: number
  skuId: number
  q: number
  reserveType: string
  reserveSn: string
  reserveLineId: number
}

async function linesOf(db: Db, taskIds: readonly number[]): Promise<TaskLine[]> {
  const { rows } = await sql<TaskLine>`
    select "id", "taskId", "skuId", (("qty" - "shortQty") * 1000)::bigint as "q", "reserveType", "reserveSn", "reserveLineId"
    from "shipTaskLine" where "taskId" = any(${sql.val([...taskIds])}::int[]) and "isDel" = 0 and "qty" > "shortQty"
    order by "id"`.execute(db)
  return rows
}

/**
 * Makes a wave of the tasks that are meant: their reservations are bound to lots, what cannot be bound whole becomes 缺货 and its
 * order hears of it, and the rest gets pick lists, one a task or one for as many tasks as there are slots. 422 没有可拣货的出库任务.
 * Warehouse §5.2, §8.
 */
export async function makeWave(tx: Tx, wanted: Wanted) {
  const { most, pickType, slotCount } = await termsOf(tx, wanted)
  const found = await meant(tx, actorOf(tx), wanted, most)
  const door = noteDoor(tx)
  await door?.lock(
    tx,
    found.map((one) => one.noteId),
  )
  const locked = await lockRows(
    tx,
    shipTask,
    found.map((one) => one.id),
    { anyScope: true },
  )
  // Whoever took a task meanwhile has it.
  const tasks = found.flatMap(({ id }) => {
    const task = locked.get(id)
    return task?.status === TASK.waits && task.interceptFlag === 0 ? [task] : []
  })
  if (tasks.length === 0) throw refuse('没有可拣货的出库任务')
  const lines = await linesOf(
    tx,
    tasks.map((one) => one.id),
  )
  const days = await customerDays(tx, wanted.warehouseId, tasks, lines)
  const byTask = Map.groupBy(lines, (one) => one.taskId)
  const waveSn = await nextNumber(tx, 'BC')
  const waveId = Number(waveSn.slice(2))
  const groups = tasks.map(({ id }) => ({
    id,
    lines: (byTask.get(id) ?? []).map((line) => ({
      ...{ ref: line.id, warehouseId: wanted.warehouseId, skuId: line.skuId, q: line.q, minDays: days(line) },
      key: { type: line.reserveType, sn: line.reserveSn, lineId: line.reserveLineId },
    })),
  }))
  const head = { source: { type: 'wave', id: waveId, sn: waveSn }, action: 'allocate' }
  const { bound, short } = await allocateGroups(tx, head, groups)
  if (wanted.onlyComplete === 0)
    await markShort(
      tx,
      tasks.filter((one) => short.has(one.id)),
    )
  const taken = tasks.filter((one) => !short.has(one.id))
  const listCount = await makeLists(tx, waveSn, taken, bound, pickType === PICK.batch ? slotCount : 1, lines)
  await updateRows(
    tx,
    shipTask,
    taken.map((before) => ({ before, values: { status: TASK.picking, shortFlag: 0 as const } })),
  )
  return { waveSn, listCount, taskCount: taken.length, shortCount: short.size }
}

interface Place {
  sectionId: number
  pickSort: number
  code: string
  expiryDate: string | null
  boxQty: number
}

/** The pick lists of a wave, with so many tasks each, their lines in the order of walking. */
async function makeLists(
  tx: Tx,
  waveSn: string,
  tasks: readonly Task[],
  bound: readonly Bound[],
  perList: number,
  taskLines: readonly TaskLine[],
): Promise<number> {
  if (tasks.length === 0) return 0
  const places = await placesOf(
    tx,
    bound.map((one) => one.stockLotId),
  )
  const taskOf = new Map(taskLines.map((one) => [one.id, one.taskId]))
  const chunks = Array.from({ length: Math.ceil(tasks.length / perList) }, (_, at) =>
    tasks.slice(at * perList, (at + 1) * perList),
  )
  const day = dayKey(new Date())
  const first = await nextValues(tx, `JH${day}`, chunks.length)
  const made = chunks.map((own, at) => {
    const ids = new Set(own.map((one) => one.id))
    const parts = bound.filter((one) => ids.has(taskOf.get(one.ref) ?? 0))
    const lines = [...Map.groupBy(parts, (one) => one.stockLotId).values()].toSorted((a, b) =>
      byWalk(places.get(a[0]?.stockLotId ?? 0), places.get(b[0]?.stockLotId ?? 0)),
    )
    return { own, parts, lines, pickSn: `JH${day}${String(first + at).padStart(6, '0')}` }
  })
  const lists = await insertRows(
    tx,
    pickList,
    made.map(({ own, parts, lines, pickSn }) => ({
      ...{ pickSn, waveSn, warehouseId: own[0]?.warehouseId ?? 0, planDate: own[0]?.planDate ?? '' },
      ...{
        pickType: perList === 1 ? PICK.byOrder : PICK.batch,
        taskCount: own.length,
        lineCount: lines.length,
      },
      skuCount: new Set(parts.map((one) => one.skuId)).size,
      totalQty: parts.reduce((sum, { q }) => sum + q, 0) / 1000,
      totalBoxes: lines.reduce((sum, list) => sum + boxesOf(list, places), 0),
    })),
  )
  await writeLines(
    tx,
    made.flatMap(({ lines }, at) =>
      lines.map((parts, seq) => ({ listId: lists[at]?.id ?? 0, seq: seq + 1, parts })),
    ),
    places,
  )
  return lists.length
}

const boxesOf = (parts: readonly Bound[], places: ReadonlyMap<number, Place>): number => {
  const box = places.get(parts[0]?.stockLotId ?? 0)?.boxQty ?? 0
  return box > 1 ? Math.floor(parts.reduce((sum, { q }) => sum + q, 0) / (box * 1000)) : 0
}

function byWalk(a: Place | undefined, b: Place | undefined): number {
  if (a === undefined || b === undefined) return 0
  return a.pickSort - b.pickSort || (a.code < b.code ? -1 : a.code > b.code ? 1 : 0)
}

async function placesOf(db: Db, ids: readonly number[]): Promise<Map<number, Place>> {
  const { rows } = await sql<Place & { id: number }>`
    select s."id", s."sectionId", coalesce(c."pickSort", 0) as "pickSort", coalesce(c."code", '') as "code",
      s."expiryDate"::text as "expiryDate", coalesce(p."boxQty", 0)::int as "boxQty"
    from "stockLot" s left join "section" c on c."id" = s."sectionId" join "sku" k on k."id" = s."skuId"
    join "product" p on p."id" = k."productId" where s."id" = any(${sql.val([...new Set(ids)])}::bigint[])`.execute(
    db,
  )
  return new Map(rows.map(({ id, ...place }) => [id, place]))
}

interface NewLine {
  listId: number
  seq: number
  parts: readonly Bound[]
}

/** Lines of pick lists with their shares, in two statements however many they are. */
export async function writeLines(
  tx: Tx,
  lines: readonly NewLine[],
  places: ReadonlyMap<number, Place>,
): Promise<void> {
  const rows = lines.flatMap(({ listId, seq, parts }) => {
    const [first] = parts
    if (first === undefined) return []
    const { stockLotId, sectionId, skuId, lotNo } = first
    const qty = parts.reduce((sum, { q }) => sum + q, 0) / 1000
    return [
      {
        listId,
        seq,
        sectionId,
        skuId,
        stockLotId,
        lotNo,
        qty,
        expiryDate: places.get(stockLotId)?.expiryDate ?? null,
      },
    ]
  })
  if (rows.length === 0) return
  const { rows: made } = await sql<{ id: number; pickListId: number; seq: number }>`
    insert into "pickListLine" ("pickListId", "seq", "sectionId", "skuId", "stockLotId", "lotNo", "qty", "expiryDate")
    select * from jsonb_to_recordset(${jsonText(rows)}::jsonb) as r("listId" int, "seq" int, "sectionId" int, "skuId" int,
      "stockLotId" bigint, "lotNo" text, "qty" numeric, "expiryDate" date)
    returning "id", "pickListId", "seq"`.execute(tx)
  touch(tx, pickListLine.name)
  const idOf = new Map(made.map((one) => [`${one.pickListId} ${one.seq}`, one.id]))
  const shares = lines.flatMap(({ listId, seq, parts }) => {
    const byLine = Map.groupBy(parts, (one) => one.ref)
    return [...byLine].map(([taskLineId, own]) => ({
      ...{ pickLineId: idOf.get(`${listId} ${seq}`) ?? 0, taskLineId },
      qty: own.reduce((sum, { q }) => sum + q, 0) / 1000,
    }))
  })
  await sql`insert into "pickShare" ("pickLineId", "taskLineId", "qty")
    select * from jsonb_to_recordset(${jsonText(shares)}::jsonb) as r("pickLineId" int, "taskLineId" int, "qty" numeric)`.execute(
    tx,
  )
}

/** Further lines of a list, for goods that were missing elsewhere. */
export async function addLines(tx: Tx, listId: number, bound: readonly Bound[]): Promise<void> {
  const places = await placesOf(
    tx,
    bound.map((one) => one.stockLotId),
  )
  const { rows } = await sql<{ last: number }>`
    select coalesce(max("seq"), 0) as "last" from "pickListLine" where "pickListId" = ${listId}`.execute(tx)
  const last = rows[0]?.last ?? 0
  const lines = [...Map.groupBy(bound, (one) => one.stockLotId).values()]
  await writeLines(
    tx,
    lines.map((parts, at) => ({ listId, seq: last + at + 1, parts })),
    places,
  )
}
