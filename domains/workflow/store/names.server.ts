import { dictValues } from '#domains/settings/settings.door.ts'
import type { Db } from '#kit/server/database.ts'
import { namesOf } from '#kit/server/refs.ts'
import type { Actor } from '../engine/records.ts'

/** What the product itself is called where it acts. */
export const PRODUCT_NAME = '系统'

/** Names of members of staff by id, also of those who have gone; 0 is the product. */
export async function staffNames(db: Db, ids: Iterable<number | null>): Promise<Map<number, string>> {
  const wanted = [...new Set(ids)].filter((id) => id !== null).filter((id) => id !== 0)
  const names = new Map([[0, PRODUCT_NAME]])
  const found = await namesOf(db, 'admin', wanted)
  for (const id of wanted) names.set(id, found.get(id) ?? String(id))
  return names
}

/** What a task without participants waits for. Workflow §3.3 anyone. */
export const ANYONE_NAME = '任何人'

const GROUPS = { role: '角色', dept: '部门', post: '岗位' } as const

export const actorKey = ({ kind, id }: { kind: string; id: string }): string => `${kind}:${id}`

/** What actors are called, by actorKey: people by their name, groups as 角色：…, 部门：…, 岗位：…. */
export async function actorNames(db: Db, actors: readonly Actor[]): Promise<Map<string, string>> {
  const idsOf = (kind: Actor['kind']) =>
    actors.filter((one) => one.kind === kind).map((one) => Number(one.id))
  const people = await staffNames(db, idsOf('user'))
  const groups = {
    role: await namesOf(db, 'role', idsOf('role')),
    dept: await namesOf(db, 'dept', idsOf('dept')),
  }
  const posts = actors.some((one) => one.kind === 'post') ? await dictValues(db, 'sys_position') : []
  const nameOf = ({ kind, id }: Actor): string => {
    if (kind === 'user') return people.get(Number(id)) ?? id
    const name =
      kind === 'post' ? posts.find((one) => one.dictValue === id)?.dictLabel : groups[kind].get(Number(id))
    return `${GROUPS[kind]}：${name ?? id}`
  }
  return new Map(actors.map((actor) => [actorKey(actor), nameOf(actor)]))
}
