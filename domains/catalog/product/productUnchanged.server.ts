import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { actorOf, touch } from '#kit/server/transaction.ts'
import type { Who } from '#kit/server/who.ts'
import { AppError } from '#kit/shared/errors.ts'
import { canDo } from '#kit/shared/states.ts'
import { product } from './product.entity.ts'
import { productStates } from './product.states.ts'
import type { ProductRow } from './productCheck.server.ts'
import { ownFields, type ProductChange } from './productValues.server.ts'
import { isSame, lockSkus, type SkuRow } from './sku.server.ts'
import { differs, planChange } from './specChange.server.ts'

/**
 * Finds those of the changes that would change nothing and only notes that somebody confirmed them now: another
 * import of the same sheet. Answers the ids of their products.
 */
export async function confirmUnchanged(
  tx: Tx,
  who: Who,
  changes: readonly { id: number; form: ProductChange }[],
): Promise<ReadonlySet<number>> {
  const ids = changes.map((one) => one.id)
  if (ids.length === 0) return new Set()
  const rows = await tx
    .selectFrom('product')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
  const skus = Map.groupBy(await lockSkus(tx, ids), (one) => one.productId)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const same = changes.flatMap(({ id, form }) => {
    const row = byId.get(id)
    return row !== undefined && isUnchanged(who, row, skus.get(id) ?? [], form) ? [id] : []
  })
  const { adminId } = actorOf(tx)
  await sql`update "product" set "updateTime" = now(), "updateBy" = ${adminId === 0 ? null : adminId}::int
    where "id" = any(${sql.val(same)}::int[])`.execute(tx)
  if (same.length > 0) touch(tx, product.name)
  return new Set(same)
}

function isUnchanged(who: Who, row: ProductRow, skus: readonly SkuRow[], form: ProductChange): boolean {
  if (row.isRecycle === 1 || !canDo(productStates, 'edit', row.auditStatus)) return false
  if (form.submit === 1 || form.productUnits !== undefined || form.unitName) return false
  const given: Record<string, unknown> = ownFields(form)
  const stored: Record<string, unknown> = row
  // A product without specifications is typed without their names and stored with the usual one.
  const named = Object.keys(given).filter((name) => name !== 'attr')
  if (named.some((name) => differs(stored[name], given[name]))) return false
  try {
    const { attr, next, gone } = planChange(who, row, row, form, skus)
    const isKept = next.every((one) => one.stored !== null && isSame(one.stored, one.values))
    return isKept && gone.length === 0 && !differs(row.attr, attr)
  } catch (error) {
    // What is refused is refused by the change itself, in its order.
    if (error instanceof AppError) return false
    throw error
  }
}
