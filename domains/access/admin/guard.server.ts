import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { listPoint, type Registration } from '#kit/server/points.ts'
import { lockRow } from '#kit/server/rows.ts'
import type { Who } from '#kit/server/who.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { conflict, refuse } from '#kit/shared/errors.ts'
import { ADMIN_ROLE } from '../role/role.entity.ts'
import { raisePermVersion, readGrants } from '../session/person.server.ts'
import { endSessions } from '../session/session.server.ts'
import { admin } from './admin.entity.ts'
import { BELOW, type Excess, excessOf, excessOfPerson, type Standing, seesBelow } from './holding.server.ts'

export type AdminRow = EntityRow<typeof admin>

const REFUSALS = {
  level: '无权操作更高级别的账号',
  permissions: '该账号的权限超出本人权限，无权操作',
  scope: '该账号的数据范围超出本人，无权操作',
  channels: '该账号的数据范围超出本人，无权操作',
} as const satisfies Record<Excess, string>

/**
 * Locks a member of staff for somebody else's change: not oneself, and nobody who may do or see more. Whoever may
 * change an account can come in as its owner, so they must hold all its owner holds. Platform §6.1, decision 0046.
 */
export async function lockStaff(tx: Tx, who: Who, id: number, version?: number | null): Promise<AdminRow> {
  if (id === who.adminId) throw refuse('不能操作本人账号')
  const row = await lockRow(tx, admin, id, { version: version ?? null })
  await guardOver(tx, who, row)
  return row
}

/** Refuses with 422 to act upon somebody who may do or see more than the acting person. Decision 0046. */
export async function guardOver(db: Db, who: Who, person: Standing): Promise<void> {
  const excess = await excessOfPerson(db, who, person)
  if (excess !== null) throw refuse(REFUSALS[excess])
}

/** The same over several people by id; the acting person is left out. Doors §4. */
export async function guardOverAll(db: Db, who: Who, ids: readonly number[]): Promise<void> {
  if (who.all) return
  const people = await db
    .selectFrom('admin')
    .select(['id', 'roles', 'deptId', 'storeIds', 'channelIds'])
    .where('id', 'in', [0, ...ids])
    .orderBy('id')
    .execute()
  for (const person of people) if (person.id !== who.adminId) await guardOver(db, who, person)
}

/** Refuses roles whose rights or scope the giver does not hold. Platform §6.1. */
export async function guardGiving(db: Db, who: Who, roleIds: readonly number[]): Promise<void> {
  if ((await excessOf(db, who, roleIds)) !== null) throw refuse('不能授予超出本人权限的角色', 'roles')
}

/** Refuses a department or channels in which a person's roles show rows the giver does not see. Decision 0046. */
export async function guardPlace(db: Db, who: Who, person: Standing): Promise<void> {
  const excess = await excessOfPerson(db, who, person)
  if (excess === 'channels') throw refuse('所属渠道超出本人的数据范围', 'channelIds')
  if (excess !== null) throw refuse('该部门的数据超出本人的数据范围', 'deptId')
}

const WIDENING = '移动后有员工会看到更多数据，超出本人的数据范围，无权移动'

/**
 * Refuses to move a department to where somebody would see its rows through 本部门及以下 who does not now, unless the
 * mover sees these rows and holds all that each of these people holds; the mover themself may be one of them. Decision 0074.
 */
export async function guardMove(
  tx: Tx,
  who: Who,
  moved: { id: number; path: string },
  above: string,
): Promise<void> {
  if (who.all) return
  const idsOf = (path: string): number[] => path.split('/').filter(Boolean).map(Number)
  const before = idsOf(moved.path)
  const gained = idsOf(above).filter((id) => !before.includes(id))
  const people = await tx
    .selectFrom('admin')
    .select(['id', 'roles', 'deptId', 'storeIds', 'channelIds'])
    .where('deptId', 'in', [0, ...gained])
    .where('isDel', '=', 0)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('role')
          .select('role.id')
          .where('role.isDel', '=', 0)
          .where('role.dataScope', '=', BELOW)
          .where(sql<boolean>`"role"."id" = any("admin"."roles")`),
      ),
    )
    .orderBy('id')
    .execute()
  if (people.length === 0) return
  if (!(await seesBelow(tx, who, moved.id))) throw refuse(WIDENING, 'pid')
  for (const person of people)
    if (person.id !== who.adminId && (await excessOfPerson(tx, who, person)) !== null)
      throw refuse(WIDENING, 'pid')
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
const leaveHandlers = listPoint<LeaveHandler>('Staff leave')

/** Registers what happens to the open work of somebody who leaves; runs in the change's transaction. Doors §3. */
export const onStaffLeave = (handle: LeaveHandler): Registration => leaveHandlers.as(handle)

export async function tellLeave(tx: Tx, leave: StaffLeave): Promise<void> {
  for (const handle of leaveHandlers.of(tx)) await handle(tx, leave)
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
