import { sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import type { Scope, Who } from '#kit/server/who.ts'
import { scopeCovers } from '../role/role.rules.ts'
import { readGrants } from '../session/person.server.ts'

/** 本部门及以下: the rows of the own department and of all below it. */
export const BELOW = 2

/** Where somebody stands: roles, and what their data scope is measured from. */
export interface Standing {
  roles: readonly number[]
  deptId: number | null
  storeIds: readonly number[]
  /** the products of these channels only; none: of all channels */
  channelIds: readonly number[]
}

/** What of another person's rights the acting person does not hold themselves. */
export type Excess = 'level' | 'permissions' | 'scope' | 'channels'

/**
 * Compares what somebody's roles give with what the acting person holds; null when that is everything. Disabled roles
 * count as well: whoever enables them later does not ask who may sign in as their members. Decision 0046.
 */
export async function excessOf(db: Db, who: Who, roleIds: readonly number[]): Promise<Excess | null> {
  if (who.all) return null
  const { rights } = await readGrants(db, roleIds, 'disabledToo')
  if (rights.all || rights.level > who.level) return 'level'
  if (![...rights.permissions].every((code) => who.permissions.has(code))) return 'permissions'
  return rights.scopes.every((scope) => scopeCovers(who.scopes, scope)) ? null : 'scope'
}

/** The same with a person: 本部门 and 所属门店 of somebody elsewhere show other rows than the acting person's own. */
export async function excessOfPerson(db: Db, who: Who, person: Standing): Promise<Excess | null> {
  const excess = await excessOf(db, who, person.roles)
  if (excess !== null || who.all) return excess
  const { channelIds } = person
  if (who.channelIds.length > 0 && !(channelIds.length > 0 && isWithin(channelIds, who.channelIds)))
    return 'channels'
  if (who.scopes.some((own) => own.kind === 1)) return null
  const { rights } = await readGrants(db, person.roles, 'disabledToo')
  for (const scope of rights.scopes) if (!(await reaches(db, who, scope, person))) return 'scope'
  return null
}

/** Whether a person sees the rows of a department and of all below it, by their own department or everywhere. */
export async function seesBelow(db: Db, who: Who, deptId: number): Promise<boolean> {
  if (who.all || who.scopes.some((own) => own.kind === 1)) return true
  const isBelow = who.scopes.some((own) => own.kind === BELOW)
  return isBelow && reaches(db, who, { kind: BELOW }, { roles: [], deptId, storeIds: [], channelIds: [] })
}

const isWithin = (some: readonly number[], all: readonly number[]): boolean =>
  some.every((id) => all.includes(id))

async function reaches(db: Db, who: Who, scope: Scope, person: Standing): Promise<boolean> {
  if (scope.kind === 4) return isWithin(person.storeIds, who.storeIds)
  if ((scope.kind !== 2 && scope.kind !== 3) || person.deptId === null) return true
  const below = who.scopes.some((own) => own.kind === 2)
  if (!below) return person.deptId === who.deptId
  const found = await sql`select 1 from "dept" d join "dept" top on top."id" = ${who.deptId}
    where d."id" = ${person.deptId} and d."path" like top."path" || '%'`.execute(db)
  return found.rows.length > 0
}
