import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { notFound, refuse } from '#kit/shared/errors.ts'
import {
  type Book,
  enter,
  type Item,
  madeHead,
  publicOf,
  type RecordType,
  shown,
} from '../stock/book.rules.ts'
import { publicShort } from '../stock/pool.rules.ts'
import { answerOf, pairsOf, postStock } from '../stock/post.server.ts'
import type { Posted, PostingHead, Q } from '../stock/posting.ts'
import { checkQuantities } from '../stock/reserve.server.ts'

/** What goes to an account (q > 0) or comes back from it (q < 0). */
export interface AssignLine {
  lineId: number
  vacctId: number
  skuId: number
  q: Q
  /** what its record calls it: 分配 or 收回 by its sign unless given (7 到期收回, 8 转入, 9 转出) */
  type?: RecordType
}

interface Account {
  id: number
  warehouseId: number
  exclusive: boolean
}

/**
 * Assigns public stock to accounts and takes it back, all lines or none: 195 / 196; what comes back is public before what goes
 * out is taken. 422 公共可用库存不足：… of an assignment, 422 账户可用数量不足，可用 {n} of a recall. Warehouse §2.7.
 */
export async function assignVacct(tx: Tx, head: PostingHead, lines: readonly AssignLine[]): Promise<Posted> {
  checkQuantities(lines.map(({ q }) => ({ q: Math.abs(q) })))
  const accounts = await accountsOf(
    tx,
    lines.map((one) => one.vacctId),
  )
  const placed = lines.map((line) => {
    const account = accounts.get(line.vacctId)
    if (account === undefined) throw notFound()
    return { ...line, account, warehouseId: account.warehouseId }
  })
  const needs = { pairs: pairsOf(placed), create: true, items: true }
  const posted = await postStock(tx, head, needs, (book) => {
    const items = [...book.items]
    const inOrder = placed.toSorted((a, b) => Math.sign(a.q) - Math.sign(b.q))
    for (const line of inOrder) assignLine(book, items, line, line.account)
  })
  return answerOf(posted)
}

function assignLine(book: Book, items: Item[], line: AssignLine, account: Account): void {
  const { lineId, vacctId, skuId, q } = line
  const head = madeHead(book, account.warehouseId, skuId)
  const item =
    items.find((one) => one.vacctId === vacctId && one.skuId === skuId) ?? newItem(items, line, account)
  if (q < 0 && item.qty - item.reserved < -q)
    throw refuse(`账户可用数量不足，可用 ${shown(item.qty - item.reserved)}`)
  // A limited account takes nothing away: its limit may lie above what there is.
  if (q > 0 && account.exclusive && publicOf(head) < q) throw publicShort(head)
  enter(book, {
    moveType: q > 0 ? 195 : 196,
    lineId,
    head,
    item,
    account: { type: line.type ?? (q > 0 ? 1 : 2), qty: q },
    d: account.exclusive ? { vAlloc: q } : {},
  })
}

function newItem(items: Item[], { vacctId, skuId }: AssignLine, { warehouseId, exclusive }: Account): Item {
  const made: Item = {
    ...{ id: 0, vacctId, warehouseId, skuId, qty: 0, reserved: 0, shipped: 0, exclusive, overflow: true },
    ...{ priority: 0, ownerType: 0, ownerId: 0, open: true },
  }
  items.push(made)
  return made
}

async function accountsOf(db: Db, ids: readonly number[]): Promise<Map<number, Account>> {
  const { rows } = await sql<Account>`
    select "id", "warehouseId", "mode" = 1 as "exclusive" from "stockVacct"
    where "id" = any(${sql.val([...new Set(ids)])}::int[]) and "isDel" = 0`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}
