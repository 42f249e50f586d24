import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { lockRow } from '#kit/server/rows.ts'
import type { Who } from '#kit/server/who.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { conflict, refuse } from '#kit/shared/errors.ts'
import { ADMIN_ROLE } from '../role/role.entity.ts'
import { scopeCovers } from '../role/role.rules.ts'
import { raisePermVersion, readGrants } from '../session/person.server.ts'
import { endSessions } from '../session/session.server.ts'
import { admin } from './admin.entity.ts'

export type AdminRow = EntityRow<typeof admin>

/** Locks a member of staff for somebody else's change: not oneself, not above one's own level. Platform §6.1. */
export async function lockStaff(tx: Tx, who: Who, id: number, version?: number | null): Promise<AdminRow> {
  if (id === who.adminId) throw refuse('不能操作本人账号')
  const row = await lockRow(tx, admin, id, { version: version ?? null })
  const { rights } = await readGrants(tx, row.roles)
  if (rights.level > who.level && !who.all) throw refuse('无权操作更高级别的账号')
  return row
}

/** Refuses roles whose rights or scope the giver does not hold. Platform §6.1. */
export async function guardGiving(db: Db, who: Who, roleIds: readonly number[]): Promise<void> {
  if (who.all || roleIds.length === 0) return
  const { rights } = await readGrants(db, roleIds)
  const holds =
    !rights.all &&
    rights.level <= who.level &&
    [...rights.permissions].every((code) => who.permissions.has(code)) &&
    rights.scopes.every((scope) => scopeCovers(who.scopes, scope))
  if (!holds) throw refuse('不能授予超出本人权限的角色', 'roles')
}

// Several changes of administrators wait for each other here, so that the last two cannot disable one another.
async function keepOneAdministrator(tx: Tx): Promise<void> {
  const role = await tx
    .selectFrom('role')
    .select('id')
    .where('roleCode', '=', ADMIN_ROLE)
    .where('isDel', '=', 0)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const left = await sql`select 1 from "admin" where "isDel" = 0 and "status" = 1 and "roles" @> ${[role.id]}
    and coalesce("validFrom", now()) <= now() and coalesce("validTo", 'infinity') > now() limit 1`.execute(tx)
  if (left.rows.length === 0) throw conflict('至少保留一个可用的超级管理员')
}

/** Somebody left the place their open work hangs on. Doors §3. */
export interface StaffLeave {
  adminId: number
  reason: 'disabled' | 'deleted' | 'notAgent'
  transferTo?: number
}

type LeaveHandler = (tx: Tx, leave: StaffLeave) => Promise<void>
const leaveHandlers: LeaveHandler[] = []

/** Registers what happens to the open work of somebody who leaves; runs in the change's transaction. Doors §3. */
export function onStaffLeave(handle: LeaveHandler): void {
  leaveHandlers.push(handle)
}

export async function tellLeave(tx: Tx, leave: StaffLeave): Promise<void> {
  for (const handle of leaveHandlers) await handle(tx, leave)
}

/** What follows every change of a member of staff: one administrator stays, sessions of a disabled one end. Platform §2.3, §15.1. */
export async function settle(tx: Tx, before: AdminRow, after: AdminRow): Promise<void> {
  if ((await readGrants(tx, before.roles)).rights.all) await keepOneAdministrator(tx)
  const isGone = after.isDel === 1 || after.status === 0
  const wasThere = before.isDel === 0 && before.status === 1
  const isOver = after.validTo !== null && after.validTo.getTime() <= Date.now()
  if (isGone || isOver) await endSessions(tx, { adminId: after.id }, 'disabled')
  if (isGone && wasThere)
    await tellLeave(tx, { adminId: after.id, reason: after.isDel === 1 ? 'deleted' : 'disabled' })
  else if (before.isAgent === 1 && after.isAgent === 0)
    await tellLeave(tx, { adminId: after.id, reason: 'notAgent' })
  await raisePermVersion(tx)
}
