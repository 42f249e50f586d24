import { z } from 'zod'
import type { Field, RowOf, Shape } from './field.ts'
import { trust } from './loose.ts'

/** The zod object of a shape's fields that may be given; unknown names are refused when strict, else dropped. */
export function inputOf<S extends Shape>(shape: S, strict = true): z.ZodType<RowOf<S>> {
  return objectOf(shape, strict, (field) => field.schema)
}

/** Sets of names are remembered up to so many: those of pages are few, others somebody makes up. */
const MOST_SETS = 100

/**
 * As inputOf, for thousands of inputs of which each leaves most fields out: only what is given is read, and what the other
 * fields say of nothing is found out once for all inputs that give the same ones. Answers what safeParse of inputOf would.
 */
export function sparseInputOf<S extends Shape>(
  shape: S,
  strict = true,
): (input: Record<string, unknown>) => z.ZodSafeParseResult<RowOf<S>> {
  const whole = inputOf(shape, strict)
  const known = new Map<string, { given: z.ZodType<object>; others: object } | null>()
  const isKnown = (name: string): boolean => Object.hasOwn(shape, name) && !shape[name]?.readOnly
  const made = (names: readonly string[]) => {
    const left = Object.entries(shape).filter(([name]) => isKnown(name) && !names.includes(name))
    const blank = left.map(([name, { schema }]) => [name, schema.safeParse(undefined)] as const)
    // What is missing, or is no field, is told in the words and the order of the whole.
    if (!names.every(isKnown) || blank.some(([, result]) => !result.success)) return null
    const read = Object.entries(shape).filter(([name]) => names.includes(name))
    return {
      given: inputOf(Object.fromEntries(read), strict),
      others: Object.fromEntries(blank.map(([name, result]) => [name, result.data])),
    }
  }
  return (input) => {
    const names = strict ? Object.keys(input) : Object.keys(input).filter(isKnown)
    const key = names.join('\n')
    let parts = known.get(key)
    if (parts === undefined) {
      parts = made(names)
      if (known.size >= MOST_SETS) known.clear()
      known.set(key, parts)
    }
    if (parts === null) return whole.safeParse(input)
    const read = parts.given.safeParse(input)
    return read.success ? { success: true, data: trust({ ...parts.others, ...read.data }) } : trust(read)
  }
}

/** Like inputOf for an update: a field that is left out stays as it is, one that is there is checked in full. */
export function patchOf<S extends Shape>(shape: S, strict = true): z.ZodType<Partial<RowOf<S>>> {
  return objectOf(shape, strict, (field) => field.patch)
}

/** As patchOf, for thousands of inputs of which each leaves most fields out: only what is given is looked at. */
export function sparsePatchOf<S extends Shape>(
  shape: S,
): (input: Record<string, unknown>) => z.ZodSafeParseResult<Partial<RowOf<S>>> {
  const known = new Map<string, z.ZodType<Partial<RowOf<S>>>>()
  return (input) => {
    const key = Object.keys(input).join('\n')
    const schema =
      known.get(key) ??
      trust<z.ZodType<Partial<RowOf<S>>>>(
        patchOf(Object.fromEntries(Object.entries(shape).filter(([name]) => name in input))),
      )
    known.set(key, schema)
    return schema.safeParse(input)
  }
}

function objectOf<T>(shape: Shape, strict: boolean, part: (field: Field) => z.ZodType): z.ZodType<T> {
  const parts: Record<string, z.ZodType> = {}
  for (const [name, field] of Object.entries(shape)) if (!field.readOnly) parts[name] = part(field)
  return trust(strict ? z.strictObject(parts) : z.object(parts))
}
