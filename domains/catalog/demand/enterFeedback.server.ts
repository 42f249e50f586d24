import { type SqlBool, sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { insertRow, lockRow, updateRow } from '#kit/server/rows.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { type FeedbackFacts, feedbackFault } from './feedback.rules.ts'
import { purposeFeedback, purposeProduct } from './purpose.entity.ts'
import { totalQty } from './purpose.rules.ts'

type FeedbackRow = EntityRow<typeof purposeFeedback>

/** What is entered for a customer. */
export type Entered = Pick<
  FeedbackRow,
  'purposeProductId' | 'companyId' | 'shoudaId' | 'skuId' | 'monthQty' | 'expectPrice'
>

/** Reads what an entry is held against; the intention is locked, so that nobody closes it meanwhile. */
async function factsOf(tx: Tx, entry: Entered): Promise<FeedbackFacts> {
  const purpose = await lockRow(tx, purposeProduct, entry.purposeProductId)
  const company = await tx
    .selectFrom('company')
    .select(['id', 'orgLevelId', 'inForce', 'status'])
    .where('id', '=', entry.companyId)
    .where('isDel', '=', 0)
    .executeTakeFirst()
  const shouda =
    entry.shoudaId === null
      ? null
      : await tx
          .selectFrom('shouda')
          .select('companyId')
          .where('id', '=', entry.shoudaId)
          .where('isDel', '=', 0)
          .executeTakeFirst()
  return { purpose, company, shouda, skuId: entry.skuId, monthQty: entry.monthQty }
}

/**
 * Enters what a customer wants; a later entry of the same customer, sold-to party and sku replaces the earlier one, and
 * is to be followed up anew. 409 outside the time of the intention; 422 for what it does not take. Catalog §4.3.
 */
export async function enterFeedback(tx: Tx, entry: Entered): Promise<number> {
  const fault = feedbackFault(await factsOf(tx, entry), new Date())
  if (fault !== null) throw fault
  const { agentId } = await tx
    .selectFrom('company')
    .select('agentId')
    .where('id', '=', entry.companyId)
    .executeTakeFirstOrThrow()
  const values = {
    ...entry,
    intendQty: totalQty(entry.monthQty),
    agentId,
    source: 2,
    status: 0,
    replyContent: '',
    replyTime: null,
  } as const
  // The lock on the intention lets entries of it pass one by one: the key cannot be taken between look and write.
  const before = await tx
    .selectFrom('purposeFeedback')
    .select('id')
    .where('purposeProductId', '=', entry.purposeProductId)
    .where('companyId', '=', entry.companyId)
    .where(sql<SqlBool>`coalesce("shoudaId", 0) = ${entry.shoudaId ?? 0}`)
    .where('skuId', '=', entry.skuId)
    .where('isDel', '=', 0)
    .executeTakeFirst()
  const row =
    before === undefined
      ? await insertRow(tx, purposeFeedback, values)
      : await updateRow(tx, purposeFeedback, await lockRow(tx, purposeFeedback, before.id), values)
  // Nobody enters anything for a customer of somebody else.
  await lockRow(tx, purposeFeedback, row.id)
  return row.id
}
