import type { ImportDefinition } from '../fileTask.ts'
import { dataRows, type Part, type ReadRow, readSheetRow } from './sheet.ts'

/** Rows that are written together or not at all; a single one where the import knows no groups. */
export type Group = ReadRow[]

const USUAL_BATCH = 200

/** Rows of one sheet that are looked at and written in one go. */
export interface Batch {
  part: Part
  groups: Group[]
}

/**
 * The rows behind `lastRow`, sheet by sheet, in batches of about batchSize rows; neighbours with equal keys stay together.
 * One batch is read while the one before it is worked on, which mostly waits for the database.
 */
export async function* batchesOf(
  definition: ImportDefinition,
  parts: readonly Part[],
  lastRow = 0,
): AsyncGenerator<Batch> {
  const source = readBatches(definition, parts, lastRow)
  const read = (): Promise<IteratorResult<Batch>> => {
    const reading = source.next()
    // Whoever asks for the batch hears of it; nobody may.
    reading.catch(() => undefined)
    return reading
  }
  try {
    let next = read()
    for (;;) {
      const { done, value } = await next
      if (done) return
      next = read()
      yield value
    }
  } finally {
    await source.return(undefined)
  }
}

async function* readBatches(
  definition: ImportDefinition,
  parts: readonly Part[],
  lastRow: number,
): AsyncGenerator<Batch> {
  for (const part of parts)
    for await (const groups of groupsOf(definition, part, lastRow)) yield { part, groups }
}

async function* groupsOf(definition: ImportDefinition, part: Part, lastRow: number): AsyncGenerator<Group[]> {
  const size = definition.batchSize ?? USUAL_BATCH
  let groups: Group[] = []
  let rows = 0
  let lastKey: string | undefined
  for await (const cells of dataRows(part)) {
    if (cells.rowNo <= lastRow) continue
    const row = readSheetRow(part.plan, cells)
    const key = definition.groupBy?.(row)
    const group = groups.at(-1)
    if (key !== undefined && key === lastKey && group !== undefined) group.push(row)
    else {
      if (rows >= size) {
        yield groups
        groups = []
        rows = 0
      }
      groups.push([row])
    }
    rows += 1
    lastKey = key
  }
  if (groups.length > 0) yield groups
}
