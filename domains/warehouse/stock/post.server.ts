import { CompiledQuery, sql } from 'kysely'
import { type Db, jsonText, type Tx } from '#kit/server/database.ts'
import { actorOf, touch } from '#kit/server/transaction.ts'
import { conflict, refuse } from '#kit/shared/errors.ts'
import { dayKey, formatDate, toSeconds } from '#kit/shared/time.ts'
import { type Book, checkBook, movesPlaces, pairKey, Short } from './book.rules.ts'
import { type Pair, readAllocs, readHeads, readItems, readLots, readReserves } from './bookRead.server.ts'
import { changesOf, statementOf } from './bookWrite.ts'
import { skuNames } from './names.server.ts'
import type { Posted, PostingHead } from './posting.ts'
import { pushPosting } from './sapPosting.server.ts'
import { stock, stockLot } from './stock.entity.ts'

/** What a posting looks at, beside the heads it locks. */
export interface Needs {
  pairs: readonly Pair[]
  /** heads that are not there are made */
  create?: boolean
  /** bound: where the reservations are bound to some, which is known under the lock alone */
  lots?: boolean | 'bound'
  /** what accounts have of these skus there */
  /** reserved: where the reservations are of accounts */
  items?: boolean | 'reserved'
  /** reservations of these sources, with the lots they are bound to */
  reserves?: readonly { type: string; sn: string }[]
  /** these reservations, also when they have ended */
  reserveIds?: readonly number[]
  reverseOfId?: number
}

export interface BookPosted extends Posted {
  /** as the plan left it; of a repeated posting nothing */
  book: Book | null
}

/**
 * The one way into the stock ledger. Locks the heads, ascending by warehouse and sku, reads what hangs on them, lets `plan`
 * enter the movements, and writes all of it in one statement that carries its guards; the same source and action again
 * changes nothing. Whoever changes a lot, an account's item or a reservation holds its head, so that what is read after the
 * lock stays as it is. `plan` throws its refusals: an AppError, or Short, which is told with the name of the sku. Warehouse §2.4,
 * decision 0177.
 */
export async function postStock(
  tx: Tx,
  head: PostingHead,
  needs: Needs,
  plan: (book: Book) => void | Promise<void>,
): Promise<BookPosted> {
  if (needs.create) await makeHeads(tx, needs.pairs)
  const book = await openBook(tx, needs)
  try {
    await plan(book)
  } catch (error) {
    const known = await postedBefore(tx, head)
    if (known !== null) return { ...known, book: null }
    throw error instanceof Short ? await told(tx, error) : error
  }
  checkBook(book)
  await checkUnlocked(tx, head, book)
  const made = await write(tx, head, needs, book)
  if (made === null) {
    const known = await postedBefore(tx, head)
    if (known === null) throw new Error('A posting met one that is not there')
    return { ...known, book: null }
  }
  await pushPosting(tx, head, made, book)
  return { ...made, repeated: false, book }
}

async function openBook(tx: Tx, needs: Needs): Promise<Book> {
  const { pairs, lots, items, reserves = [], reserveIds = [] } = needs
  const heads = await readHeads(tx, pairs)
  const held = [...heads.values()]
  const isNamed = reserves.length + reserveIds.length > 0
  const foundReserves = isNamed ? await readReserves(tx, reserves, reserveIds, heads) : []
  // Most goods are of nobody's account: they cost no look.
  const isShared = held.some((one) => one.shared)
  const isBound = foundReserves.some((one) => one.allocated > 0)
  const isOfAccounts = foundReserves.some((one) => one.vacctId !== 0)
  return {
    heads,
    lots: (lots === 'bound' ? isBound : lots) ? await readLots(tx, held) : [],
    items: isShared && (items === 'reserved' ? isOfAccounts : items) ? await readItems(tx, held) : [],
    reserves: foundReserves,
    allocs: await readAllocs(tx, foundReserves),
    moves: [],
  }
}

/**
 * Goods may have been on their way into or out of a section when its count began: the count locks the heads, so whoever holds
 * them now sees its lock. 409 库区 … 正在盘点. Warehouse §11.
 */
