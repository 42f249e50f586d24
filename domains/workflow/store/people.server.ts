import { findStaff, type StaffIdentity, staffIdentity, staffNamed } from '#domains/access/access.door.ts'
import { holdersOf } from '#domains/settings/settings.door.ts'
import type { Db } from '#kit/server/database.ts'
import { standingDelegate } from '../delegation/standing.server.ts'
import type { Identity, People } from '../engine/ports.ts'
import type { Actor } from '../engine/records.ts'
import { ADMINISTRATE } from '../monitor/monitor.calls.ts'
import { staffNames } from './names.server.ts'

/** The product itself acts where no person does. */
const PRODUCT: Identity = { adminId: 0, roles: [], deptId: '', posts: [], all: true }

/** Everything tasks may wait for a person by. */
export function identityOf({ adminId, roleIds, deptId, position, all }: StaffIdentity): Identity {
  return {
    adminId,
    roles: roleIds.map(String),
    deptId: deptId === null ? '' : String(deptId),
    posts: position === '' ? [] : [position],
    all,
  }
}

/** The actors a person is: themself, and what they belong to. */
export function actorsOf({ adminId, roles, deptId, posts }: Identity): Actor[] {
  return [
    { kind: 'user', id: String(adminId) },
    ...roles.map((id): Actor => ({ kind: 'role', id })),
    ...(deptId === '' ? [] : [{ kind: 'dept', id: deptId } as const]),
    ...posts.map((id): Actor => ({ kind: 'post', id })),
  ]
}

const isNumber = (text: string): boolean => /^\d{1,9}$/.test(text)

/** The enabled members of staff behind one actor, in the order of their ids. */
async function membersOf(db: Db, { kind, id }: Actor): Promise<number[]> {
  if (kind !== 'post' && !isNumber(id)) return []
  const query = {
    user: { ids: [Number(id)] },
    role: { roleIds: [Number(id)] },
    dept: { deptIds: [Number(id)] },
    post: { posts: [id] },
  }[kind]
  return (await findStaff(db, query)).filter((one) => one.enabled).map((one) => one.adminId)
}

/** Those of the people who are there and enabled, in their order. */
async function enabledUsers(db: Db, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  return new Set((await findStaff(db, { ids })).filter((one) => one.enabled).map((one) => one.adminId))
}

/** Enabled people among these actors, in their order, each once. Ports §People. */
export async function membersAmong(db: Db, actors: readonly Actor[]): Promise<number[]> {
  const users = actors.filter((one) => one.kind === 'user' && isNumber(one.id)).map((one) => Number(one.id))
  const enabled = await enabledUsers(db, users)
  const found: number[] = []
  for (const actor of actors)
    if (actor.kind === 'user') found.push(...(enabled.has(Number(actor.id)) ? [Number(actor.id)] : []))
    else found.push(...(await membersOf(db, actor)))
  return [...new Set(found)]
}

/** Is told who somebody is by whoever has read it with something else. */
export interface Acquainted {
  meet(adminId: number, found: StaffIdentity | null): Identity | null
}

/** The staff of the product as the engine sees them. Workflow §3.3. */
export function staffPeople(db: Db): People & Acquainted {
  const identities = new Map<number, Identity | null>([[0, PRODUCT]])
  /** codes and accounts become ids, as tasks keep them */
  const settled = async ({ kind, id }: Actor): Promise<Actor | null> =>
    kind === 'post' || isNumber(id) ? { kind, id } : staffNamed(db, id, kind)
  /** as `enabledUsers`; whoever has an identity may use their account */
  const enabledAmong = async (actors: readonly Actor[]): Promise<Set<number>> => {
    const ids = actors.filter(({ kind, id }) => kind === 'user' && isNumber(id)).map(({ id }) => Number(id))
    const known = ids.filter((id) => id !== 0 && identities.get(id) != null)
    const found = await enabledUsers(
      db,
      ids.filter((id) => !known.includes(id)),
    )
    return new Set([...known, ...found])
  }
  const meet = (adminId: number, found: StaffIdentity | null): Identity | null => {
    const identity = found && identityOf(found)
    identities.set(adminId, identity)
    return identity
  }
  return {
    meet,
    async name(adminId) {
      return (await staffNames(db, [adminId])).get(adminId) ?? ''
    },
    async identity(adminId) {
      const known = identities.get(adminId)
      return known !== undefined ? known : meet(adminId, await staffIdentity(db, adminId))
    },
    async known(token) {
      const found = await staffNamed(db, token)
      return found === null ? [] : [found]
    },
    members: (actors) => membersAmong(db, actors),
    async present(actors) {
      const all: Actor[] = []
      for (const actor of actors) {
        const one = await settled(actor)
        if (one !== null) all.push(one)
      }
      const enabled = await enabledAmong(all)
      const there: Actor[] = []
      for (const actor of all) {
        const isThere =
          actor.kind === 'user' ? enabled.has(Number(actor.id)) : (await membersOf(db, actor)).length > 0
        if (isThere && !there.some((one) => one.kind === actor.kind && one.id === actor.id)) there.push(actor)
      }
      return there
    },
    async delegateOf(adminId, processName, at) {
      const delegate = await standingDelegate(db, adminId, processName, at)
      return delegate !== null && (await enabledUsers(db, [delegate])).has(delegate) ? delegate : null
    },
    async admins() {
      const holders = await holdersOf(db, ADMINISTRATE)
      return holders.map(({ id }): Actor => ({ kind: 'user', id: String(id) }))
    },
  }
}
