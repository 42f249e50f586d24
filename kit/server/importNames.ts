import type { Field } from '#kit/shared/field.ts'
import type { Db } from './database.ts'
import type { RowError } from './fileTask.ts'
import { foreignIds, idsIn, referenceTo } from './refs.ts'
import type { Who } from './who.ts'

type Values = Record<string, unknown>
export type Rows = readonly { rowNo: number; values: Values }[]

/** The names that stand in one cell of a field that names one row, or many. */
export const namesIn = (cell: unknown, many: boolean): string[] =>
  (many ? String(cell ?? '').split(/[,，、]/) : [String(cell ?? '')])
    .map((one) => one.trim())
    .filter((one) => one !== '')

/**
 * The rows a name means: one; several when it is not clear; none. `kept` are the rows outside the person's data scope that
 * stood in the same place before: they may stay, by their name or by the number they are told as.
 */
export type Meaning = (name: string, kept?: readonly number[]) => readonly number[]

/**
 * What names of sheets mean to a person: rows of an entity that lie in their data scope. A name that only rows outside of
 * it have means as little as one that nobody has, so that a sheet does not tell which are there. Decision 0081.
 */
export async function meaningsOf(
  db: Db,
  who: Who,
  entity: string,
  names: Iterable<string>,
): Promise<Meaning> {
  const asked = [...new Set(names)]
  const reference = asked.length > 0 ? referenceTo(db, entity) : undefined
  const found = (await reference?.named?.(db, asked)) ?? new Map<string, readonly number[]>()
  const foreign = await foreignIds(db, who, entity, [...new Set([...found.values()].flat())])
  const idsOf = (name: string): readonly number[] => found.get(name.toLowerCase()) ?? []
  return (name, kept = []) => [
    ...idsOf(name).filter((id) => !foreign.has(id)),
    ...kept.filter((id) => String(id) === name || idsOf(name).includes(id)),
  ]
}

/**
 * Puts ids in the place of the titles or codes that the cells of a ref field hold; answers those that name nothing within
 * the person's data scope, or several rows. `beforeOf` tells the row that one of the sheet changes: what it refers to
 * outside that scope may be named again. `fresh` are rows no name means: those the sheet itself has made. Platform §10,
 * decision 0081.
 */
export async function readRefs(
  db: Db,
  who: Who,
  name: string,
  field: Field,
  rows: Rows,
  beforeOf: (index: number) => Values | null = () => null,
  fresh: ReadonlySet<number> = new Set(),
): Promise<RowError[]> {
  const errors: RowError[] = []
  const many = field.many === true
  const names = rows.flatMap(({ values }) => namesIn(values[name], many))
  const meaning = await meaningsOf(db, who, field.ref ?? '', names)
  const before = rows.map((_, index) => idsIn(beforeOf(index)?.[name]))
  const hidden = await foreignIds(db, who, field.ref ?? '', [...new Set(before.flat())])
  for (const [index, { rowNo, values }] of rows.entries()) {
    if (!(name in values)) continue
    const kept = before[index]?.filter((id) => hidden.has(id)) ?? []
    const ids: number[] = []
    for (const one of namesIn(values[name], many)) {
      const [id, other] = meaning(one, kept).filter((found) => !fresh.has(found))
      if (id !== undefined && other === undefined) ids.push(id)
      else
        errors.push({
          rowNo,
          column: field.label,
          message:
            id === undefined ? `${field.label}不存在：${one}` : `${field.label}不唯一，请填写编码：${one}`,
        })
    }
    values[name] = many ? ids : (ids[0] ?? field.initial ?? null)
  }
  return errors
}
