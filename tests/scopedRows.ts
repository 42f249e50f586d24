// Rows that belong to somebody and to somebody else by data scope, for tests made from the declarations.
import { sql } from 'kysely'
import type { Person, TestApp } from '#app/testing.ts'
import type { Entity, ScopeColumns } from '#kit/shared/entity.ts'
import { insertBare } from './bareRows.ts'

type Kind = keyof ScopeColumns<string>

/** What a person who may see just some rows by a kind of scope is given. */
const LISTS: Partial<Record<Kind, string>> = {
  store: 'storeIds',
  company: 'companyIds',
  supplier: 'supplierIds',
  dept: 'deptIds',
}
const KINDS: readonly Kind[] = ['store', 'company', 'supplier', 'dept', 'owner']

/** The kind of scope by which these tests tie rows of an entity to a person; undefined: everybody sees all its rows. */
export const kindOf = (of: Entity): Kind | undefined =>
  KINDS.find((one) => of.facts.scope?.[one] !== undefined)

/** The name of a row made by insertTied. */
export const tiedName = (of: Entity, id: number): string => `别家的名字${of.name}${id}`

/** Writes a row which only the column of its scope ties to somebody: to `tie`, the id itself unless given. */
export async function insertTied(app: TestApp, of: Entity, id: number, tie: number = id): Promise<void> {
  const { title, scope } = of.facts
  const column = scope?.[kindOf(of) ?? 'owner'] ?? ''
  const values = {
    ...(of.shape[title]?.type === 'text' ? { [title]: sql`${tiedName(of, id)}` } : {}),
    [column]: sql`${tie}`,
  }
  await insertBare(app.db, of, id, values, { apart: true })
}

/** Somebody who sees of the entity only the rows tied to `mine`; where rows belong to their owner, to themselves. */
export function personOf(
  app: TestApp,
  of: Entity,
  mine: number,
  permissions: readonly string[],
): Promise<Person> {
  const list = LISTS[kindOf(of) ?? 'owner']
  return app.person({
    permissions,
    ...(list === undefined ? { dataScope: 6 } : { dataScope: 7, scopeIds: { [list]: [mine] } }),
  })
}
