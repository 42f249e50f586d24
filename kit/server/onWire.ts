import type { Call } from '#kit/shared/call.ts'
import type { Shape } from '#kit/shared/field.ts'

type May = (permission: string) => boolean

/** An answer as the bytes that are sent. */
export class WireBytes {
  readonly bytes: Buffer

  constructor(value: unknown) {
    this.bytes = Buffer.from(JSON.stringify(value))
  }

  /** Where it becomes part of something else, of a sealed answer. */
  toJSON(): unknown {
    return JSON.parse(this.bytes.toString())
  }
}

/** So many people of different rights are answered from what is kept; others are told anew. */
const MOST_RIGHTS = 4

const kept = new WeakMap<object, Map<string, WireBytes>>()

/**
 * Says of an answer that is kept and given again and again that its bytes are worth being kept as well: for a page that takes
 * longer to write than to find. Nobody may change it. Decision 0228.
 */
export function keptOnWire<T extends object>(answer: T): T {
  if (!kept.has(answer)) kept.set(answer, new Map())
  return answer
}

/** What a call answers a person, encoded; the bytes of an answer that keeps them, for the rights that its fields ask for. */
export function onWire({ answer }: Call, value: unknown, may: May, fields?: string): unknown {
  const known = typeof value === 'object' && value !== null ? kept.get(value) : undefined
  if (known === undefined) return answer.encode(value, may, fields)
  // Fields are named by who asks, and must not be read as rights.
  const key = JSON.stringify([fields ?? '', ...rightsOf(answer.shape ?? {}).filter(may)])
  const found = known.get(key) ?? new WireBytes(answer.encode(value, may, fields))
  if (known.size < MOST_RIGHTS) known.set(key, found)
  return found
}

const rights = new WeakMap<Shape, readonly string[]>()

/** The permissions by which fields are left out or masked, those of lines too. */
function rightsOf(shape: Shape): readonly string[] {
  const known = rights.get(shape)
  if (known !== undefined) return known
  const asked = Object.values(shape).flatMap(({ permission, masked, shape: lines }) => [
    ...(permission === undefined ? [] : [permission]),
    ...(masked === undefined ? [] : [masked.permission]),
    ...(lines === undefined ? [] : rightsOf(lines)),
  ])
  const made = [...new Set(asked)]
  rights.set(shape, made)
  return made
}
