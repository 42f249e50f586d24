import { sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import { moveMonth } from '#kit/shared/time.ts'
import { licenceNeeds } from '../../partner/licence/needs.server.ts'
import type { PurchaseFigure } from '../figures.rules.ts'
import { figuresOf } from '../figures.server.ts'
import { type Figures, shareOf } from './evaluation.rules.ts'

/** What a company reached in a month, and its net purchases in cents. */
export interface Reached {
  figures: Figures
  amount: number
}

const netOf = (rows: readonly PurchaseFigure[]): number =>
  rows.reduce((sum, row) => sum + row.gross - row.discount - row.refund, 0)

const sumOf = (rows: readonly PurchaseFigure[], name: 'due' | 'paidInTime' | 'shippedQty' | 'refundedQty') =>
  rows.reduce((sum, row) => sum + row[name], 0)

/** The figures of companies by the sold-to parties they have in a channel. Catalog §6.5, §8.2. */
export async function reachedBy(
  db: Db,
  companyIds: readonly number[],
  channelId: number,
  month: string,
): Promise<Map<number, Reached>> {
  const parties = await db
    .selectFrom('shouda')
    .select(['id', 'companyId'])
    .where('companyId', 'in', [...companyIds, 0])
    .where(sql<boolean>`"channelId" = ${channelId}`)
    .where('isDel', '=', 0)
    .execute()
  const ids = parties.map((one) => one.id)
  const ownerOf = new Map(parties.map((one) => [one.id, one.companyId]))
  const byCompany = (rows: readonly PurchaseFigure[]) => Map.groupBy(rows, (row) => ownerOf.get(row.shoudaId))
  const now = byCompany(await figuresOf(db, month, ids))
  const before = byCompany(await figuresOf(db, moveMonth(month, -1), ids))
  const complete = await completenessOf(db, companyIds)
  return new Map(
    companyIds.map((id) => {
      const rows = now.get(id) ?? []
      const bought = rows.filter((row) => row.gross > 0)
      const amount = netOf(rows)
      const previous = netOf(before.get(id) ?? [])
      const figures: Figures = {
        1: amount / 100,
        2: new Set(bought.map((row) => row.orderSn)).size,
        3: new Set(bought.map((row) => row.cateId)).size,
        4: shareOf(sumOf(rows, 'paidInTime'), sumOf(rows, 'due')),
        5: shareOf(sumOf(rows, 'refundedQty'), sumOf(rows, 'shippedQty')),
        6: complete.get(id) ?? null,
        7: previous > 0 ? shareOf(amount - previous, previous) : null,
      }
      return [id, { figures, amount }]
    }),
  )
}

/**
 * 资质完整度: kinds of certificates with a valid one, of those the company has or its goods need; none without any.
 */
async function completenessOf(db: Db, companyIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ companyId: number; licenceType: string; isValid: boolean }>`
    select "companyId", "licenceType", bool_or("auditStatus" = 1 and "validStatus" in (1, 2)) as "isValid"
    from "licence" where "companyId" = any(${sql.val([...companyIds])}::int[]) and "isDel" = 0
    group by "companyId", "licenceType"`.execute(db)
  const held = Map.groupBy(rows, (row) => row.companyId)
  const needs = await licenceNeeds(db, companyIds)
  const complete = new Map<number, number>()
  for (const id of companyIds) {
    const own = held.get(id) ?? []
    const kinds = new Set([...own.map((row) => row.licenceType), ...(needs.get(id) ?? [])])
    const share = shareOf(own.filter((row) => row.isValid).length, kinds.size)
    if (share !== null) complete.set(id, share)
  }
  return complete
}
