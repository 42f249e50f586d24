import { RIGHT_ADDRESS, readAddress } from '#kit/fields/image/shared.ts'
import { type Field, type FieldFacts, isFarTooLong, makeField, wrongFormat } from '#kit/shared/field.ts'

export interface ImagesOptions extends FieldFacts {
  max: number
}

/** Addresses of several pictures, in order; a JSON text of the list is taken as well. */
export function images(label: string, options: ImagesOptions): Field<string[]> {
  const { max, ...facts } = options
  return makeField<string[]>({
    type: 'images',
    label,
    facts: { list: false, ...facts, many: true, max, right: RIGHT_ADDRESS },
    empty: facts.required ? undefined : [],
    initial: undefined,
    json: { type: 'array', items: { type: 'string' }, maxItems: max },
    read(value) {
      if (isFarTooLong(value, max * 2000)) return { reason: `${label}最多${max}张` }
      const list = typeof value === 'string' ? parseList(value) : value
      if (!Array.isArray(list)) return wrongFormat(label)
      const addresses = list.map(readAddress)
      const good = addresses.filter((one) => one !== null)
      if (good.length !== addresses.length) return wrongFormat(label)
      if (good.length === 0 && facts.required) return { reason: `请选择${label}` }
      if (good.length > max) return { reason: `${label}最多${max}张` }
      return { value: good }
    },
  })
}

function parseList(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text.split(',')
  }
}
