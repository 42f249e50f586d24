import { sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import type { Use } from '#kit/server/refs.ts'
import type { Who } from '#kit/server/who.ts'

/** The companies a person looks after, as their agent or as that of their customer. Catalog §8.8. */
export async function companiesOf(db: Db, who: Who): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select "id" from "company" where "agentId" = ${who.adminId} and "isDel" = 0
    union
    select "companyId" from "customer" where "agentId" = ${who.adminId} and "companyId" is not null and "isDel" = 0
  `.execute(db)
  return rows.map((row) => row.id)
}

/** Customers that intend to buy products. Doors §3 declareUse. */
export async function productUses(db: Db, ids: readonly number[]): Promise<Use[]> {
  const { rows } = await sql<{ id: number; n: number }>`
    select p."id", count(*) as "n" from "customer" c, unnest(c."intendProducts") as p("id")
    where p."id" = any(${sql.val([...ids])}::int[]) and c."isDel" = 0 group by 1`.execute(db)
  return rows.map((row) => ({ ...row, place: '客户意向' }))
}
