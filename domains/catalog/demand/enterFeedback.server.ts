import type { Tx } from '#kit/server/database.ts'
import { inRounds, saveRows } from '#kit/server/manyRows.ts'
import { lockRows } from '#kit/server/rows.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import type { AppError } from '#kit/shared/errors.ts'
import { feedbackFault } from './feedback.rules.ts'
import { purposeFeedback, purposeProduct } from './purpose.entity.ts'
import { totalQty } from './purpose.rules.ts'

type FeedbackRow = EntityRow<typeof purposeFeedback>

/** What is entered for a customer. */
export type Entered = Pick<
  FeedbackRow,
  'purposeProductId' | 'companyId' | 'shoudaId' | 'skuId' | 'monthQty' | 'expectPrice'
>

type Key = Pick<Entered, 'purposeProductId' | 'companyId' | 'shoudaId' | 'skuId'>

const keyOf = ({ purposeProductId, companyId, shoudaId, skuId }: Key): string =>
  [purposeProductId, companyId, shoudaId ?? 0, skuId].join(' ')

/** What entries are held against; their intentions are locked, so that nobody closes one meanwhile. */
async function factsOf(tx: Tx, entries: readonly Entered[]) {
  const purposes = await lockRows(tx, purposeProduct, [
    ...new Set(entries.map((one) => one.purposeProductId)),
  ])
  const companies = await tx
    .selectFrom('company')
    .select(['id', 'orgLevelId', 'inForce', 'status', 'agentId'])
    .where('id', 'in', [0, ...new Set(entries.map((one) => one.companyId))])
    .where('isDel', '=', 0)
    .execute()
  const shoudas = await tx
    .selectFrom('shouda')
    .select(['id', 'companyId'])
    .where('id', 'in', [0, ...new Set(entries.flatMap((one) => one.shoudaId ?? []))])
    .where('isDel', '=', 0)
    .execute()
  return {
    purposes,
    companies: new Map(companies.map((one) => [one.id, one])),
    shoudas: new Map(shoudas.map((one) => [one.id, one])),
  }
}

/** The entries that are there under the same keys, by key. */
async function storedIds(tx: Tx, entries: readonly Entered[]): Promise<ReadonlyMap<string, number>> {
  const rows = await tx
    .selectFrom('purposeFeedback')
    .select(['id', 'purposeProductId', 'companyId', 'shoudaId', 'skuId'])
    .where('purposeProductId', 'in', [0, ...new Set(entries.map((one) => one.purposeProductId))])
    .where('companyId', 'in', [0, ...new Set(entries.map((one) => one.companyId))])
    .where('skuId', 'in', [0, ...new Set(entries.map((one) => one.skuId))])
    .where('isDel', '=', 0)
    .execute()
  return new Map(rows.map((row) => [keyOf(row), row.id]))
}

/**
 * Enters what customers want; a later entry of the same customer, sold-to party and sku replaces the earlier one, and is to
 * be followed up anew. Answers the ids in the order of the entries, or why one cannot be taken, by its place in the list:
 * 409 outside the time of the intention; 422 for what it does not take. Then nothing is written. Catalog §4.3.
 */
export async function enterFeedbacks(
  tx: Tx,
  entries: readonly Entered[],
): Promise<{ ids: number[]; refused: ReadonlyMap<number, AppError> }> {
  const { purposes, companies, shoudas } = await factsOf(tx, entries)
  const now = new Date()
  const refused = new Map<number, AppError>()
  for (const [index, { purposeProductId, companyId, shoudaId, skuId, monthQty }] of entries.entries()) {
    const purpose = purposes.get(purposeProductId)
    if (purpose === undefined) continue
    const shouda = shoudaId === null ? null : shoudas.get(shoudaId)
    const facts = { purpose, company: companies.get(companyId), shouda, skuId, monthQty }
    const fault = feedbackFault(facts, now)
    if (fault !== null) refused.set(index, fault)
  }
  if (refused.size > 0) return { ids: [], refused }
  const written = new Map<Entered, number>()
  // The lock on the intentions lets entries of one pass one by one: the key cannot be taken between look and write.
  for (const round of inRounds(entries, keyOf)) {
    const known = await storedIds(tx, round)
    const stored = await lockRows(
      tx,
      purposeFeedback,
      round.flatMap((one) => known.get(keyOf(one)) ?? []),
    )
    const rows = await saveRows(
      tx,
      purposeFeedback,
      round.map((entry) => ({
        before: stored.get(known.get(keyOf(entry)) ?? 0) ?? null,
        values: {
          ...entry,
          intendQty: totalQty(entry.monthQty),
          agentId: companies.get(entry.companyId)?.agentId ?? null,
          source: 2 as const,
          status: 0 as const,
          replyContent: '',
          replyTime: null,
        },
      })),
    )
    for (const [index, entry] of round.entries()) {
      const row = rows[index]
      if (row !== undefined) written.set(entry, row.id)
    }
  }
  const ids = entries.flatMap((entry) => written.get(entry) ?? [])
  // Nobody enters anything for a customer of somebody else.
  await lockRows(tx, purposeFeedback, [...new Set(ids)])
  return { ids, refused }
}

/** The same for one customer; throws why it cannot be taken. */
export async function enterFeedback(tx: Tx, entry: Entered): Promise<number> {
  const { ids, refused } = await enterFeedbacks(tx, [entry])
  const [fault] = refused.values()
  if (fault !== undefined) throw fault
  const [id] = ids
  if (id === undefined) throw new Error('The entry was not written')
  return id
}