async function checkUnlocked(tx: Tx, { source }: PostingHead, { moves }: Book): Promise<void> {
  const ids = new Set(
    moves.flatMap(({ d, lot }) => (lot !== undefined && (d.onHand ?? 0) !== 0 ? [lot.sectionId] : [])),
  )
  if (ids.size === 0) return
  const { rows } = await sql<{ name: string; countSn: string }>`
    select "name", "countSn" from "section" where "id" = any(${sql.val([...ids])}::int[])
      and "countSn" <> '' and "countSn" <> ${source.sn} limit 1`.execute(tx)
  const [locked] = rows
  if (locked !== undefined) throw conflict(`库区 ${locked.name} 正在盘点（${locked.countSn}），暂不能出入库`)
}

/** Rows of zeros, before anything is locked; ascending, so that two that make the same wait for each other in one order. */
async function makeHeads(tx: Tx, pairs: readonly Pair[]): Promise<void> {
  const { rows } = await sql<{ id: number }>`insert into "stock" ("warehouseId", "skuId")
    select w."warehouseId", w."skuId" from (
      select distinct * from unnest(${sql.val(pairs.map((one) => one.warehouseId))}::int[],
        ${sql.val(pairs.map((one) => one.skuId))}::int[]) as p ("warehouseId", "skuId")) w
    where not exists (select from "stock" s where s."warehouseId" = w."warehouseId" and s."skuId" = w."skuId")
    order by 1, 2 on conflict ("skuId", "warehouseId") do nothing returning "id"`.execute(tx)
  if (rows.length > 0) touch(tx, stock.name)
}

async function write(
  tx: Tx,
  { source, action, day, remark = '' }: PostingHead,
  { reverseOfId }: Needs,
  book: Book,
): Promise<{ postingId: number; postingSn: string } | null> {
  const changes = changesOf(book)
  const operator = actorOf(tx).adminId || null
  const now = new Date()
  const parameters = [
    `KC${dayKey(now)}`,
    source.type,
    source.id,
    source.sn,
    action,
    day ?? formatDate(toSeconds(now)),
    operator,
    reverseOfId ?? null,
    remark,
    ...changes.parts.map((part) => jsonText(part.rows)),
  ]
  const { rows } = await tx.executeQuery<{ postingId: number; postingSn: string; heads: number }>(
    CompiledQuery.raw(statementOf(changes.parts), parameters),
  )
  const made = rows[0]
  if (made === undefined) return null
  // Held by the locks and checked by the plan; the statement says so too.
  if (made.heads !== changes.heads) throw conflict('库存已变动，请重试')
  // What few postings do is told to what keeps counts; nothing else is, for all of them would wait for each other: an account gets
  // goods that it has never had, a place is filled or emptied.
  if (changes.parts.some(({ name }) => name === 'newItems')) touch(tx, 'stockVacctItem')
  if (movesPlaces(book)) touch(tx, stockLot.name)
  return { postingId: made.postingId, postingSn: made.postingSn }
}

/** The posting of a source and action, when there is one. */
export async function postedBefore(
  db: Db,
  { source, action }: Pick<PostingHead, 'source' | 'action'>,
): Promise<Posted | null> {
  const { rows } = await sql<{ postingId: number; postingSn: string }>`
    select "id" as "postingId", "postingSn" from "stockPosting"
    where "sourceType" = ${source.type} and "sourceId" = ${source.id} and "actionKey" = ${action}`.execute(db)
  return rows[0] === undefined ? null : { ...rows[0], repeated: true }
}

async function told(db: Db, { skuId, told }: Short) {
  const { name, short } = await skuNames(db, skuId)
  return refuse(told(name, short))
}

/** The heads of lines, each once. */
export function pairsOf(lines: readonly Pair[]): Pair[] {
  const byKey = new Map(lines.map((one) => [pairKey(one.warehouseId, one.skuId), one]))
  return [...byKey.values()].map(({ warehouseId, skuId }) => ({ warehouseId, skuId }))
}

/** What a door answers of its posting. */
export const answerOf = ({ postingId, postingSn, repeated }: BookPosted): Posted => ({
  postingId,
  postingSn,
  repeated,
})
