import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { AuditStatus } from '#kit/shared/document.ts'
import { keptCounts } from './counts.ts'
import type { Db } from './database.ts'
import { type DocumentType, decidesOwn } from './document.ts'
import { documentTypes } from './documentTypes.ts'
import { conditionsOf } from './list.ts'
import { may, type Who } from './who.ts'

/** So many are counted at most: a badge says 99+ beyond it. */
const MOST = 100

/** How many documents of a type wait for a person, at most 100, since when the oldest does, and where they are listed. */
export interface Waiting {
  type: string
  label: string
  /** address of their list, narrowed to them */
  list: string
  count: number
  /** when the oldest of those counted was handed in; seconds */
  oldest: number | null
}

/** The conditions on the documents of a type in a state, within a person's data scope, besides what `narrow` says. */
async function conditions(
  db: Db,
  who: Who,
  { entity: of, aside }: DocumentType,
  auditStatus: AuditStatus,
  narrow: (column: (name: string) => RawBuilder<unknown>) => Expression<SqlBool>[],
): Promise<Expression<SqlBool>[]> {
  const column = (name: string) => sql.ref(`${of.name}.${name}`)
  // As literals, so that the index of those that wait serves whoever asks.
  const where = [sql<SqlBool>`${column('auditStatus')} = ${sql.lit(auditStatus)}`, ...narrow(column)]
  if (aside !== undefined) where.push(sql<SqlBool>`${column(aside)} = 0`)
  return conditionsOf(db, who, of, {}, { where })
}

/**
 * The documents that wait for this person: of every type whose examine permission they hold, those handed in without a
 * process, within their data scope and not their own, unless they may decide those too. One statement for all types;
 * its answer is kept until one of them changes. Frame §5, §7.
 */
export async function waitingFor(db: Db, who: Who): Promise<Waiting[]> {
  const types = documentTypes(db).filter(({ states }) => may(who, states.actions.pass.permission))
  const own = types.length === 0 || (await decidesOwn(db, who))
  return counted(
    db,
    types,
    (type) => (type.listedFor?.(who) ?? type).list,
    (type) =>
      conditions(db, who, type, 0, (column) =>
        own
          ? []
          : ['submitBy', 'createBy'].map(
              (name) => sql<SqlBool>`${column(name)} is distinct from ${who.adminId}`,
            ),
      ),
  )
}

/** The documents that this person has handed in and that came back, for those they may hand in again. Screens §6. */
export function returnedTo(db: Db, who: Who): Promise<Waiting[]> {
  const types = documentTypes(db).filter(({ states }) => may(who, states.actions.submit.permission))
  return counted(
    db,
    types,
    (type) => (type.listedFor?.(who) ?? type).returned,
    (type) =>
      conditions(db, who, type, 2, (column) => [sql<SqlBool>`${column('submitBy')} = ${who.adminId}`]),
  )
}

/** Documents of all these types counted in one statement; its answer is kept until one of them changes. */
async function counted(
  db: Db,
  types: readonly DocumentType[],
  listOf: (type: DocumentType) => string,
  whereOf: (type: DocumentType) => Promise<Expression<SqlBool>[]>,
): Promise<Waiting[]> {
  if (types.length === 0) return []
  const parts = []
  for (const type of types) {
    const where = sql.join(await whereOf(type), sql` and `)
    parts.push(sql`(select array[count(*), coalesce(extract(epoch from min("submitTime")), 0)]::int[] from
      (select "submitTime" from ${sql.table(type.entity.name)} where ${where} limit ${sql.lit(MOST)}) as "rows")`)
  }
  const counts = await keptCounts(
    db,
    sql<{ counts: number[] }>`select ${sql.join(parts, sql` || `)} as "counts"`,
    types.map(({ entity }) => entity.name),
  )
  return types.flatMap((type, index) => {
    const { name, label } = type.entity
    const [count = 0, oldest = 0] = counts.slice(index * 2)
    if (count === 0) return []
    return [{ type: name, label, list: listOf(type), count, oldest: oldest === 0 ? null : oldest }]
  })
}
