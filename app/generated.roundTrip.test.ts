// Cases made from the declarations: what an import's own export tells is what the import reads. Architecture §8.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { TRIALS } from '../tests/templateFillings.ts'
import { filled, sheetsOf, workbook } from '../tests/templateSheets.ts'

type Side = Awaited<ReturnType<typeof openSide>>

let full: Side
let empty: Side

/** A house of its own: what rooms declare is kept in modules, so each has its own modules. */
async function openSide() {
  vi.resetModules()
  const { testApp } = await import('#app/testing.ts')
  const { allFileTasks, importOf } = await import('#kit/server/fileTask.ts')
  const { importFile, startWorker } = await import('../tests/importing.ts')
  const { exportedForImport } = await import('../tests/templateSheets.ts')
  const { openPartners } = await import('../tests/partners.ts')
  const app = await testApp()
  const token = await app.admin()
  // A sheet names a company in force, and no import brings one.
  const partners = await openPartners(app)
  const companyId = await partners.company({ orgName: '往返单位' })
  await partners.shouda(companyId, { shoudaName: '往返可用售达方' })
  return { app, token, allFileTasks, importOf, importFile, exportedForImport, stop: startWorker(app) }
}

beforeAll(async () => {
  full = await openSide()
  empty = await openSide()
})
afterAll(async () => {
  for (const side of [full, empty]) {
    await side?.stop()
    await side?.app.close()
  }
})

async function bring({ app, token, importFile }: Side, bizType: string, content: Buffer): Promise<void> {
  const task = await importFile(app, token, bizType, { name: `${bizType}.xlsx`, content })
  const rows = await app.db
    .selectFrom('fileTaskRow')
    .select(['rowNo', 'field', 'message'])
    .where('taskId', '=', task.id)
    .execute()
  expect(rows, task.message).toEqual([])
  expect(task, task.message).toMatchObject({ status: 2, fail: 0 })
}

/** Cells as they are compared: amounts and figures by their value, rows of a list in any order. */
const plain = (rows: readonly string[][]): string[] =>
  rows
    .slice(1)
    .map((cells) => (rows[0] ?? []).map((_, index) => cells[index] ?? ''))
    .map((cells) =>
      JSON.stringify(cells.map((cell) => (/^-?\d{1,9}\.\d+$/.test(cell) ? String(Number(cell)) : cell))),
    )
    .sort()

test('every import is tried', () => {
  expect(
    full
      .allFileTasks()
      .flatMap((one) => (one.kind === 'import' ? [one.bizType] : []))
      .sort(),
  ).toEqual(Object.keys(TRIALS).sort())
})

describe('what an import brings, its export tells, and another house reads it back', () => {
  test.each(Object.keys(TRIALS))('%s', async (bizType) => {
    const trial = TRIALS[bizType]
    const definition = full.importOf(bizType)
    if (definition === undefined || trial === undefined) throw new Error(`There is no import ${bizType}`)
    const told = ({ exportedForImport, app, token }: Side) =>
      exportedForImport(app, token, definition, { filters: JSON.stringify(trial.filters ?? {}) })
    for (const { app } of [full, empty]) await trial.before?.(app)
    const before = await told(full)
    await bring(full, bizType, await workbook(definition, trial.sheets))
    const first = await told(full)
    for (const { name, columns } of sheetsOf(definition)) {
      const rows = first.sheets[name] ?? []
      expect(rows[0]?.map((one) => one.replace('*', ''))).toEqual(columns.map((one) => one.title))
      // Everything that was brought is told, in the same words.
      const there = plain(before.sheets[name] ?? [])
      const added = plain(rows).filter((row) => !there.includes(row))
      expect(added).toEqual(plain(filled(columns, trial.sheets[name] ?? [])))
    }
    await bring(empty, bizType, first.bytes)
    const second = await told(empty)
    for (const { name } of sheetsOf(definition))
      expect(plain(second.sheets[name] ?? [])).toEqual(plain(first.sheets[name] ?? []))
  })
})
