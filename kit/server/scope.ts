import { type Expression, type SqlBool, sql } from 'kysely'
import type { Entity, ScopeColumns } from '#kit/shared/entity.ts'
import type { Db } from './database.ts'
import { namedPoint, type Registration } from './points.ts'
import type { Scope, Who } from './who.ts'

type ScopeName = Exclude<keyof ScopeColumns<string>, 'agent' | 'warehouseTo'>
type Resolver = (db: Db, who: Who, scope: Scope) => Promise<number[]>

const resolvers = namedPoint<Resolver>('Scope')

/** Registers how a kind of scope becomes ids: owner, dept, channel (access), store (stores), warehouse … Doors §3 declareScope. */
export const declareScope = (name: ScopeName, resolve: Resolver): Registration => resolvers.as(name, resolve)

interface Part {
  column: string
  ids: readonly number[]
}

/** A condition on the rows of an entity, by column; null: all rows. Alternatives are joined by OR, their parts by AND. */
export type RowScope = Part[][] | null

async function idsOf(db: Db, who: Who, scope: Scope, name: ScopeName): Promise<number[]> {
  return (await resolvers.of(db, name)?.(db, who, scope)) ?? []
}

/** What asks for the warehouse of a row is fulfilled by the other warehouse of it as well. */
function eitherWarehouse(alternatives: Part[][], { warehouse, warehouseTo }: ScopeColumns<string>): Part[][] {
  if (warehouse === undefined || warehouseTo === undefined) return alternatives
  const asks = alternatives.filter((parts) => parts.some((part) => part.column === warehouse))
  const other = asks.map((parts) =>
    parts.map((part) => (part.column === warehouse ? { ...part, column: warehouseTo } : part)),
  )
  return [...alternatives, ...other]
}

/** The parts of one role's scope on an entity; null when it sees every row. */
async function partsOf(db: Db, who: Who, scope: Scope, columns: ScopeColumns<string>): Promise<RowScope> {
  // What stands at a place and belongs to nobody is seen by those who work there. Warehouse §14.
  const place = columns.owner === undefined ? columns.warehouse : undefined
  const own =
    place !== undefined
      ? [[{ column: place, ids: await idsOf(db, who, scope, 'warehouse') }]]
      : [[{ column: columns.owner ?? 'createBy', ids: [who.adminId] }]]
  const by = async (...names: ScopeName[]): Promise<RowScope> => {
    const parts = []
    for (const name of names) {
      const column = columns[name]
      if (column !== undefined) parts.push({ column, ids: await idsOf(db, who, scope, name) })
    }
    return parts.length > 0 ? [parts] : own
  }
  if (scope.kind === 1) return null
  if ((scope.kind === 2 || scope.kind === 3) && place === undefined)
    return [[{ column: columns.owner ?? 'createBy', ids: await idsOf(db, who, scope, 'owner') }]]
  if (scope.kind === 4) return by(columns.warehouse === undefined ? 'store' : 'warehouse')
  if (scope.kind === 5) {
    const ofCompanies = (await by('company')) ?? []
    return columns.agent === undefined
      ? ofCompanies
      : [...ofCompanies, [{ column: columns.agent, ids: [who.adminId] }]]
  }
  if (scope.kind === 7) {
    const lists: [ScopeName, readonly number[] | undefined][] = [
      ['dept', scope.deptIds],
      ['store', scope.storeIds],
      ['warehouse', scope.warehouseIds],
      ['company', scope.companyIds],
      ['supplier', scope.supplierIds],
      ['channel', scope.channelIds],
    ]
    const parts = lists.flatMap(([name, ids]) => {
      const column = columns[name]
      return column !== undefined && ids !== undefined && ids.length > 0 ? [{ column, ids }] : []
    })
    return parts.length > 0 ? [parts] : own
  }
  return own
}

/**
 * The rows of an entity a person may see: the union over the roles. The one function behind list, info, count,
 * export, picker and statistic. Entities without scope columns are seen by all. Platform §6.2.
 */
export async function rowScope(db: Db, who: Who, entity: Entity): Promise<RowScope> {
  const columns = entity.facts.scope
  if (columns === undefined || who.all) return null
  const alternatives: Part[][] = []
  for (const scope of who.scopes) {
    const parts = await partsOf(db, who, scope, columns)
    if (parts === null) return null
    alternatives.push(...eitherWarehouse(parts, columns))
  }
  return [...alternatives, ...(await drivenParts(db, who, columns))]
}

/** Own trips, whatever the scope. Warehouse §14. */
async function drivenParts(db: Db, who: Who, columns: ScopeColumns<string>): Promise<Part[][]> {
  const [scope] = who.scopes
  const found: Part[][] = []
  for (const name of ['driver', 'carried'] as const) {
    const column = columns[name]
    if (column === undefined || scope === undefined) continue
    const ids = await idsOf(db, who, scope, name)
    if (ids.length > 0) found.push([{ column, ids }])
  }
  return found
}

/** The scope as a condition of a query on the table or alias. */
export function scopeCondition(scope: RowScope, table: string): Expression<SqlBool> | null {
  if (scope === null) return null
  const alternatives = scope.map(
    (parts) =>
      sql<SqlBool>`(${sql.join(
        parts.map(
          (part) => sql`${sql.ref(`${table}.${part.column}`)} = any(${sql.val([...part.ids])}::int[])`,
        ),
        sql` and `,
      )})`,
  )
  return alternatives.length === 0
    ? sql<SqlBool>`false`
    : sql<SqlBool>`(${sql.join(alternatives, sql` or `)})`
}
