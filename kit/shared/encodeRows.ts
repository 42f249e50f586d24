import { entriesOf, type Field, type Shape } from './field.ts'
import { type ObjectMaker, objectMaker, type Part } from './objectMaker.ts'

type May = (permission: string) => boolean
type Held = readonly [string, Field][]

/** How rows of the same fields are encoded, by what they hold of them and what the person may see of those. */
interface Known {
  shape: Shape
  entries: Held
  makers: Map<string, { times: number; maker: ObjectMaker | null }>
}
const knownOnes = new WeakMap<object, Known>()

/** Once they were asked for so often their maker is generated. */
const OFTEN = 16
const MOST_MAKERS = 20

/**
 * Encodes rows that all hold the same fields, as encodeRow each of them. What they hold and what the person may see is
 * found out once, not for each of some hundred declared fields of each row. `asked`: these fields alone.
 */
export function encodeRows(
  shape: Shape,
  rows: readonly { readonly [name: string]: unknown }[],
  may: May,
  asked: ReadonlySet<string> | null = null,
): Record<string, unknown>[] {
  const [first] = rows
  if (first === undefined) return []
  const known = knownOf(shape, asked)
  const held = known.entries.filter(
    ([name, field]) => name in first && (field.permission === undefined || may(field.permission)),
  )
  const maker = makerOf(known, held)
  if (maker !== null) return rows.map((row) => maker(row, may))
  return rows.map((row) => {
    const wire: Record<string, unknown> = {}
    for (const [name, field] of held) {
      const value = row[name]
      wire[name] = value == null || field.asStored ? value : field.encode(value, may)
    }
    return wire
  })
}

/** The fields that a page asks for again and again, of some hundred. */
function knownOf(shape: Shape, asked: ReadonlySet<string> | null): Known {
  const found = knownOnes.get(asked ?? shape)
  if (found?.shape === shape) return found
  const all = entriesOf(shape)
  const entries = asked === null ? all : all.filter(([name]) => asked.has(name))
  const known = { shape, entries, makers: new Map() }
  knownOnes.set(asked ?? shape, known)
  return known
}

function makerOf({ entries, makers }: Known, held: Held): ObjectMaker | null {
  const key = held.length === entries.length ? '' : held.map(([name]) => name).join()
  const found = makers.get(key) ?? { times: 0, maker: null }
  if (found.maker !== null) return found.maker
  if (found.times === 0 && makers.size >= MOST_MAKERS) return null
  makers.set(key, found)
  found.times += 1
  if (found.times >= OFTEN) found.maker = objectMaker(held.map(partOf))
  return found.maker
}

const partOf = ([name, field]: Held[number]): Part => ({
  name,
  from: name,
  change: field.asStored ? null : (value, may) => field.encode(value, may),
})
