import type { Call } from './call.ts'
import type { Entity } from './entity.ts'
import type { Shape } from './field.ts'
import { trust } from './loose.ts'
import { type FactsPart, joinFacts, type PageRights } from './room.ts'
import { type StandardName, standardCalls } from './standardCalls.ts'

/** How sheets of a master are read: by the rules of its form, for whoever may add and edit. Frame §6. */
export interface MasterImport<K extends string = string> {
  /** field (or fields together) by which a row of the sheet finds the row it changes; a new one is created */
  key: K | readonly K[]
  /** what the template shows in its example row, by field */
  examples?: Readonly<Record<string, string>>
  notes?: readonly string[]
  /** its fields of lines: neighbouring rows of the sheet are the lines of one */
  lines?: readonly K[]
}

/** A master as server and browser know it (declareMaster). */
export interface Master<E extends Entity = Entity, C = Readonly<Record<string, Call>>> {
  readonly of: E
  readonly calls: C
  /** key of its list in the menu */
  readonly menu: string
  readonly importing?: MasterImport
}

/**
 * Plain master data of this entity, declared once: the usual calls below `path` (standardCalls), where it stands in the
 * menu, how its sheets are read. serveMasters makes its server of it, mastersFacts what its room tells of it, and a page
 * that loads it is its list with the form in a dialog. Frame §3, §5; architecture §3.
 */
export function declareMaster<
  const N extends string,
  const S extends Shape,
  const X extends Shape = Record<never, never>,
  const F extends Shape = Record<never, never>,
  const W extends StandardName = never,
  M = Record<never, never>,
>(
  of: Entity<N, S>,
  facts: {
    /** before the names of its calls, e.g. /admin/product/unit; their permission codes begin with the same */
    path: string
    menu: string
    /** further fields of its rows: joins, counts, figures */
    list?: X
    filters?: F
    /** usual calls that it has not */
    without?: readonly W[]
    /** calls beside the usual ones; under the name of a usual one in its place */
    calls?: M
    importing?: MasterImport<Extract<keyof S, string>>
  },
): Master<Entity<N, S>, Omit<ReturnType<typeof standardCalls<N, S, X, F, W>>, keyof M> & M> {
  const { path, menu, calls, importing } = facts
  return {
    of,
    calls: trust({ ...standardCalls<N, S, X, F, W>(path, of, facts), ...calls }),
    menu,
    ...(importing === undefined ? {} : { importing }),
  }
}

/**
 * What a room tells of its masters (`<room>.masters.ts`); `rights`: what the list of one reads and lets people do besides,
 * by the name of its entity. Architecture §2.
 */
export function mastersFacts<const M extends readonly Master[]>(
  masters: M,
  rights: Partial<Record<M[number]['of']['name'], Omit<PageRights, 'calls'>>> = {},
): FactsPart {
  const of: Partial<Record<string, Omit<PageRights, 'calls'>>> = rights
  return joinFacts(
    ...masters.map((one) => ({
      calls: Object.values(one.calls),
      rights: { [one.menu]: { calls: one.calls, ...of[one.of.name] } },
    })),
  )
}

/** The entities of masters, for the list of those of their room. */
export function entitiesOf<const M extends readonly Master[]>(
  masters: M,
): { readonly [K in keyof M]: M[K]['of'] } {
  return trust(masters.map((one) => one.of))
}
