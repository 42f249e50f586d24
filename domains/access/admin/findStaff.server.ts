import { sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'

/** Which members of staff; several lists widen the choice. */
export interface StaffQuery {
  ids?: readonly number[]
  roleIds?: readonly number[]
  deptIds?: readonly number[]
  /** values of the dictionary sys_position */
  posts?: readonly string[]
}

export interface Staff {
  adminId: number
  account: string
  realName: string
  phone: string
  deptId: number | null
  position: string
  openid: string
  enabled: boolean
}

/** Members of staff by id, role, department or post, in the order of their ids; deleted ones are left out. Doors §4. */
export async function findStaff(db: Db, query: StaffQuery): Promise<Staff[]> {
  const found =
    await sql<Staff>`select "id" as "adminId", "account", "realName", "phone", "deptId", "position", "openid",
      "status" = 1 as "enabled"
    from "admin" where "isDel" = 0 and ("id" = any(${sql.val([...(query.ids ?? [])])}::int[])
      or "roles" && ${sql.val([...(query.roleIds ?? [])])}::int[]
      or "deptId" = any(${sql.val([...(query.deptIds ?? [])])}::int[])
      or "position" = any(${sql.val([...(query.posts ?? [])])}::text[]))
    order by "id"`.execute(db)
  return found.rows
}
