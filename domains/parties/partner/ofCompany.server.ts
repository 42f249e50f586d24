import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { keptIds } from '#kit/server/keptIds.ts'
import { filterNumbers, keywordCondition, type ListOptions } from '#kit/server/list.ts'
import { readRow } from '#kit/server/rows.ts'
import { rowScope, scopeCondition } from '#kit/server/scope.ts'
import { actorOf, onceIn } from '#kit/server/transaction.ts'
import { type Entity, type EntityRow, entity } from '#kit/shared/entity.ts'
import { conflict, notFound } from '#kit/shared/errors.ts'
import { company } from '../company/company.entity.ts'

/** A company found by its name alone. */
const namedCompany = entity(
  'company',
  '往来单位',
  { orgName: company.shape.orgName },
  { title: 'orgName', grams: true },
)

/** Rows of a table whose company fits; the ids are found first, so that the index on companyId serves. */
function ofCompanies(table: string, condition: Expression<unknown>): Expression<SqlBool> {
  return sql<SqlBool>`${sql.ref(`${table}.companyId`)} = any(array(
    select "company"."id" from "company" where ${condition}))`
}

/** The ids of a filter; null without one. */
export const idsIn = (given: unknown, label: string, field: string): number[] | null =>
  typeof given === 'string' && given !== '' ? filterNumbers(given, label, field) : null

/** Conditions of the lists of what belongs to companies: name, channel and agent of the company, usableBy. Catalog §6.2. */
export function companyConditions(of: Entity, input: Record<string, unknown>): ListOptions {
  const table = of.name
  const channels = idsIn(input.companyChannel, '渠道', 'companyChannel')
  const agents = idsIn(input.agentId, '业务员', 'agentId')
  return {
    // Partners have the name of their company on their own rows.
    ...('companyName' in of.shape
      ? {}
      : {
          async alsoFound(word: string, db: Db) {
            const named = keywordCondition(namedCompany, word) ?? sql`false`
            const ids = await keptIds(db, sql`select "company"."id" from "company" where ${named}`, [
              'company',
            ])
            return sql<SqlBool>`${sql.ref(`${table}.companyId`)} = any(${ids})`
          },
        }),
    where: [
      ...(channels === null
        ? []
        : [ofCompanies(table, sql`"channelIds" && ${sql.val(channels)}::int[] and "isDel" = 0`)]),
      ...(agents === null
        ? []
        : [ofCompanies(table, sql`"agentId" = any(${sql.val(agents)}::int[]) and "isDel" = 0`)]),
      ...(typeof input.usableBy === 'number'
        ? [sql<SqlBool>`${sql.ref(`${table}.companyId`)} = any(array(${above(input.usableBy)}))`]
        : []),
    ],
    reads: ['company'],
  }
}

const above = (companyId: number) => sql<{ id: number }>`
  with recursive "chain" as (
    select "id", "pid" from "company" where "id" = ${companyId}
    union select c."id", c."pid" from "company" c join "chain" on c."id" = "chain"."pid"
  ) select "id" from "chain"`

/** A company and those above it: whose partners it may use. Catalog invariant 6. */
export async function companiesAbove(db: Db, companyId: number): Promise<Set<number>> {
  const { rows } = await above(companyId).execute(db)
  return new Set(rows.map((row) => row.id))
}

export async function companiesById(db: Db, ids: readonly number[]) {
  const found = await db
    .selectFrom('company')
    .select(['id', 'orgCode', 'orgName', 'status', 'channelIds', 'agentId', 'creditCode'])
    .where(sql<boolean>`"id" = any(${sql.val([...new Set(ids)])}::int[])`)
    .execute()
  return new Map(found.map((row) => [row.id, row]))
}

type Company = EntityRow<typeof company>

/** Companies that takeCompanies has read and locked in this transaction. */
const atHand = (tx: Tx): Promise<Map<number, Company>> =>
  onceIn(tx, 'companies at hand', async () => new Map())

/**
 * Reads and holds the companies for which many rows are going to be written, those in the person's scope, in one statement:
 * holdCompany, companyInScope and creditCodeOf answer from them, until others are taken.
 */
export async function takeCompanies(tx: Tx, ids: Iterable<number>): Promise<void> {
  const taken = await atHand(tx)
  taken.clear()
  let query = tx
    .selectFrom('company')
    .selectAll()
    .where('id', 'in', [0, ...new Set(ids)])
    .where('isDel', '=', 0)
  const scope = scopeCondition(await rowScope(tx, actorOf(tx), company), company.name)
  if (scope !== null) query = query.where(scope)
  for (const row of await query.orderBy('id').forKeyShare().execute()) taken.set(row.id, row)
}

/** The credit code of a company, '' where it has none. */
export async function creditCodeOf(tx: Tx, companyId: number): Promise<string> {
  const row =
    (await atHand(tx)).get(companyId) ??
    (await tx.selectFrom('company').select('creditCode').where('id', '=', companyId).executeTakeFirst())
  return row?.creditCode ?? ''
}

/** Keeps a company from being deleted or merged while something is written for it; 404 when it is gone. */
export async function holdCompany(tx: Tx, companyId: number): Promise<void> {
  if ((await atHand(tx)).has(companyId)) return
  const { rows } =
    await sql`select 1 from "company" where "id" = ${companyId} and "isDel" = 0 for key share`.execute(tx)
  if (rows.length === 0) throw notFound()
}

/** The company something is written for: 404 outside the person's scope, 409 单位已停用. Catalog §8.8. */
export async function companyInScope(tx: Tx, companyId: number) {
  const row = (await atHand(tx)).get(companyId) ?? (await readRow(tx, actorOf(tx), company, companyId))
  if (row.status === 0) throw conflict('单位已停用')
  await holdCompany(tx, companyId)
  return row
}
