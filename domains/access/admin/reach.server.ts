import { sql } from 'kysely'
import { declareHolders, declareReceiver } from '#domains/settings/settings.door.ts'
import type { Registration } from '#kit/server/points.ts'
import { codesIn } from '../menu/menu.rules.ts'
import { ADMIN_ROLE } from '../role/role.entity.ts'

/** Whose account may be used now; everybody else is told nothing. */
const USABLE = sql`"status" = 1 and "isDel" = 0 and coalesce("validFrom", '-infinity') <= now()
  and coalesce("validTo", 'infinity') > now()`

/** How staff is told things, and who holds a permission. Doors §3 declareReceiver. */
export const staffReach: readonly Registration[] = [
  declareReceiver('admin', async (db, ids) => {
    const { rows } = await sql<{ id: number; phone: string; openid: string }>`
      select "id", case when "isSms" = 1 then "phone" else '' end as "phone", "openid" from "admin"
      where "id" = any(${sql.val([...ids])}::int[]) and ${USABLE}`.execute(db)
    return rows
  }),
  declareHolders(async (db, permission) => {
    const nodes = db
      .selectFrom('roleMenu')
      .innerJoin('menu', 'menu.id', 'roleMenu.menuId')
      .where('menu.isDel', '=', 0)
      .where('menu.adminOnly', '=', 0)
      .where('menu.perms', 'like', `%${permission}%`)
      .select(['roleMenu.rid', 'menu.perms'])
    const granted = await db
      .selectFrom('role')
      .leftJoin(nodes.as('node'), 'node.rid', 'role.id')
      .select(['role.id', 'role.roleCode', 'node.perms'])
      .where('role.status', '=', 1)
      .where('role.isDel', '=', 0)
      .execute()
    const roles = granted.filter(
      (one) => one.roleCode === ADMIN_ROLE || codesIn(one.perms ?? '').includes(permission),
    )
    const { rows } = await sql<{ id: number }>`select "id" from "admin"
      where "roles" && ${sql.val([...new Set(roles.map((one) => one.id))])}::int[] and ${USABLE}
      order by "id"`.execute(db)
    return rows.map((row) => row.id)
  }),
]
