import { readAddress } from '#kit/fields/image/shared.ts'
import { cut } from '#kit/shared/characters.ts'
import { type Field, type FieldFacts, makeField, wrongFormat } from '#kit/shared/field.ts'

export interface FileEntry {
  name: string
  url: string
}

const isEntry = (value: unknown): value is FileEntry =>
  typeof value === 'object' && value !== null && 'url' in value && typeof value.url === 'string'

/** The files of what an input holds; what is none is left out. */
export const entriesOf = (value: unknown): FileEntry[] => (Array.isArray(value) ? value.filter(isEntry) : [])

export interface FilesOptions extends FieldFacts {
  max?: number
  /** pictures, films and pdf only */
  accept?: 'document'
}

/** Attached files: name and address of each. */
export function files(label: string, options: FilesOptions = {}): Field<FileEntry[]> {
  const { max = 20, ...facts } = options
  return makeField<FileEntry[]>({
    type: 'files',
    label,
    facts: { list: false, port: false, ...facts, many: true, max },
    empty: facts.required ? undefined : [],
    initial: undefined,
    json: {
      type: 'array',
      items: { type: 'object', properties: { name: { type: 'string' }, url: { type: 'string' } } },
    },
    read(value) {
      if (!Array.isArray(value)) return wrongFormat(label)
      if (value.length > max) return { reason: `${label}最多${max}个` }
      const entries = value.map(readEntry)
      const good = entries.filter((one) => one !== null)
      return good.length === entries.length ? { value: good } : wrongFormat(label)
    },
  })
}

function readEntry(value: unknown): FileEntry | null {
  if (typeof value !== 'object' || value === null || !('url' in value)) return null
  const url = readAddress(value.url)
  const name = 'name' in value && typeof value.name === 'string' ? cut(value.name, 200) : ''
  return url === null ? null : { name, url }
}
