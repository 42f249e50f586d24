import { sql } from 'kysely'
import { cacheGroup } from '#kit/server/cache.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { perDatabase } from '#kit/server/points.ts'
import { touch } from '#kit/server/transaction.ts'
import type { Scope, Who } from '#kit/server/who.ts'
import { codesIn } from '../menu/menu.rules.ts'
import { ADMIN_ROLE } from '../role/role.entity.ts'

/** Everything a call may ask about a member of staff, without the session. */
export interface Person {
  who: Omit<Who, 'sessionId' | 'pwdExpired' | 'permVersion'>
  /** enabled and not deleted */
  isEnabled: boolean
  validFrom: Date | null
  validTo: Date | null
  pwdReset: 0 | 1
  pwdUpdateTime: Date | null
  /** granted nodes of the menu; of the role admin: all, so none are listed */
  menuIds: ReadonlySet<number>
}

/** Raises the version every session reads: rights, menus and persons are read anew at the next call. Platform §2.3. */
export async function raisePermVersion(tx: Tx): Promise<void> {
  await tx.updateTable('permVersion').set({ version: sql`version + 1` }).execute()
  touch(tx, 'permVersion')
}

/** Reads a person with the union of the rights of their enabled roles; undefined without such a row. */
export async function readPerson(db: Db, adminId: number): Promise<Person | undefined> {
  const row = await db.selectFrom('admin').selectAll().where('id', '=', adminId).executeTakeFirst()
  if (row === undefined) return undefined
  const grants = await readGrants(db, row.roles)
  return {
    who: {
      adminId,
      account: row.account,
      realName: row.realName,
      ...grants.rights,
      deptId: row.deptId,
      storeIds: row.storeIds,
      warehouseIds: row.warehouseIds,
      channelIds: row.channelIds,
    },
    isEnabled: row.status === 1 && row.isDel === 0,
    validFrom: row.validFrom,
    validTo: row.validTo,
    pwdReset: row.pwdReset,
    pwdUpdateTime: row.pwdUpdateTime,
    menuIds: grants.menuIds,
  }
}

/** What roles give together. Also tells what may be given on. */
export interface Grants {
  rights: Pick<Who, 'roles' | 'permissions' | 'all' | 'level' | 'scopes'>
  menuIds: ReadonlySet<number>
}

/** The union over the enabled ones of these roles, or over all of them that are not deleted. Platform §6.2. */
export async function readGrants(
  db: Db,
  roleIds: readonly number[],
  which: 'enabled' | 'disabledToo' = 'enabled',
): Promise<Grants> {
  const roles =
    roleIds.length === 0
      ? []
      : await db
          .selectFrom('role')
          .select(['id', 'roleCode', 'level', 'dataScope', 'scopeIds'])
          .where('id', 'in', [...roleIds])
          .where('status', 'in', which === 'enabled' ? [1] : [0, 1])
          .where('isDel', '=', 0)
          .execute()
  const all = roles.some((one) => one.roleCode === ADMIN_ROLE)
  const nodes =
    all || roles.length === 0
      ? []
      : await db
          .selectFrom('roleMenu')
          .innerJoin('menu', 'menu.id', 'roleMenu.menuId')
          .select(['menu.id', 'menu.perms'])
          .where(
            'roleMenu.rid',
            'in',
            roles.map((one) => one.id),
          )
          .where('menu.isDel', '=', 0)
          .where('menu.adminOnly', '=', 0)
          .execute()
  return {
    rights: {
      roles: roles.map((one) => one.roleCode),
      permissions: new Set(all ? ['*:*:*'] : nodes.flatMap((node) => codesIn(node.perms))),
      all,
      level: Math.max(0, ...roles.map((one) => one.level)),
      scopes: roles.map((one) => scopeOf(one)),
    },
    menuIds: new Set(nodes.map((node) => node.id)),
  }
}

function scopeOf({ dataScope, scopeIds }: { dataScope: number; scopeIds: object }): Scope {
  return { kind: dataScope, ...(dataScope === 7 ? scopeIds : {}) }
}

// ---- kept per process, so that a call costs one query: the session's

const KEPT_MOST = 5000
interface Kept {
  version: number
  person: Promise<Person | undefined>
  /** once it is read */
  known?: Person | undefined
}
const kept = perDatabase(() => new Map<number, Kept>())
export const personCache = cacheGroup('permission', '人员权限', {
  keys: (db) => [...kept(db).keys()].map(String),
  value(db, key) {
    const who = kept(db).get(Number(key))?.known?.who
    return who && { account: who.account, roles: who.roles, permissions: [...who.permissions] }
  },
  clear(db, key) {
    if (key === undefined) kept(db).clear()
    else kept(db).delete(Number(key))
  },
})

/** A person as of a version at least; read once per person and version in each process. */
export function personAt(db: Db, adminId: number, version: number): Promise<Person | undefined> {
  const people = kept(db)
  const found = people.get(adminId)
  personCache.note(db, found?.version === version)
  if (found?.version === version) return found.person
  if (people.size >= KEPT_MOST) people.clear()
  const made: Kept = { version, person: readPerson(db, adminId) }
  people.set(adminId, made)
  made.person.then(
    (person) => {
      made.known = person
    },
    () => people.delete(adminId),
  )
  return made.person
}

/** A person without a session, for file tasks and jobs in their name; null when the account is not enabled. */
export async function loadWho(db: Db, adminId: number): Promise<Who | null> {
  const person = await readPerson(db, adminId)
  if (!person?.isEnabled) return null
  return { ...person.who, sessionId: 0, pwdExpired: false, permVersion: 0 }
}
