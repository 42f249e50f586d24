import { canonical } from './canonical.ts'
import { checkBytes, stableJson } from './plain.ts'
import { modelError } from './problem.ts'
import { atPosition } from './texts.ts'
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

function parseJson(text: string): unknown {
  checkBytes(text)
  try {
    return JSON.parse(text)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    const at = /position (\d+)/.exec(reason)?.[1]
    const before = (at === undefined ? text : text.slice(0, Number(at))).split('\n')
    const column = (before.at(-1)?.length ?? 0) + 1
    throw modelError('JSON_SYNTAX', atPosition(before.length, column, reason))
  }
}
