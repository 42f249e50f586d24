import { type Expression, type SqlBool, sql } from 'kysely'
import { keptCounts } from './counts.ts'
import type { Db } from './database.ts'
import { type DocumentType, decidesOwn } from './document.ts'
import { documentTypes } from './documentTypes.ts'
import { conditionsOf } from './list.ts'
import { may, type Who } from './who.ts'

/** So many are counted at most: a badge says 99+ beyond it. */
const MOST = 100

/** How many documents of a type wait for a person's decision, at most 100, and where they are listed. */
export interface Waiting {
  type: string
  label: string
  /** address of their list, narrowed to them */
  list: string
  count: number
}

/** The conditions on the documents of a type that wait for a decision this person may take. */
async function conditions(
  db: Db,
  who: Who,
  { entity: of, aside }: DocumentType,
  own: boolean,
): Promise<Expression<SqlBool>[]> {
  const column = (name: string) => sql.ref(`${of.name}.${name}`)
  // As literals, so that the index of those that wait serves whoever asks.
  const where = [sql<SqlBool>`${column('auditStatus')} = 0`]
  if (aside !== undefined) where.push(sql<SqlBool>`${column(aside)} = 0`)
  if (!own)
    for (const name of ['submitBy', 'createBy'])
      where.push(sql<SqlBool>`${column(name)} is distinct from ${who.adminId}`)
  return conditionsOf(db, who, of, {}, { where })
}

/**
 * The documents that wait for this person: of every type whose examine permission they hold, those handed in without a
 * process, within their data scope and not their own, unless they may decide those too. One statement for all types;
 * its answer is kept until one of them changes. Frame §5, §7.
 */
export async function waitingFor(db: Db, who: Who): Promise<Waiting[]> {
  const types = documentTypes(db).filter(({ states }) => may(who, states.actions.pass.permission))
  if (types.length === 0) return []
  const own = await decidesOwn(db, who)
  const counted = []
  for (const type of types) {
    const where = sql.join(await conditions(db, who, type, own), sql` and `)
    const table = sql.table(type.entity.name)
    counted.push(
      sql`(select count(*)::int from (select from ${table} where ${where} limit ${sql.lit(MOST)}) as "rows")`,
    )
  }
  const counts = await keptCounts(
    db,
    sql<{ counts: number[] }>`select array[${sql.join(counted)}] as "counts"`,
    types.map(({ entity }) => entity.name),
  )
  return types.flatMap(({ entity: { name, label }, list }, index) => {
    const count = counts[index] ?? 0
    return count === 0 ? [] : [{ type: name, label, list, count }]
  })
}
