import { type FieldError, refuseFields } from '#kit/shared/errors.ts'
import { entityNamed, type Field, type Shape } from '#kit/shared/field.ts'
import type { Tx } from './database.ts'
import { checkDict } from './dictCheck.ts'
import { idsIn, referenceFaults } from './refs.ts'
import { actorOf } from './transaction.ts'

type Values = Record<string, unknown>

interface CheckOptions {
  /** the rows as they are, field by field, in the order of the values: what one refers to already stays, whatever became of it */
  before?: readonly (Values | null)[]
  /** a process decided, not the person's right to the rows: only whether they are there counts */
  anyScope?: boolean
}

/**
 * Refuses references to rows that are not there or outside the data scope of whoever acts, and dictionary values nobody
 * declared, each at its field. Decision 0073.
 */
export async function checkReferences(
  tx: Tx,
  shape: Shape,
  values: Values,
  options: CheckOptions = {},
): Promise<void> {
  const [errors = []] = await referenceErrors(tx, shape, [values], options)
  if (errors.length > 0) throw refuseFields(errors)
}

/** What is wrong with the references and dictionary values of each of many rows, one query per field for all of them. */
export async function referenceErrors(
  tx: Tx,
  shape: Shape,
  list: readonly Values[],
  { before = [], anyScope = false }: CheckOptions = {},
): Promise<FieldError[][]> {
  const errors = list.map((): FieldError[] => [])
  if (list.length === 0) return errors
  for (const [name, field] of referringIn(shape)) {
    if (field.dict !== undefined) {
      const known = await knownTexts(tx, field.dict, list, name)
      for (const [index, values] of list.entries())
        if (known.get(String(values[name])) === false)
          errors[index]?.push({ field: name, message: `${field.label}不存在` })
    }
    const given = list.map((values, index) => newReferences(name, field, values, before[index] ?? {}))
    for (const entity of new Set(given.map((one) => one.entity))) {
      if (entity === undefined) continue
      const asked = given.flatMap((one) => (one.entity === entity ? one.ids : []))
      const faults = await referenceFaults(tx, anyScope ? null : actorOf(tx), entity, asked)
      for (const [index, own] of given.entries()) {
        const wrong = own.entity === entity ? own.ids.find((id) => faults.has(id)) : undefined
        if (wrong !== undefined)
          errors[index]?.push({ field: name, message: `${field.label}${faults.get(wrong)}` })
      }
    }
  }
  return errors
}

const referring = new WeakMap<Shape, readonly [string, Field][]>()

/** The fields of a shape whose values are looked up elsewhere: a few of some hundred, asked for with every batch of rows. */
function referringIn(shape: Shape): readonly [string, Field][] {
  const known = referring.get(shape)
  if (known !== undefined) return known
  const found = Object.entries(shape).filter(
    ([, { ref, refersBy, dict }]) => ref !== undefined || refersBy !== undefined || dict !== undefined,
  )
  referring.set(shape, found)
  return found
}

/** What a field of a row will refer to that it does not refer to yet; no entity: it refers to nothing. */
function newReferences(
  name: string,
  field: Field,
  values: Values,
  before: Values,
): { entity: string | undefined; ids: number[] } {
  const entity = field.refersBy === undefined ? field.ref : entityNamed(field, { ...before, ...values })
  if (entity === undefined) return { entity, ids: [] }
  // Of another entity the same ids are other rows.
  const isSame = entity === entityNamed(field, before)
  const kept = new Set(isSame ? idsIn(before[name]) : [])
  const ids = idsIn(values[name] ?? (isSame ? [] : before[name]))
  return { entity, ids: ids.filter((id) => !kept.has(id)) }
}

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === ''

async function knownTexts(
  tx: Tx,
  dict: string,
  list: readonly Values[],
  name: string,
): Promise<Map<string, boolean>> {
  const known = new Map<string, boolean>()
  for (const { [name]: value } of list) {
    if (isBlank(value) || known.has(String(value))) continue
    known.set(String(value), await checkDict(tx, dict, String(value)))
  }
  return known
}
