import type { z } from 'zod'
import { type Field, type FieldFacts, makeField } from '#kit/shared/field.ts'
import { trust } from '#kit/shared/loose.ts'

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
