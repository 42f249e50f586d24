import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import { foreignIds } from '#kit/server/refs.ts'
import type { Who } from '#kit/server/who.ts'
import { OWNER_ENTITIES, type PartyType } from './licence.entity.ts'

/** Whose licence it is. */
export interface Owner {
  ownerType: PartyType
  ownerId: number
  name: string
  /** its number at SAP, else the code of its company, else its own: the first part of names of files */
  number: string
  companyId: number | null
  /** who buys from a supplier, and looks after what it has to prove */
  buyerId: number | null
  status: 0 | 1
}

interface OwnerKey {
  ownerType: number
  ownerId: number
}

export const ownerKey = ({ ownerType, ownerId }: OwnerKey): string => `${ownerType}:${ownerId}`

/** What tells of the owners of a kind, by the ids asked for: each is looked up by its id, none of the tables read whole. */
const OWNERS: Record<PartyType, (ids: RawBuilder<unknown>) => RawBuilder<unknown>> = {
  1: (ids) => sql`select 1 as "ownerType", "id" as "ownerId", "orgName" as "name", "orgCode" as "number",
    "id" as "companyId", null::int as "buyerId", "status" from "company" where "id" = any(${ids})`,
  2: (ids) => sql`select 2 as "ownerType", s."id" as "ownerId", s."shoudaName" as "name",
    coalesce(nullif(s."shoudaNum", ''), c."orgCode") as "number", s."companyId", null::int as "buyerId", s."status" from "shouda" s join "company" c on c."id" = s."companyId" where s."id" = any(${ids})`,
  3: (ids) => sql`select 3 as "ownerType", p."id" as "ownerId", p."payerName" as "name",
    coalesce(nullif(p."payerCode", ''), c."orgCode") as "number", p."companyId", null::int as "buyerId", p."status" from "payer" p join "company" c on c."id" = p."companyId" where p."id" = any(${ids})`,
  4: (ids) => sql`select 4 as "ownerType", "id" as "ownerId", "supplierName" as "name",
    "supplierCode" as "number", null::int as "companyId", "buyerId", "status" from "supplier" where "id" = any(${ids})`,
  5: (ids) => sql`select 5 as "ownerType", "id" as "ownerId", "providerName" as "name",
    "providerCode" as "number", null::int as "companyId", null::int as "buyerId", "status" from "logisticsProvider" where "id" = any(${ids})`,
}
const KINDS: readonly PartyType[] = [1, 2, 3, 4, 5]

/** All owners with the code people know them by: read whole by an import, never by a list. */
const CODED = sql`(
  select 1 as "ownerType", "id", "orgName" as "name", "orgCode" as "number", "id" as "companyId", "status", "isDel",
    "orgCode" as "code" from "company"
  union all select 2, s."id", s."shoudaName", coalesce(nullif(s."shoudaNum", ''), c."orgCode"), s."companyId",
    s."status", s."isDel", s."shoudaNum" from "shouda" s join "company" c on c."id" = s."companyId"
  union all select 3, p."id", p."payerName", coalesce(nullif(p."payerCode", ''), c."orgCode"), p."companyId",
    p."status", p."isDel", p."payerCode" from "payer" p join "company" c on c."id" = p."companyId"
  union all select 4, "id", "supplierName", "supplierCode", null, "status", "isDel", "supplierCode" from "supplier"
  union all select 5, "id", "providerName", "providerCode", null, "status", "isDel", "providerCode"
    from "logisticsProvider")`

/** One query over the kinds of owners there are among the keys; null without keys. */
function overKinds(
  keys: readonly OwnerKey[],
  select: (kind: PartyType, ids: RawBuilder<unknown>) => RawBuilder<unknown>,
): RawBuilder<unknown> | null {
  const parts = KINDS.flatMap((kind) => {
    const ids = keys.filter((one) => one.ownerType === kind).map((one) => one.ownerId)
    return ids.length === 0 ? [] : [select(kind, sql`${sql.val([...new Set(ids)])}::int[]`)]
  })
  return parts.length === 0 ? null : sql.join(parts, sql` union all `)
}

/** The owners of licences by ownerKey, deleted ones too. */
export async function ownersOf(db: Db, keys: readonly OwnerKey[]): Promise<Map<string, Owner>> {
  const asked = overKinds(keys, (kind, ids) => OWNERS[kind](ids))
  if (asked === null) return new Map()
  const { rows } = await sql<Owner>`${asked}`.execute(db)
  return new Map(rows.map((row) => [ownerKey(row), row]))
}

/** Those of owners that lie outside the data scope of a person, by ownerKey. */
async function foreignOwners(db: Db, who: Who, keys: readonly OwnerKey[]): Promise<ReadonlySet<string>> {
  const foreign = new Set<string>()
  for (const [kind, entity] of Object.entries(OWNER_ENTITIES)) {
    const ownerType = Number(kind)
    const ids = keys.flatMap((key) => (key.ownerType === ownerType ? key.ownerId : []))
    for (const ownerId of await foreignIds(db, who, entity, ids))
      foreign.add(ownerKey({ ownerType, ownerId }))
  }
  return foreign
}

/**
 * The ids of living owners within the person's data scope by type and code (`1:kh000001`); SAP numbers are also found
 * without their zeros. Decision 0081.
 */
export async function ownersByCode(
  db: Db,
  who: Who,
  asked: readonly { ownerType: number; code: string }[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ ownerType: number; code: string; id: number }>`
    select asked."ownerType", asked."code", o."id" from ${CODED} o
    join (select distinct * from unnest(
      ${sql.val(asked.map((one) => one.ownerType))}::int[],
      ${sql.val(asked.map((one) => one.code.toLowerCase()))}::text[]) as asked ("ownerType", "code")) asked
      on asked."ownerType" = o."ownerType" and asked."code" <> ''
        and lower(o."code") in (asked."code", case when length(asked."code") < 10 then lpad(asked."code", 10, '0') end)
    where o."isDel" = 0`.execute(db)
  const found = rows.map(({ ownerType, code, id }) => ({ ownerType, code, ownerId: id }))
  const foreign = await foreignOwners(db, who, found)
  return new Map(
    found.flatMap((row) =>
      foreign.has(ownerKey(row)) ? [] : [[`${row.ownerType}:${row.code}`, row.ownerId] as const],
    ),
  )
}

/** The codes by which ownersByCode finds the owners of licences again, in their order; '' where an owner has none, its number
 * where it lies outside the person's data scope. */
export async function codesOfOwners(db: Db, who: Who, keys: readonly OwnerKey[]): Promise<string[]> {
  const { rows } = await sql<OwnerKey & { code: string }>`
    select o."ownerType", o."id" as "ownerId", o."code" from ${CODED} o
    join unnest(${sql.val(keys.map((one) => one.ownerType))}::int[],
      ${sql.val(keys.map((one) => one.ownerId))}::int[]) as asked ("ownerType", "ownerId")
      on asked."ownerType" = o."ownerType" and asked."ownerId" = o."id"`.execute(db)
  const codes = new Map(rows.map((row) => [ownerKey(row), row.code]))
  const foreign = await foreignOwners(db, who, keys)
  return keys.map((key) =>
    foreign.has(ownerKey(key)) ? String(key.ownerId) : (codes.get(ownerKey(key)) ?? ''),
  )
}
