import type { People } from './ports.ts'
import type { Actor } from './records.ts'

/** Somebody in a house that exists only in memory. */
export interface MemoryPerson {
  id: number
  name?: string
  roles?: readonly string[]
  dept?: string
  posts?: readonly string[]
  disabled?: boolean
  /** may act on every task */
  all?: boolean
}

/** Who gave their work to whom; for one process, or for all. */
export interface MemoryDelegation {
  from: number
  to: number
  process?: string
}

/** People, and what they are, held in memory: for tests and measurements. `admins` are the process administrators. */
export function memoryPeople(
  persons: readonly MemoryPerson[],
  more: { admins?: readonly number[]; delegations?: readonly MemoryDelegation[] } = {},
): People {
  const there = new Map(persons.filter(({ disabled }) => disabled !== true).map((one) => [one.id, one]))
  const belongs = (person: MemoryPerson, { kind, id }: Actor) => {
    if (kind === 'user') return String(person.id) === id
    if (kind === 'role') return person.roles?.includes(id) === true
    return kind === 'dept' ? person.dept === id : person.posts?.includes(id) === true
  }
  const membersOf = (actor: Actor): number[] => {
    if (actor.kind === 'user') return there.has(Number(actor.id)) ? [Number(actor.id)] : []
    return [...there.values()].filter((person) => belongs(person, actor)).map(({ id }) => id)
  }
  const chain = (from: number, process: string) => {
    const own = more.delegations?.find((one) => one.from === from && one.process === process)
    return own ?? more.delegations?.find((one) => one.from === from && one.process === undefined)
  }
  return {
    name: async (adminId) => there.get(adminId)?.name ?? String(adminId),
    identity: async (adminId) => {
      const person = there.get(adminId)
      if (person === undefined) return null
      const { roles = [], dept = '', posts = [], all = false } = person
      return { adminId, roles, deptId: dept, posts, all }
    },
    known: async (token) => {
      const kinds: Actor['kind'][] = ['user', 'role', 'dept', 'post']
      const actors = kinds.map((kind) => ({ kind, id: token }))
      return actors.filter((actor) => membersOf(actor).length > 0).slice(0, 1)
    },
    members: async (actors) => [...new Set(actors.flatMap(membersOf))],
    present: async (actors) => actors.filter((actor) => membersOf(actor).length > 0),
    delegateOf: async (adminId, processName) => {
      let last: number | null = null
      const seen = new Set([adminId])
      for (let one = chain(adminId, processName); one !== undefined; one = chain(one.to, processName)) {
        if (seen.has(one.to)) break
        seen.add(one.to)
        last = one.to
      }
      return last
    },
    admins: async () => (more.admins ?? []).map((id) => ({ kind: 'user', id: String(id) })),
  }
}
