import {
  type Field,
  type FieldFacts,
  type Filled,
  INT_MAX,
  makeField,
  readId,
  wrongFormat,
} from '#kit/shared/field.ts'
import { trust } from '#kit/shared/loose.ts'

export interface RefOptions extends FieldFacts {
  /** 0 stands for "none", e.g. the root of a tree */
  initial?: number
  categoryType?: number
  /** further input of the call that offers its rows: of several kinds, those of one */
  narrows?: Readonly<Record<string, number>>
  /** to a table whose ids are bigint */
  big?: boolean
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
      const id = readId(value, 0)
      return id !== null && (facts.big || id <= INT_MAX) ? { value: id } : wrongFormat(label)
    },
  })
  return trust(field)
}
