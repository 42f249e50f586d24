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

export interface LinesOptions extends FieldFacts {
  min?: number
  max?: number
}

/** Lines (明细) of a form, each of the given shape. Errors of a line stand at `name.index.field`. */
export function lines<const S extends Shape>(
  label: string,
  shape: S,
  options: LinesOptions = {},
): Field<RowOf<S>[], WireOf<S>[]> {
  const { min = 0, max = 1000, ...facts } = options
  let line: z.ZodType<RowOf<S>> | undefined
  const tooFew = `${label}至少${Math.max(min, 1)}行`
  return makeField<RowOf<S>[], WireOf<S>[]>({
    type: 'lines',
    label,
    facts: { list: false, port: false, ...facts, shape, many: true, min, max },
    empty: min > 0 ? undefined : [],
    initial: undefined,
    // A form that was never given a line sends none at all.
    missing: tooFew,
    json: { type: 'array', items: { type: 'object', properties: jsonOf(shape) } },
    read(value) {
      if (!Array.isArray(value)) return wrongFormat(label)
      if (value.length < min) return { reason: tooFew }
      if (value.length > max) return { reason: `${label}不能超过${max}行` }
      const rows: RowOf<S>[] = []
      const issues: { path: PropertyKey[]; message: string }[] = []
      line ??= inputOf(shape)
      const schema = line
      value.forEach((one, index) => {
        const result = schema.safeParse(one)
        if (result.success) rows.push(result.data)
        else
          for (const issue of result.error.issues)
            issues.push({
              path: [index, ...issue.path],
              message: issue.code === 'custom' ? issue.message : wrongFormat(label).reason,
            })
      })
      return issues.length === 0 ? { value: rows } : { issues }
    },
    write: (rows, may) => trust(rows.map((row) => encodeRow(shape, row, may))),
  })
}

export function jsonOf(shape: Shape): Record<string, unknown> {
  return Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, field.json]))
}
