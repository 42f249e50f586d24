import { type Field, type FieldFacts, type Filled, makeField, wrongFormat } from '#kit/shared/field.ts'
import { trust } from '#kit/shared/loose.ts'

export interface FlagOptions extends FieldFacts {
  initial?: 0 | 1
  /** texts of 1 and 0, e.g. ['显示', '隐藏'] */
  texts?: readonly [on: string, off: string]
}

/** A switch: 1 or 0; true and false are taken as well. */
export function flag<const O extends FlagOptions>(label: string, options?: O): Field<Filled<O, 0 | 1>> {
  const { initial, texts = ['是', '否'], ...facts }: FlagOptions = options ?? {}
  const field = makeField<0 | 1 | null>({
    type: 'flag',
    label,
    facts: {
      ...facts,
      choices: [
        { value: 1, label: texts[0] },
        { value: 0, label: texts[1] },
      ],
    },
    empty: initial ?? null,
    initial,
    json: { type: 'integer', enum: [0, 1] },
    read(value) {
      if (value === 1 || value === '1' || value === true || value === 'true') return { value: 1 }
      if (value === 0 || value === '0' || value === false || value === 'false') return { value: 0 }
      return wrongFormat(label)
    },
  })
  return trust(field)
}
