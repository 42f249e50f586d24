// How many statements an import takes does not grow with its rows: those of the measurement of rates are brought in here,
// a few rows and then many.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { whoOf } from '#kit/server/dispatch.ts'
import { type ImportSheet, importOf } from '#kit/server/fileTask.ts'
import { planSheet, readSheetRow } from '#kit/server/tasks/sheet.ts'
import { inTransaction } from '#kit/server/transaction.ts'
import type { Who } from '#kit/server/who.ts'
import { IMPORTS, type ImportSheetTrial, type ImportTrial } from '../bench/importSheets.ts'
import { statementsOf } from './statementsOf.ts'

let app: TestApp
let who: Who
beforeAll(async () => {
  app = await testApp()
  who = await whoOf(app.db, await app.admin())
  await app.db
    .insertInto('category')
    .values(
      Array.from({ length: 50 }, (_, index) => ({
        pid: 0,
        name: `压测${index + 1}`,
        type: 1 as const,
        path: '/0/',
        status: 1 as const,
      })),
    )
    .execute()
})
afterAll(() => app.close())

function rowsOf({ columns }: ImportSheet, { headings, rowOf }: ImportSheetTrial, from: number, to: number) {
  const plan = planSheet({ columns }, [...headings])
  return Array.from({ length: to - from + 1 }, (_, index) =>
    readSheetRow(plan, { rowNo: from + index + 1, cells: [...rowOf(from + index)] }),
  )
}

/** Checks and writes some rows of each sheet as one import does; answers how many statements that took. */
function bringIn({ bizType, sheets }: ImportTrial, from: number, to: number): Promise<number> {
  const definition = importOf(app.db, bizType)
  if (definition === undefined) throw new Error(`There is no import ${bizType}`)
  const parts = sheets.flatMap((trial, index) => {
    const of = index === 0 ? definition : definition.sheets?.find((one) => one.name === trial.name)
    return of === undefined ? [] : [{ of, rows: rowsOf(of, trial, from, trial.count === 1 ? from : to) }]
  })
  return statementsOf(async () => {
    const memory = new Map<string, unknown>()
    for (const { of, rows } of parts) {
      expect(rows.flatMap((row) => row.errors)).toEqual([])
      expect(await of.check(app.db, who, rows, memory)).toEqual([])
    }
    await inTransaction(app.db, who, async (tx) => {
      const written = new Map<string, unknown>()
      for (const { of, rows } of parts) expect(await of.write(tx, who, rows, written)).toEqual([])
    })
  })
}

/** What is written row by row: a category moves what lies below it. */
const SINGLY = ['category']

test.each(IMPORTS.map((trial): [string, ImportTrial] => [trial.name ?? trial.bizType, trial]))(
  '%s',
  async (name, trial) => {
    for (const statement of trial.before ?? []) await sql.raw(statement).execute(app.db)
    // The first one reads what is kept afterwards.
    await bringIn(trial, 1, 1)
    const few = await bringIn(trial, 2, 3)
    const many = await bringIn(trial, 4, 33)
    expect(few).toBeGreaterThan(3)
    if (SINGLY.includes(name)) return
    expect(many - few).toBeLessThan(10)
  },
)
