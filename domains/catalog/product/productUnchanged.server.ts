import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { actorOf, touch } from '#kit/server/transaction.ts'
import type { Who } from '#kit/server/who.ts'
import { AppError } from '#kit/shared/errors.ts'
import { sameValue } from '#kit/shared/record.ts'
import { canDo } from '#kit/shared/states.ts'
import { product } from './product.entity.ts'
import { productStates } from './product.states.ts'
import type { ProductRow } from './productCheck.server.ts'
import { ownFields, type ProductChange } from './productValues.server.ts'
import { isSame, type SkuRow } from './sku.server.ts'
import { planChange } from './specChange.server.ts'

/**
 * Finds those of the changes that would change nothing and only notes that somebody confirmed them now: another
 * import of the same sheet. The products and their skus are locked. Answers the ids of the products.
 */
export async function confirmUnchanged(
  tx: Tx,
  who: Who,
  changes: readonly { id: number; form: ProductChange }[],
  stored: ReadonlyMap<number, ProductRow>,
  skus: ReadonlyMap<number, readonly SkuRow[]>,
): Promise<ReadonlySet<number>> {
  const same = changes.flatMap(({ id, form }) => {
    const row = stored.get(id)
    return row !== undefined && isUnchanged(who, row, skus.get(id) ?? [], form) ? [id] : []
  })
  if (same.length === 0) return new Set()
  const { adminId } = actorOf(tx)
  await sql`update "product" set "updateTime" = now(), "updateBy" = ${adminId === 0 ? null : adminId}::int
    where "id" = any(${sql.val(same)}::int[])`.execute(tx)
  touch(tx, product.name)
  return new Set(same)
}

function isUnchanged(who: Who, row: ProductRow, skus: readonly SkuRow[], form: ProductChange): boolean {
  if (row.isRecycle === 1 || !canDo(productStates, 'edit', row.auditStatus)) return false
  if (form.submit === 1 || form.productUnits !== undefined || form.unitName) return false
  const given: Record<string, unknown> = ownFields(form)
  const stored: Record<string, unknown> = row
  // A product without specifications is typed without their names and stored with the usual one.
  const named = Object.keys(given).filter((name) => name !== 'attr')
  if (named.some((name) => !sameValue(stored[name], given[name]))) return false
  try {
    const { attr, next, gone } = planChange(who, row, row, form, skus)
    const isKept = next.every((one) => one.stored !== null && isSame(one.stored, one.values))
    return isKept && gone.length === 0 && sameValue(row.attr, attr)
  } catch (error) {
    // What is refused is refused by the change itself, in its order.
    if (error instanceof AppError) return false
    throw error
  }
}
