import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import { ADMIN_ROLE } from '../role/role.entity.ts'

/** Everything work may be given to a member of staff by: themself, their roles, department and post. */
export interface StaffIdentity {
  adminId: number
  /** ids of the enabled ones */
  roleIds: number[]
  deptId: number | null
  /** value of the dictionary sys_position; '' without one */
  position: string
  /** holds *:*:* */
  all: boolean
}

const identityRow = (adminId: number): RawBuilder<StaffIdentity> => sql`
    select a."id" as "adminId", a."deptId", a."position", coalesce(r."ids", '{}') as "roleIds",
      coalesce(r."all", false) as "all"
    from "admin" a
    left join lateral (select array_agg("id" order by "id") as "ids", bool_or("roleCode" = ${ADMIN_ROLE}) as "all"
      from "role" where "id" = any(a."roles") and "status" = 1 and "isDel" = 0) r on true
    where a."id" = ${adminId} and a."status" = 1 and a."isDel" = 0
      and coalesce(a."validFrom", '-infinity') <= now() and coalesce(a."validTo", 'infinity') > now()`

/** Who somebody is at this moment; null when the account may not be used. Doors §4. */
export async function staffIdentity(db: Db, adminId: number): Promise<StaffIdentity | null> {
  const { rows } = await identityRow(adminId).execute(db)
  return rows[0] ?? null
}

/** The same as a column of a statement that reads something else besides. */
export const identityColumn = (adminId: number): RawBuilder<StaffIdentity | null> =>
  sql`(select row_to_json(i) from (${identityRow(adminId)}) i)`

/** What a text names: a person by id or account, a role by id or code, a department by id, a post. */
export interface NamedStaff {
  kind: 'user' | 'role' | 'dept' | 'post'
  id: string
}

/**
 * Which enabled person, role, department or post a text names, in this order; only of one kind when it is given, and
 * a role then also by its name. Null when it names none. Doors §4.
 */
export async function staffNamed(
  db: Db,
  text: string,
  kind?: NamedStaff['kind'],
): Promise<NamedStaff | null> {
  const id = /^\d{1,9}$/.test(text) ? Number(text) : 0
  const { rows } = await sql<NamedStaff>`
    select "kind", "id" from (
      select 1 as "rank", 'user' as "kind", "id"::text from "admin"
        where ("id" = ${id} or "account" = ${text}) and "status" = 1 and "isDel" = 0
      union all select 2, 'role', "id"::text from "role"
        where ("id" = ${id} or "roleCode" = ${text} or (${kind ?? null} = 'role' and "roleName" = ${text})) and "status" = 1 and "isDel" = 0
      union all select 3, 'dept', "id"::text from "dept"
        where "id" = ${id} and "status" = 1 and "isDel" = 0
      union all select 4, 'post', "position" from "admin"
        where "position" = ${text} and "position" <> '' and "isDel" = 0
    ) as "named" where ${kind ?? null}::text is null or "kind" = ${kind ?? null}
    order by "rank" limit 1`.execute(db)
  return rows[0] ?? null
}
