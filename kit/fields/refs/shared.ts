import {
  type Field,
  type FieldFacts,
  INT_MAX,
  isFarTooLong,
  makeField,
  readId,
  written,
  wrongFormat,
} from '#kit/shared/field.ts'

export interface RefsOptions extends FieldFacts {
  categoryType?: number
  /** further input of the call that offers its rows: of several kinds, those of one */
  narrows?: Readonly<Record<string, number>>
  max?: number
}

/** Ids of several rows, order kept, each once: int[] in the database, comma text on the wire; a list is taken too. */
export function refs(label: string, entity: string, options: RefsOptions = {}): Field<number[], string> {
  const { max = 1000, ...facts } = options
  return makeField<number[], string>({
    type: 'refs',
    label,
    facts: { ...facts, ref: entity, many: true, max },
    empty: facts.required ? undefined : [],
    initial: undefined,
    json: { type: 'string', description: 'ids, comma-joined' },
    read(value) {
      if (isFarTooLong(value, max * 12)) return { reason: `${label}最多选择${max}个` }
      const parts: unknown[] = Array.isArray(value) ? value : written(value).split(',')
      const given = parts.filter((part) => part !== '')
      const whole = given.flatMap((part) => readId(part, 0) ?? []).filter((id) => id <= INT_MAX)
      if (whole.length !== given.length) return wrongFormat(label)
      if (whole.length === 0 && facts.required) return { reason: `请选择${label}` }
      if (whole.length > max) return { reason: `${label}最多选择${max}个` }
      return { value: [...new Set(whole)] }
    },
    write: (ids) => ids.join(','),
  })
}
