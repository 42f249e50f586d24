import {
  type Field,
  type FieldFacts,
  ID_MAX,
  isFarTooLong,
  makeField,
  readNumber,
  written,
  wrongFormat,
} from '#kit/shared/field.ts'

export interface RefsOptions extends FieldFacts {
  categoryType?: number
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
      const ids = parts.filter((part) => part !== '').map(readNumber)
      const whole = ids.filter((id) => id !== null && Number.isInteger(id) && id >= 0 && id <= ID_MAX)
      if (whole.length !== ids.length) return wrongFormat(label)
      if (whole.length === 0 && facts.required) return { reason: `请选择${label}` }
      if (whole.length > max) return { reason: `${label}最多选择${max}个` }
      return { value: [...new Set(whole)].filter((id) => id !== null) }
    },
    write: (ids) => ids.join(','),
  })
}
