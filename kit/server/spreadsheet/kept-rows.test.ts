import { afterEach, expect, test, vi } from 'vitest'
import { KeptRows } from './kept-rows.ts'
import type { SheetRow } from './xlsx-read.ts'

const ROWS: readonly SheetRow[] = Array.from({ length: 3000 }, (_, index) => ({
  rowNo: index + 1,
  cells: [`第${index + 1}行\n"引号"`, '', '字'.repeat(index % 200)],
}))

let parsed = 0
async function* parse(): AsyncGenerator<SheetRow> {
  parsed += 1
  yield* ROWS
}

async function allOf(rows: AsyncGenerator<SheetRow>): Promise<SheetRow[]> {
  const found: SheetRow[] = []
  for await (const row of rows) found.push(row)
  return found
}

afterEach(() => {
  parsed = 0
  vi.unstubAllEnvs()
})

test('rows that are read several times are parsed once and come out the same', async () => {
  const kept = new KeptRows(parse)
  for (let reader = 0; reader < 3; reader++) expect(await allOf(kept.rows())).toEqual(ROWS)
  expect(parsed).toBe(1)
  await kept.close()
})

test('what was read in part only is parsed again, and then kept whole', async () => {
  const kept = new KeptRows(parse)
  for await (const row of kept.rows()) if (row.rowNo === 2000) break
  expect(await allOf(kept.rows())).toEqual(ROWS)
  expect(await allOf(kept.rows())).toEqual(ROWS)
  expect(parsed).toBe(2)
  await kept.close()
})

test('without room for a temporary file each reader parses', async () => {
  vi.stubEnv('TMPDIR', '/nowhere/at/all')
  const kept = new KeptRows(parse)
  expect(await allOf(kept.rows())).toEqual(ROWS)
  expect(await allOf(kept.rows())).toEqual(ROWS)
  expect(parsed).toBe(2)
  await kept.close()
})
