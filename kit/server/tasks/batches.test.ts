import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { text } from '#kit/fields/shared.ts'
import type { ImportDefinition } from '../fileTask.ts'
import { SheetTree } from '../importTree.ts'
import { batchesOf } from './batches.ts'
import { type Part, planSheet } from './sheet.ts'

const COLUMNS = [
  { name: 'code', title: '编码', field: text('编码', { max: 20 }) },
  { name: 'above', title: '上级', field: text('上级', { max: 20 }) },
]

function definitionOf(more: Pick<ImportDefinition, 'groupBy'> = {}): ImportDefinition {
  return {
    kind: 'import',
    bizType: 'thing',
    title: '物品',
    permission: '',
    mode: 'whole',
    columns: COLUMNS,
    source: { permission: '', ids: async () => [] },
    batchSize: 2,
    stored: async () => [],
    check: async () => [],
    write: async () => [],
    ...more,
  }
}

/** A sheet of rows that counts how far it was read and whether it was let go. */
function sheetOf(definition: ImportDefinition, rows: readonly string[][], brokenAt?: number) {
  const seen = { read: 0, closed: 0 }
  const headings = COLUMNS.map(({ title }) => title)
  const sheet: Part['sheet'] = {
    async *rows() {
      try {
        for (const [index, cells] of [headings, ...rows].entries()) {
          await turn()
          if (index === brokenAt) throw new Error('the file ends here')
          seen.read = index
          yield { rowNo: index + 1, cells }
        }
      } finally {
        seen.closed += 1
      }
    },
    named: async () => null,
    close: async () => undefined,
  }
  const part: Part = { name: '', of: definition, sheet, plan: planSheet(definition, headings), before: 0 }
  return { parts: [part], seen }
}

const named = (count: number): string[][] =>
  Array.from({ length: count }, (_, index) => [`c${index + 1}`, ''])

/** Lets everything happen that waits for nothing but its turn. */
async function settle(): Promise<void> {
  for (let round = 0; round < 50; round++) await turn()
}

test('the next batch is read while one is worked on, and no more than that', async () => {
  const definition = definitionOf()
  const { parts, seen } = sheetOf(definition, named(20))
  const batches = batchesOf(definition, parts)
  await batches.next()
  await settle()
  // The row behind a batch tells that it is whole.
  expect(seen.read).toBe(5)
  await settle()
  expect(seen.read).toBe(5)
  await batches.return(undefined)
  expect(seen.closed).toBe(1)
})

test('what cannot be read is said with the batch it belongs to; those before it are worked on', async () => {
  const definition = definitionOf()
  const { parts, seen } = sheetOf(definition, named(20), 6)
  const done: string[][] = []
  const work = async (): Promise<void> => {
    for await (const { groups } of batchesOf(definition, parts)) {
      await settle()
      done.push(groups.flat().map(({ key }) => key))
    }
  }
  await expect(work()).rejects.toThrow('the file ends here')
  expect(done).toEqual([
    ['c1', 'c2'],
    ['c3', 'c4'],
  ])
  expect(seen.closed).toBe(1)
})

test('whoever leaves a sheet leaves nothing behind, also when what was read ahead is broken', async () => {
  const definition = definitionOf()
  const { parts, seen } = sheetOf(definition, named(20), 4)
  for await (const { groups } of batchesOf(definition, parts)) {
    expect(groups.flat()).toHaveLength(2)
    await settle()
    break
  }
  expect(seen.closed).toBe(1)
})

test('an import goes on behind the row it had come to; neighbours that belong together stay so', async () => {
  const definition = definitionOf({ groupBy: ({ values }) => String(values.above) })
  const rows = [
    ['1', 'a'],
    ['2', 'a'],
    ['3', 'b'],
    ['4', 'b'],
    ['5', 'b'],
    ['6', 'c'],
  ]
  const { parts } = sheetOf(definition, rows)
  const found: string[][][] = []
  for await (const { groups } of batchesOf(definition, parts, { lastRow: 3 }))
    found.push(groups.map((group) => group.map(({ key }) => key)))
  expect(found).toEqual([[['3', '4', '5']], [['6']]])
})

test('a tree is read level by level, the upper rows first', async () => {
  const definition = definitionOf()
  const rows = [
    ['leaf', 'twig'],
    ['twig', 'trunk'],
    ['trunk', ''],
    ['stone', ''],
  ]
  const { parts } = sheetOf(definition, rows)
  const tree = new SheetTree({ names: ['code'], above: 'above' })
  for (const [index, [code, above]] of rows.entries()) tree.add({ rowNo: index + 2, values: { code, above } })
  const found: string[][] = []
  for await (const { groups } of batchesOf(definition, parts, { tree }))
    found.push(groups.flat().map(({ key }) => key))
  expect(found).toEqual([['trunk', 'stone'], ['twig'], ['leaf']])
})
