import {
  type Choice,
  type Field,
  type FieldFacts,
  type Filled,
  isFarTooLong,
  makeField,
  written,
  wrongFormat,
} from '#kit/shared/field.ts'
import { trust } from '#kit/shared/loose.ts'

export interface ChoiceOptions<V> extends FieldFacts {
  initial?: V
}

type ValueOf<C extends readonly Choice[]> = C[number]['value']

/** One of a fixed list of values; the list is exported beside the field so that others import it. */
export function choice<const C extends readonly Choice[], const O extends ChoiceOptions<ValueOf<C>>>(
  label: string,
  choices: C,
  options?: O,
): Field<Filled<O, ValueOf<C>>> {
  const { initial, ...facts }: ChoiceOptions<ValueOf<C>> = options ?? {}
  const field = makeField<number | string | null>({
    type: 'choice',
    label,
    facts: { ...facts, choices },
    empty: initial ?? null,
    initial,
    json: { enum: choices.map((one) => one.value) },
    read(value) {
      // A list or an object is none of them, and its text may be long.
      const text = typeof value === 'object' ? '' : written(value)
      const found = choices.find((one) => String(one.value) === text)
      return found === undefined ? wrongFormat(label) : { value: found.value }
    },
  })
  return trust(field)
}

/** Several of a fixed list, kept in the given order, each once; comma text is taken as well as a list. */
export function choices<const C extends readonly Choice[]>(
  label: string,
  list: C,
  facts: FieldFacts & { initial?: ValueOf<C>[] } = {},
): Field<ValueOf<C>[]> {
  const { initial, ...rest } = facts
  const field = makeField<(number | string)[]>({
    type: 'choice',
    label,
    facts: { ...rest, choices: list, many: true },
    empty: rest.required ? undefined : [],
    initial,
    json: { type: 'array', items: { enum: list.map((one) => one.value) } },
    read(value) {
      if (isFarTooLong(value, 100 * list.length)) return wrongFormat(label)
      const parts = Array.isArray(value) ? value : written(value).split(',')
      const texts = parts.map((part) => (typeof part === 'object' ? '' : String(part).trim()))
      const found = texts.map((text) => list.find((one) => String(one.value) === text)?.value)
      if (found.length === 0 && rest.required) return { reason: `请选择${label}` }
      const values = found.filter((one) => one !== undefined)
      return values.length === found.length ? { value: [...new Set(values)] } : wrongFormat(label)
    },
  })
  return trust(field)
}
