import type { z } from 'zod'
import {
  encodeRow,
  type Field,
  type FieldFacts,
  makeField,
  type RowOf,
  type Shape,
  type WireOf,
  wrongFormat,
} from '#kit/shared/field.ts'
import { inputOf } from '#kit/shared/input.ts'
import { trust } from '#kit/shared/loose.ts'
import { jsonOf } from '../lines/shared.ts'

/** A structured value with a schema of its own: jsonb in the database, the same on the wire. */
export function json<T, const O extends FieldFacts & { initial?: T }>(
  label: string,
  schema: z.ZodType<T>,
  options?: O,
): Field<T> {
  const { initial, ...facts }: FieldFacts & { initial?: T } = options ?? {}
  return makeField<T>({
    type: 'json',
    label,
    facts: { list: false, port: false, ...facts },
    empty: facts.required ? undefined : trust<T | undefined>(initial ?? null),
    initial,
    json: {},
    read(value) {
      const result = schema.safeParse(value)
      if (result.success) return { value: result.data }
      return {
        issues: result.error.issues.map((issue) => ({
          path: [...issue.path],
          message: `${label}格式不正确`,
        })),
      }
    },
  })
}

/**
 * A required part of an input that has fields of its own, e.g. the company in a call that makes several things at once.
 * What is wrong with one of them stands at `name.field`. Catalog §10.
 */
export function record<const S extends Shape>(label: string, shape: S): Field<RowOf<S>, WireOf<S>> {
  const parts = inputOf(shape)
  return makeField<RowOf<S>, WireOf<S>>({
    type: 'json',
    label,
    facts: { list: false, port: false, required: true },
    empty: undefined,
    initial: undefined,
    json: { type: 'object', properties: jsonOf(shape) },
    read(value) {
      const result = parts.safeParse(value)
      if (result.success) return { value: result.data }
      return {
        issues: result.error.issues.map(({ code, path, message }) => ({
          path: [...path],
          message: code === 'custom' ? message : wrongFormat(label).reason,
        })),
      }
    },
    write: (row, may) => trust(encodeRow(shape, row, may)),
  })
}
