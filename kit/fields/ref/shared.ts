import {
  type Field,
  type FieldFacts,
  type Filled,
  ID_MAX,
  makeField,
  readNumber,
  wrongFormat,
} from '#kit/shared/field.ts'
import { trust } from '#kit/shared/loose.ts'

export interface RefOptions extends FieldFacts {
  /** 0 stands for "none", e.g. the root of a tree */
  initial?: number
  categoryType?: number
}

/** The id of a row of another entity, named as registered with declareRef; existence is checked by the server. */
export function ref<const O extends RefOptions>(
  label: string,
  entity: string,
  options?: O,
): Field<Filled<O, number>> {
  const { initial, ...facts }: RefOptions = options ?? {}
  const field = makeField<number | null>({
    type: 'ref',
    label,
    facts: { ...facts, ref: entity },
    empty: initial ?? null,
    initial,
    json: { type: 'integer' },
    read(value) {
      const id = readNumber(value)
      return id !== null && Number.isInteger(id) && id >= 0 && id <= ID_MAX
        ? { value: id }
        : wrongFormat(label)
    },
  })
  return trust(field)
}
