import { datetime, flag, int } from '../fields/shared.ts'
import type { Field, RowOf, Shape } from './field.ts'

/** What every stored thing has besides its own fields. Platform, notation. */
export const common = {
  id: int('ID', { readOnly: true, required: true, sortable: true, width: 80 }),
  createTime: datetime('创建时间', { readOnly: true, required: true, sortable: true, width: 150 }),
  createBy: int('创建人', { readOnly: true, list: false, port: false }),
  updateTime: datetime('更新时间', { readOnly: true, required: true, sortable: true, width: 150 }),
  updateBy: int('更新人', { readOnly: true, list: false, port: false }),
  isDel: flag('删除', { readOnly: true, initial: 0, list: false, port: false }),
  version: int('版本', { readOnly: true, initial: 1, list: false, port: false }),
} satisfies Shape

export type Common = RowOf<typeof common>

/** Which column of an entity carries which kind of data scope. Platform §6.2. */
export interface ScopeColumns<K> {
  owner?: K
  /** who answers for the row: within 名下单位与客户 it counts beside the company */
  agent?: K
  dept?: K
  store?: K
  warehouse?: K
  /** of what goes from one warehouse to another, the other one: those of either see it */
  warehouseTo?: K
  /** who drives: in every scope they see their own trips as well */
  driver?: K
  /** the same of what trips carry, by its own id */
  carried?: K
  company?: K
  supplier?: K
  channel?: K
}

export interface EntityFacts<K extends string> {
  /** the field that names a row to a person: logs, pickers, messages */
  title: K
  /** the field of the number people say to each other, told beneath the name */
  code?: K
  /** the field of its picture, or of its pictures */
  picture?: K
  /** default order of its lists; `id` descending is always the last */
  order?: readonly (readonly [field: K | keyof Common, direction: 'asc' | 'desc'])[]
  /** rows are seen within the person's data scope by these columns; none: master data, seen by all */
  scope?: ScopeColumns<K | 'id' | 'createBy'>
  /** searched words lie in the generated column searchGrams (kit migration 001, function searchGrams) */
  grams?: boolean
  /** a number among the keywords also finds the row of that id */
  searchId?: boolean
  /** its table grows without bound: its ids are bigint, and references to it say `big` */
  bigId?: boolean
  /** its names are no secret inside the house: every session may choose from them. Decision 0048 */
  open?: boolean
  /** its rows are parts of another thing's: the operation log names that one where both changed */
  part?: boolean
}

/** A stored thing, declared once: name, 中文, fields. Architecture §3. */
export interface Entity<N extends string = string, S extends Shape = Shape> {
  readonly name: N
  readonly label: string
  /** its own fields */
  readonly shape: S
  /** its own fields and the common ones, as stored */
  readonly all: S & typeof common
  readonly facts: EntityFacts<string>
}

export function entity<const N extends string, const S extends Shape>(
  name: N,
  label: string,
  shape: S,
  facts: EntityFacts<Extract<keyof S, string>>,
): Entity<N, S> {
  return { name, label, shape, all: { ...shape, ...common }, facts }
}

/** The stored row of an entity. */
export type EntityRow<E extends Entity> = E extends Entity<string, infer S> ? RowOf<S> & Common : never

/** The fields of an entity a person can be shown in a list, in declared order. */
export function listFields(of: { readonly all: Shape }): [string, Field][] {
  return Object.entries(of.all).filter(([, field]) => field.list !== false)
}
