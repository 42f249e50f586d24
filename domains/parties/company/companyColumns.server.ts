import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { knownEntities, knownEntity } from '#kit/server/dbErrors.ts'
import { listPoint, type Registration } from '#kit/server/points.ts'
import { touch } from '#kit/server/transaction.ts'

/** A column whose values are companies. */
export interface CompanyColumn {
  table: string
  column: string
  /** several ids in one value */
  many?: 'int' | 'text'
  /** only rows with this value there name companies */
  only?: readonly [column: string, value: number]
  /** a company has one row with the same values there: of two the merged company keeps its own */
  twins?: readonly string[]
}

/** What was moved from one company to another, in words a person knows. */
export interface Moved {
  label: string
  n: number
}

const columns = listPoint<CompanyColumn>('Company column')

/**
 * Tells how a column of companies follows when two of them are merged. Fields that say ref('…', 'company') need it only
 * for twins. Catalog §10.
 */
export const declareCompanyColumn = (column: CompanyColumn): Registration => columns.as(column)

/** Tables whose rows move one by one, with what hangs on them. */
const OWN = new Set(['company', 'shouda', 'payer', 'shipTo', 'invoiceTo', 'customer'])

function companyColumns(db: Db): CompanyColumn[] {
  const declared = columns.of(db)
  const said = knownEntities(db)
    .filter((of) => !OWN.has(of.name))
    .flatMap((of) =>
      Object.entries(of.shape).flatMap(([column, field]): CompanyColumn[] => {
        if (field.ref !== 'company') return []
        return [{ table: of.name, column, ...(field.many ? { many: 'int' as const } : {}) }]
      }),
    )
  const isDeclared = (one: CompanyColumn): boolean =>
    declared.some((other) => other.table === one.table && other.column === one.column)
  return [...said.filter((one) => !isDeclared(one)), ...declared]
}

/** Lets every row of every room that names a company name another one; answers what was moved. */
export async function moveColumns(tx: Tx, from: number, into: number): Promise<Moved[]> {
  const moved = new Map<string, number>()
  for (const one of companyColumns(tx)) {
    const label = knownEntity(tx, one.table)?.label ?? one.table
    const n = await moveColumn(tx, one, from, into)
    if (n > 0) moved.set(label, (moved.get(label) ?? 0) + n)
  }
  return [...moved].map(([label, n]) => ({ label, n }))
}

async function moveColumn(
  tx: Tx,
  { table, column, many, only, twins }: CompanyColumn,
  from: number,
  into: number,
): Promise<number> {
  const at = sql.ref(column)
  const [old, next] = many === 'text' ? [String(from), String(into)] : [from, into]
  const type = sql.raw(many === 'text' ? 'text' : 'int')
  const value =
    many === undefined
      ? sql`${into}`
      : sql`case when ${next}::${type} = any(${at}) then array_remove(${at}, ${old}::${type})
          else array_replace(${at}, ${old}::${type}, ${next}::${type}) end`
  const held = many === undefined ? sql`${at} = ${from}` : sql`${old}::${type} = any(${at})`
  const fits = only === undefined ? sql`true` : sql`${sql.ref(only[0])} = ${only[1]}`
  const same = (twins ?? []).map(
    (name) => sql`"other".${sql.ref(name)} is not distinct from "own".${sql.ref(name)}`,
  )
  const single =
    twins === undefined
      ? sql`true`
      : sql`not exists (select 1 from ${sql.table(table)} as "other"
          where ${sql.join([sql`"other".${at} = ${into}`, ...same], sql` and `)})`
  const { numAffectedRows = 0n } = await sql`update ${sql.table(table)} as "own" set ${at} = ${value}
    where ${held} and ${fits} and "isDel" = 0 and ${single}`.execute(tx)
  touch(tx, table)
  return Number(numAffectedRows)
}
