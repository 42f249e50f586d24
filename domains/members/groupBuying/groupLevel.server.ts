import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { emit } from '#kit/server/outbox.ts'
import { lockRow, updateRow } from '#kit/server/rows.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { levelOf } from '../level/levels.server.ts'
import { lockMember } from '../level/member.server.ts'
import { moveLevel } from '../level/moveLevel.server.ts'
import { forgetTerms } from '../level/terms.server.ts'
import { groupBuyEmployee, groupBuying } from './groupBuying.entity.ts'

export type Group = EntityRow<typeof groupBuying>
export type Employee = EntityRow<typeof groupBuyEmployee>

/** An employee left, was stopped, or the contract is over. Doors §6. */
export const GROUP_ENDED = 'user.groupEnded'

/** Whether a company buys at a moment: it is enabled and the time is its own. */
export const isInForce = (group: Pick<Group, 'status' | 'startTime' | 'endTime'>, now: Date): boolean =>
  group.status === 1 && group.startTime <= now && now < group.endTime

/**
 * Gives an employee the customer level of their company, or takes it back, as their state and that of the company ask. The
 * consumer is locked before the employee (doors §5). `leaves`: whatever their state, the level goes. Answers the employee as
 * they are now.
 */
export async function settleEmployee(tx: Tx, id: number, leaves = false): Promise<Employee> {
  const { uid } = await tx
    .selectFrom('groupBuyEmployee')
    .select('uid')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const member = uid === null ? null : await lockMember(tx, uid)
  const row = await lockRow(tx, groupBuyEmployee, id, { anyScope: true })
  const group = await tx
    .selectFrom('groupBuying')
    .select(['name', 'levelId', 'inForce'])
    .where('id', '=', row.groupBuyingId)
    .executeTakeFirstOrThrow()
  const isGiven = !leaves && row.uid !== null && row.status === 1 && group.inForce === 1
  const wanted = isGiven ? group.levelId : null
  if (wanted === row.givenLevelId || member === null) return row
  // A level given meanwhile by other hands stays.
  const isOwn = member.customerLevel === row.givenLevelId
  if (wanted !== null || isOwn)
    await moveLevel(tx, member, {
      levelType: 3,
      after: (await levelOf(tx, wanted)) ?? null,
      changeType: wanted === null ? 9 : 8,
      mark: group.name,
      sourceType: 'groupBuying',
    })
  return updateRow(tx, groupBuyEmployee, row, { givenLevelId: wanted }, { anyField: true })
}

/** An employee, locked behind the consumer they are bound to (doors §5); 404 out of scope. */
export async function lockEmployee(tx: Tx, id: number, version: number | null = null): Promise<Employee> {
  const found = await tx.selectFrom('groupBuyEmployee').select('uid').where('id', '=', id).executeTakeFirst()
  if (found?.uid != null) await lockMember(tx, found.uid)
  return lockRow(tx, groupBuyEmployee, id, { version })
}

/** What follows when an employee no longer buys for a company: their level goes, and who keeps orders hears of it. */
export async function endEmployee(
  tx: Tx,
  employee: Pick<Employee, 'id' | 'uid' | 'groupBuyingId'>,
): Promise<void> {
  if (employee.uid === null) return
  await settleEmployee(tx, employee.id, true)
  forgetTerms(tx, employee.uid)
  const { uid, groupBuyingId } = employee
  await emit(tx, GROUP_ENDED, uid, { uid, groupBuyingId })
}

/** Brings a company into force or out of it, with all its people; answers how many were moved. */
export async function settleGroup(tx: Tx, group: Group, now = new Date()): Promise<number> {
  const inForce = isInForce(group, now) ? 1 : 0
  if (inForce !== group.inForce) await updateRow(tx, groupBuying, group, { inForce }, { anyField: true })
  const people = await tx
    .selectFrom('groupBuyEmployee')
    .select(['id', 'uid', 'groupBuyingId', 'givenLevelId'])
    .where('groupBuyingId', '=', group.id)
    .where('status', '=', 1)
    .where('uid', 'is not', null)
    .where('isDel', '=', 0)
    .orderBy('uid')
    .execute()
  for (const one of people)
    if (group.inForce === 1 && inForce === 0) await endEmployee(tx, one)
    else await settleEmployee(tx, one.id)
  return people.length
}

/** Companies whose time has come or is over; one transaction each. Answers how many. */
export async function tickGroups(db: Db, each: (id: number) => Promise<void>): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select "id" from "groupBuying" where "isDel" = 0 and "inForce" = 1 and ("status" = 0 or "endTime" <= now())
    union all
    select "id" from "groupBuying" where "isDel" = 0 and "inForce" = 0 and "status" = 1
      and "startTime" <= now() and "endTime" > now()
    order by 1`.execute(db)
  for (const { id } of rows) await each(id)
  return rows.length
}
