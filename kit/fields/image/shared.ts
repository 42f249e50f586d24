import { type Field, type FieldFacts, makeField, wrongFormat } from '#kit/shared/field.ts'

/** Addresses a stored picture or file may have: a path of this server or http(s); nothing a browser would run. */
const ADDRESS = /^(https?:\/\/[^\s"'<>\\]+|\/(?!\/)[^\s"'<>\\]*)$/

export function readAddress(value: unknown): string | null {
  return typeof value === 'string' && value.trim().length <= 500 && ADDRESS.test(value.trim())
    ? value.trim()
    : null
}

/** What a person is told to write for the address of a picture. */
export const RIGHT_ADDRESS = '例：/files/sample.png 或 https://example.com/sample.png'

export interface ImageOptions extends FieldFacts {
  ratio?: number
}

/** The address of one picture. */
export function image(label: string, options: ImageOptions = {}): Field<string> {
  return makeField<string>({
    type: 'image',
    label,
    facts: { ...options, right: RIGHT_ADDRESS },
    empty: '',
    initial: undefined,
    json: { type: 'string' },
    read(value) {
      const address = readAddress(value)
      return address === null ? wrongFormat(label) : { value: address }
    },
  })
}
