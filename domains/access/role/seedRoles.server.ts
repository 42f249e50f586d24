import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { writeSystemLog } from '#kit/server/log.ts'
import { namedPoint, type Registration } from '#kit/server/points.ts'
import { insertRow } from '#kit/server/rows.ts'
import { raisePermVersion } from '../session/person.server.ts'
import { EVERYBODY } from './everybody.ts'
import { type DATA_SCOPES, role } from './role.entity.ts'

/** A role that an installation begins with; people change or delete it as any other. */
export interface SeededRole {
  roleCode: string
  roleName: string
  level: number
  dataScope: (typeof DATA_SCOPES)[number]['value']
  remark: string
  /** pages by their keys, buttons as page#button, and whole pages or directories as wms.* with all that stands below */
  grants: readonly string[]
  /** what of a directory is left out */
  without?: readonly string[]
}

const roles = namedPoint<SeededRole>('Seeded role')

/** Registers a role that is made once, when the house first starts with it. Doors §3 declareRole. */
export const declareRole = (facts: SeededRole): Registration => roles.as(facts.roleCode, facts)

/** The registered roles. */
export const seededRoles = (db: Db): SeededRole[] => [...roles.all(db).values()]

interface Node {
  id: number
  pid: number
  systemKey: string
}

/** Whether a grant means a node of the menu; of a whole page its buttons too. */
export function means(grant: string, key: string): boolean {
  if (!grant.endsWith('.*')) return key === grant
  const whole = grant.slice(0, -2)
  return key === whole || key.startsWith(`${whole}.`) || key.startsWith(`${whole}#`)
}

const OWN_WORK = EVERYBODY.map((key) => `${key}.*`)

/** The nodes that a role begins with, and the directories above them. */
function grantedTo({ grants, without = [] }: SeededRole, nodes: readonly Node[]): number[] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const ids = new Set<number>()
  for (const { id, pid, systemKey } of nodes) {
    if (
      ![...grants, ...OWN_WORK].some((one) => means(one, systemKey)) ||
      without.some((one) => means(one, systemKey))
    )
      continue
    ids.add(id)
    for (let above = byId.get(pid); above !== undefined; above = byId.get(above.pid)) ids.add(above.id)
  }
  return [...ids].sort((a, b) => a - b)
}

/**
 * Makes the registered roles that there never were; one that was deleted or renamed stays so. What one that was made so is to
 * hold besides, e.g. the buttons of a page that came later, is added while nobody has changed it. After the menu. Decision 0206.
 */
export async function seedRoles(tx: Tx): Promise<void> {
  const all = seededRoles(tx)
  if (all.length === 0) return
  const { rows: nodes } = await sql<Node>`
    select "id", "pid", "systemKey" from "menu" where "isDel" = 0 and "adminOnly" = 0`.execute(tx)
  await completeRoles(tx, all, nodes)
  const { rows: known } = await sql<{ roleCode: string; roleName: string }>`
    select "roleCode", "roleName" from "role" where "roleCode" = any(${sql.val(all.map((one) => one.roleCode))}::text[])
      or ("roleName" = any(${sql.val(all.map((one) => one.roleName))}::text[]) and "isDel" = 0)`.execute(tx)
  const taken = new Set(known.flatMap((one) => [one.roleCode, one.roleName]))
  for (const one of all.filter(({ roleCode, roleName }) => !taken.has(roleCode) && !taken.has(roleName))) {
    const { roleCode, roleName, level, dataScope, remark } = one
    const { id } = await insertRow(tx, role, {
      ...{ roleCode, roleName, level, dataScope, scopeIds: {}, remark },
    })
    await addRules(tx, id, grantedTo(one, nodes))
  }
}

/** Gives the roles that were made here and that nobody has changed since what their declarations grant besides. */
async function completeRoles(tx: Tx, all: readonly SeededRole[], nodes: readonly Node[]): Promise<void> {
  // Every change of a role by a person, of its rules too, counts its version up (updateRow).
  const { rows } = await sql<{ id: number; roleCode: string; roleName: string; rules: number[] }>`
    select r."id", r."roleCode", r."roleName",
      array(select "menuId" from "roleMenu" where "rid" = r."id") as "rules"
    from "role" r where r."roleCode" = any(${sql.val(all.map((one) => one.roleCode))}::text[]) and r."isDel" = 0
      and r."version" = 1 and r."createBy" is null order by r."id" for update`.execute(tx)
  let isChanged = false
  for (const { id, roleCode, roleName, rules } of rows) {
    const declared = all.find((one) => one.roleCode === roleCode)
    const held = new Set(rules)
    const added = declared === undefined ? [] : grantedTo(declared, nodes).filter((one) => !held.has(one))
    if (added.length === 0) continue
    await addRules(tx, id, added)
    await writeSystemLog(tx, {
      ...{ title: '升级补充角色权限', businessType: 2, bizType: role.name, bizId: id, bizTitle: roleName },
      ...{ path: 'seedRoles', params: { added: keysOf(nodes, added) } },
    })
    isChanged = true
  }
  if (isChanged) await raisePermVersion(tx)
}

const keysOf = (nodes: readonly Node[], ids: readonly number[]): string[] =>
  nodes.flatMap(({ id, systemKey }) => (ids.includes(id) ? [systemKey] : []))

const addRules = (tx: Tx, id: number, rules: readonly number[]) =>
  sql`insert into "roleMenu" ("rid", "menuId") select ${id}, "id" from unnest(${sql.val([...rules])}::int[]) as m ("id")`.execute(
    tx,
  )
