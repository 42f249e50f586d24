import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { LOCKS } from '#kit/server/locks.ts'
import { saveRows } from '#kit/server/manyRows.ts'
import { insertRow, updateRow } from '#kit/server/rows.ts'
import { actorOf, recordChange, touch } from '#kit/server/transaction.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { refuse } from '#kit/shared/errors.ts'
import { type CategoryType, category } from './category.entity.ts'
import { ALL_PICTURES, CYCLE, idsOfPath, pathBelow, refuseDepth } from './category.rules.ts'
import { below } from './category.tree.ts'

export type Category = EntityRow<typeof category>

/** One person at a time changes the tree of a type: two moves that are each right could make a cycle together. */
export async function lockTree(tx: Tx, type: CategoryType): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCKS.categories}, ${type}::integer)`.execute(tx)
}

/** The category to lie under, or null for the root; 422 请选择上级分类 when there is none of the type. */
export async function findParent(tx: Tx, type: CategoryType, pid: number): Promise<Category | null> {
  if (pid === 0 || pid === ALL_PICTURES) return null
  const row = await tx
    .selectFrom('category')
    .selectAll()
    .where('id', '=', pid)
    .where('type', '=', type)
    .where('isDel', '=', 0)
    .executeTakeFirst()
  if (row === undefined) throw refuse('请选择上级分类', 'pid')
  return row
}

/** Refuses a parent that is the category itself or lies below it, or that would make the tree too deep. */
export async function refuseParent(tx: Tx, row: Category, parent: Category | null): Promise<void> {
  if (parent === null) return
  const above = [...idsOfPath(parent.path), parent.id]
  if (above.includes(row.id)) throw refuse(CYCLE, 'pid')
  const { rows } = await sql<{ levels: number }>`
    select coalesce(max(cardinality(string_to_array("path", '/'))), 0) as "levels"
    from "category" where "type" = ${row.type} and "isDel" = 0 and ${below([row.id])}`.execute(tx)
  const own = row.path.split('/').length
  const levelsBelow = Math.max(0, (rows[0]?.levels ?? 0) - own)
  refuseDepth(row.type, above.length + 1 + levelsBelow)
}

/** Stores a new category under its parent; below a hidden one it is hidden too. */
export function insertCategory(
  tx: Tx,
  values: Partial<Category>,
  parent: Category | null,
): Promise<Category> {
  return insertRow(tx, category, placed(values, parent))
}

/** As insertCategory, for many with the same fields in one statement; answers them in the order given. */
export function insertCategories(
  tx: Tx,
  list: readonly { values: Partial<Category>; parent: Category | null }[],
): Promise<Category[]> {
  return saveRows(
    tx,
    category,
    list.map(({ values, parent }) => ({ before: null, values: placed(values, parent) })),
  )
}

function placed(values: Partial<Category>, parent: Category | null): Partial<Category> {
  return {
    ...values,
    pid: parent?.id ?? 0,
    path: pathBelow(parent),
    ...(parent?.status === 0 ? { status: 0 } : {}),
  }
}

/**
 * Writes a locked category. Under another parent the paths of all below it are rewritten; hiding it hides all below,
 * showing it shows all above, and what is moved below a hidden one is hidden. The caller has refused cycles.
 */
export async function writeCategory(
  tx: Tx,
  before: Category,
  values: Partial<Category>,
  parent: Category | null,
): Promise<Category> {
  const moved = (parent?.id ?? 0) !== before.pid
  const hidden = moved && parent?.status === 0
  const row = await updateRow(tx, category, before, {
    ...values,
    pid: parent?.id ?? 0,
    path: pathBelow(parent),
    ...(hidden ? { status: 0 } : {}),
  })
  if (moved) await rewritePaths(tx, before, row)
  if (row.status !== before.status) await spreadStatus(tx, row)
  return row
}

// Paths follow from the parents, so the log does not repeat them for every row.
async function rewritePaths(tx: Tx, before: Category, row: Category): Promise<void> {
  const old = pathBelow(before)
  await sql`update "category" set "path" = ${pathBelow(row)} || substr("path", ${old.length + 1}),
    "updateTime" = now(), "version" = "version" + 1
    where "type" = ${row.type} and ${below([row.id])}`.execute(tx)
  touch(tx, category.name)
}

/** Off takes everything below along, on everything above. Catalog §2.1. */
export async function spreadStatus(tx: Tx, row: Category): Promise<void> {
  const actor = actorOf(tx).adminId
  const ids = idsOfPath(row.path)
  if (row.status === 1 && ids.length === 0) return
  const rows = await tx
    .updateTable('category')
    .set({
      status: row.status,
      updateTime: sql`now()`,
      updateBy: actor === 0 ? null : actor,
      version: sql`"version" + 1`,
    })
    .where('isDel', '=', 0)
    .where('status', '<>', row.status)
    .where(row.status === 0 ? below([row.id]) : sql<boolean>`"id" = any(${sql.val(ids)}::integer[])`)
    .returningAll()
    .execute()
  const previous = row.status === 0 ? 1 : 0
  for (const one of rows)
    recordChange(tx, {
      type: category.name,
      id: one.id,
      title: one.name,
      before: { ...one, status: previous },
      after: one,
    })
  touch(tx, category.name)
}
