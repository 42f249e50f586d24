import type { ImportDefinition } from '../fileTask.ts'
import type { SheetTree } from '../importTree.ts'
import { collectGrown } from '../quietMemory.ts'
import { dataRows, type Part, type ReadRow, readSheetRow } from './sheet.ts'

/** Rows that are written together or not at all; a single one where the import knows no groups. */
export type Group = ReadRow[]

const USUAL_BATCH = 200

/** Deeper than any tree of the product: what lies deeper is read in one go, for a row of it is going to be refused. */
const MOST_LEVELS = 50

/** Rows of one sheet that are looked at and written in one go. */
export interface Batch {
  part: Part
  groups: Group[]
}

/** The rows that are wanted: those behind one of them, or level by level of a tree, the upper ones first. */
interface Wanted {
  lastRow?: number
  tree?: SheetTree | undefined
}

/**
 * The rows of an import, sheet by sheet, in batches of about batchSize rows; neighbours with equal keys stay together.
 * One batch is read while the one before it is worked on, which mostly waits for the database.
 */
export async function* batchesOf(
  definition: ImportDefinition,
  parts: readonly Part[],
  wanted: Wanted = {},
): AsyncGenerator<Batch> {
  const source = readBatches(definition, parts, wanted)
  const collect = collectGrown()
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
      collect()
      yield value
    }
  } finally {
    await source.return(undefined)
  }
}

async function* readBatches(
  definition: ImportDefinition,
  parts: readonly Part[],
  { lastRow = 0, tree }: Wanted,
): AsyncGenerator<Batch> {
  for (const part of parts) {
    const isTree = part.of === definition && tree !== undefined
    const levels = isTree ? Math.min(tree.depth(), MOST_LEVELS) : 1
    for (let level = 0; level < levels; level++) {
      const isWanted = (rowNo: number): boolean =>
        rowNo > lastRow && (!isTree || Math.min(tree.levelOf(rowNo), levels - 1) === level)
      for await (const groups of groupsOf(definition, part, isWanted)) yield { part, groups }
    }
  }
}

async function* groupsOf(
  definition: ImportDefinition,
  part: Part,
  isWanted: (rowNo: number) => boolean,
): AsyncGenerator<Group[]> {
  const size = definition.batchSize ?? USUAL_BATCH
  let groups: Group[] = []
  let rows = 0
  let lastKey: string | undefined
  for await (const cells of dataRows(part)) {
    if (!isWanted(cells.rowNo)) continue
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
