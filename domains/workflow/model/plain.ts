import { asRecord, isRecord } from '#kit/shared/record.ts'
import { FORBIDDEN_KEYS, LIMITS, VALUE_KEYS } from './names.ts'
import { modelError } from './problem.ts'
import { LIMIT_TEXTS } from './texts.ts'

/** Json values: copying, comparing, merging. */

export type Plain = Record<string, unknown>

export { asRecord, isRecord }

/**
 * A copy without empty values and forbidden keys: null, undefined and '' go from objects, what json cannot carry
 * becomes null (workflow §1.4 no. 2, §5.2). Throws ModelError beyond 50 levels.
 */
export function clean(value: unknown, depth = 1): unknown {
  if (typeof value === 'string' || typeof value === 'boolean') return value
  // -0 has no form of its own in json.
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : null
  if (typeof value !== 'object' || value === null) return null
  if (depth > LIMITS.depth) throw modelError('LIMIT', LIMIT_TEXTS.depth)
  if (Array.isArray(value)) return value.map((item) => clean(item, depth + 1))
  return cleanRecord(value, depth)
}

/** `clean` for what is known to be an object. */
export function cleanRecord(value: object, depth = 1): Plain {
  const copy: Plain = {}
  for (const [key, item] of Object.entries(value)) {
    if (FORBIDDEN_KEYS.has(key)) continue
    const kept = clean(item, depth + 1)
    if (kept !== null && kept !== '') copy[key] = kept
  }
  return copy
}

/**
 * A copy of a merge patch without forbidden keys: null removes a value there, so it stays. Throws ModelError beyond
 * 50 levels.
 */
export function cleanPatch(patch: object, depth = 1): Plain {
  const copy: Plain = {}
  for (const [key, value] of Object.entries(patch)) {
    if (FORBIDDEN_KEYS.has(key)) continue
    if (depth > LIMITS.depth) throw modelError('LIMIT', LIMIT_TEXTS.depth)
    copy[key] = isRecord(value)
      ? cleanPatch(value, depth + 1)
      : value === null
        ? null
        : clean(value, depth + 1)
  }
  return copy
}

export function isEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => isEqual(item, b[index]))
  }
  if (!isRecord(a) || !isRecord(b)) return false
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isEqual(a[key], b[key]))
  )
}

/** Json Merge Patch (RFC 7396) applied; neither argument is changed. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  return isRecord(patch) ? mergeInto(target, patch) : patch
}

/** `mergePatch` with an object. */
export function mergeInto(target: unknown, patch: Plain): Plain {
  const merged: Plain = isRecord(target) ? { ...target } : {}
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete merged[key]
    else merged[key] = mergePatch(merged[key], value)
  }
  return merged
}

/** The merge patch that leads from one object to another. */
export function mergeDiff(from: Plain, to: Plain): Plain {
  const patch: Plain = {}
  for (const key of Object.keys(from)) {
    if (!Object.hasOwn(to, key)) patch[key] = null
  }
  for (const [key, value] of Object.entries(to)) {
    const old = from[key]
    if (isEqual(old, value)) continue
    patch[key] = isRecord(old) && isRecord(value) ? mergeDiff(old, value) : value
  }
  return patch
}

const KEY_ORDER = new Map<string, number>(
  [
    ...VALUE_KEYS,
    'nodes',
    'edges',
    'id',
    'type',
    'sourceNodeId',
    'targetNodeId',
    'startPoint',
    'endPoint',
    'pointsList',
    'sourceAnchorId',
    'targetAnchorId',
    'x',
    'y',
    'text',
    'value',
    'properties',
    'countersignType',
    'countersignCompletionCondition',
  ].map((key, index) => [key, index]),
)

/** Keys in the one order in which they are written: the known ones first, the others by their letters. */
export function sortKeys(keys: readonly string[]): string[] {
  const place = (key: string) => KEY_ORDER.get(key) ?? KEY_ORDER.size
  return [...keys].sort((a, b) => place(a) - place(b) || (a < b ? -1 : a > b ? 1 : 0))
}

/** Json text that is the same for equal values, whatever the order of their keys. */
export function stableJson(value: unknown, space?: number): string {
  return JSON.stringify(sorted(value), null, space)
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isRecord(value)) return value
  return Object.fromEntries(sortKeys(Object.keys(value)).map((key) => [key, sorted(value[key])]))
}

/** Throws ModelError when a text is longer than a definition may be. */
export function checkBytes(text: string): void {
  // Three bytes at most stand for one unit of a text, so short ones need no counting.
  if (text.length * 3 <= LIMITS.bytes) return
  if (text.length > LIMITS.bytes || new TextEncoder().encode(text).length > LIMITS.bytes) {
    throw modelError('LIMIT', LIMIT_TEXTS.bytes)
  }
}

/** A finite number from a number or a text that is one; else undefined. */
export function toNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}
