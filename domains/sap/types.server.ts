import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { knownEntity } from '#kit/server/dbErrors.ts'
import { namedPoint, type Registration } from '#kit/server/points.ts'
import { rowScope, scopeCondition } from '#kit/server/scope.ts'
import type { Who } from '#kit/server/who.ts'

/** A kind of record that goes to SAP. Doors §3. */
export interface SapType {
  label: string
  /** table that holds it, with the columns of sapFields; the bizType unless given */
  table?: string
  /**
   * After the delivery was answered, late answers included, or given up (`ok` false); the columns of sapFields are
   * written already. For what else follows, e.g. keeping the number SAP gave.
   */
  onResult?(tx: Tx, bizId: number, ok: boolean, sapDocNo: string, message: string): Promise<void>
}

const types = namedPoint<SapType>('SAP type')

/** A room declares a kind of record it sends to SAP. Doors §3. */
export const declareSapType = (bizType: string, type: SapType): Registration => types.as(bizType, type)

export function sapType(db: Db, bizType: string): SapType {
  const type = types.of(db, bizType)
  if (type === undefined) throw new Error(`Nobody declares SAP type ${bizType}`)
  return type
}

export const typeName = (db: Db, bizType: string): string => types.of(db, bizType)?.label ?? bizType

export const allSapTypes = (db: Db): { value: string; label: string }[] =>
  [...types.all(db)].map(([value, { label }]) => ({ value, label }))

/** The entity whose rows are a kind of record. */
export const recordOf = (db: Db, bizType: string): string => types.of(db, bizType)?.table ?? bizType

/** Rows of the queue whose record lies in the person's data scope; null: all of them. Decision 0048. */
export async function seenCondition(db: Db, who: Who): Promise<Expression<SqlBool> | null> {
  const parts: Expression<SqlBool>[] = []
  for (const bizType of types.all(db).keys()) {
    const of = knownEntity(db, recordOf(db, bizType))
    const scope = of && scopeCondition(await rowScope(db, who, of), of.name)
    if (of === undefined || scope == null) continue
    const record = sql.ref(`${of.name}.id`)
    parts.push(sql<SqlBool>`("sapOutbox"."bizType" <> ${bizType} or exists (select 1 from ${sql.table(of.name)}
      where ${record} = "sapOutbox"."bizId" and ${scope}))`)
  }
  return parts.length === 0 ? null : sql<SqlBool>`(${sql.join(parts, sql` and `)})`
}
