import { canonical } from './canonical.ts'
import { jsonErrorIndex } from './jsonError.ts'
import { checkBytes, stableJson } from './plain.ts'
import { modelError } from './problem.ts'
import { atPosition, unexpected } from './texts.ts'
import { type Process, TYPE_PREFIX } from './types.ts'

/**
 * Reads a definition from json text into its canonical form. Throws ModelError: JSON_SYNTAX with line and column,
 * LIMIT, or what `canonical` found. Workflow §1.4.
 */
export function readJson(text: string, prefix = TYPE_PREFIX): Process {
  return canonical(parseJson(text), undefined, prefix)
}

/** Json text of a canonical definition, equal for equal definitions. `space`: indentation, none unless given. */
export function writeJson(process: Process, space?: number): string {
  return stableJson(process, space)
}

function parseJson(written: string): unknown {
  checkBytes(written)
  const text = written.replace(/^\ufeff/, '')
  try {
    return JSON.parse(text)
  } catch {
    const index = jsonErrorIndex(text)
    const before = text.slice(0, index).split('\n')
    const column = (before.at(-1)?.length ?? 0) + 1
    const [character = ''] = text.slice(index, index + 2)
    throw modelError('JSON_SYNTAX', atPosition(before.length, column, unexpected(character)))
  }
}
