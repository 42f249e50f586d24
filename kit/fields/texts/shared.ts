import {
  type Field,
  type FieldFacts,
  isFarTooLong,
  makeField,
  written,
  wrongFormat,
} from '#kit/shared/field.ts'

export interface TextsOptions extends FieldFacts {
  /** most characters of each */
  each: number
  /** how many there may be */
  max?: number
}

/** Several short texts, in order, each once; comma text is taken as well as a list. */
export function texts(label: string, options: TextsOptions): Field<string[]> {
  const { each, max = 100, ...facts } = options
  return makeField<string[]>({
    type: 'texts',
    label,
    facts: { ...facts, many: true, max },
    empty: facts.required ? undefined : [],
    initial: undefined,
    json: { type: 'array', items: { type: 'string', maxLength: each }, maxItems: max },
    read(value) {
      if (isFarTooLong(value, max * (each * 2 + 2))) return { reason: `${label}最多${max}个` }
      const parts: unknown[] = Array.isArray(value) ? value : written(value).split(',')
      if (parts.some((part) => typeof part !== 'string' && typeof part !== 'number'))
        return wrongFormat(label)
      const found = [...new Set(parts.map((part) => String(part).trim()).filter((part) => part !== ''))]
      if (found.some((part) => part.includes('\u0000'))) return wrongFormat(label)
      if (found.length === 0 && facts.required) return { reason: `请输入${label}` }
      if (found.length > max) return { reason: `${label}最多${max}个` }
      if (found.some((part) => [...part].length > each)) return { reason: `${label}不能超过${each}个字符` }
      return { value: found }
    },
  })
}
