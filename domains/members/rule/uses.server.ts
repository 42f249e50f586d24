import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { jsonb } from '#kit/server/database.ts'
import { namedPoint, type Registration } from '#kit/server/points.ts'
import type { Use } from '#kit/server/refs.ts'
import { touch } from '#kit/server/transaction.ts'
import { HAS_TAG, type Rule, withTag } from './rule.rules.ts'

/** Where rules are kept: a column of a table, and what people call the thing that has them, e.g. 推送任务. */
interface RuleColumn {
  table: string
  column: string
  place: string
}

const columns = namedPoint<RuleColumn>('Rules of')

/**
 * Registers a column in which rules are kept, so that a tag they ask for is not deleted, and follows a merge. Members §4.2.
 */
export const declareRules = (kept: RuleColumn): Registration =>
  columns.as(`${kept.table}.${kept.column}`, kept)

const asksFor = ({ column }: RuleColumn, tagId: number) => sql`jsonb_path_exists(${sql.ref(column)},
  '$.**?(@.field == $field).value[*] ? (@ == $tag)', ${JSON.stringify({ field: HAS_TAG, tag: tagId })}::jsonb)`

/** The rules that ask for tags, wherever rooms keep some. */
export async function rulesUsing(db: Db, tagIds: readonly number[]): Promise<Use[]> {
  const found: Use[] = []
  for (const kept of columns.all(db).values())
    for (const id of tagIds) {
      const { rows } = await sql<{ n: number }>`select count(*)::int as "n" from ${sql.table(kept.table)}
        where "isDel" = 0 and ${sql.ref(kept.column)} is not null and ${asksFor(kept, id)}`.execute(db)
      found.push({ id, place: kept.place, n: rows[0]?.n ?? 0 })
    }
  return found
}

/** Makes all rules ask for one tag in place of another. */
export async function rewriteRules(tx: Tx, from: number, to: number): Promise<void> {
  for (const kept of columns.all(tx).values()) {
    const { rows } = await sql<{ id: number; rule: Rule }>`
      select "id", ${sql.ref(kept.column)} as "rule" from ${sql.table(kept.table)}
      where "isDel" = 0 and ${sql.ref(kept.column)} is not null and ${asksFor(kept, from)} order by "id" for update`.execute(
      tx,
    )
    for (const { id, rule } of rows)
      await sql`update ${sql.table(kept.table)} set ${sql.ref(kept.column)} = ${jsonb(withTag(rule, from, to))},
        "version" = "version" + 1, "updateTime" = now() where "id" = ${id}`.execute(tx)
    if (rows.length > 0) touch(tx, kept.table)
  }
}
