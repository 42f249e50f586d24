// Cases made from the declarations: what an import's own export tells is what the import reads. Architecture §8.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '#app/testing.ts'
import { whoOf } from '#kit/server/dispatch.ts'
import {
  allFileTasks,
  type ImportColumn,
  type ImportDefinition,
  type ImportSheet,
  type ImportSource,
  importOf,
  type RowError,
} from '#kit/server/fileTask.ts'
import { markedTitle, planSheet, readSheetRow } from '#kit/server/tasks/sheet.ts'
import type { Who } from '#kit/server/who.ts'
import type { Entity } from '#kit/shared/entity.ts'
import { importFile, startWorker } from '../tests/importing.ts'
import { openPartners } from '../tests/partners.ts'
import { TRIALS, type Trial } from '../tests/templateFillings.ts'
import { type Cells, exportedForImport, filled, sheetsOf, workbook } from '../tests/templateSheets.ts'
import { rooms } from './domains.ts'

type Side = Awaited<ReturnType<typeof openSide>>

let full: Side
let empty: Side

const entities: readonly Entity[] = rooms.flatMap((room) => room.facts.entities)

/** A house of its own beside the other one. */
async function openSide() {
  const app = await testApp()
  const token = await app.admin()
  // A sheet names a company in force, and no import brings one.
  const partners = await openPartners(app)
  const companyId = await partners.company({ orgName: '往返单位' })
  await partners.shouda(companyId, { shoudaName: '往返可用售达方' })
  return { app, token, stop: startWorker(app) }
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

async function bring({ app, token }: Side, bizType: string, content: Buffer): Promise<void> {
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
    allFileTasks(full.app.db)
      .flatMap((one) => (one.kind === 'import' ? [one.bizType] : []))
      .sort(),
  ).toEqual(Object.keys(TRIALS).sort())
})

describe('what an import brings, its export tells, and another house reads it back', () => {
  test.each(Object.keys(TRIALS))('%s', async (bizType) => {
    const trial = TRIALS[bizType]
    const definition = importOf(full.app.db, bizType)
    if (definition === undefined || trial === undefined) throw new Error(`There is no import ${bizType}`)
    const told = ({ app, token }: Side) =>
      exportedForImport(app, token, definition, { filters: JSON.stringify(trial.filters ?? {}) })
    for (const { app } of [full, empty]) await trial.before?.(app)
    const before = await told(full)
    expect(await unmarkedOf(full, definition, trial)).toEqual([])
    await bring(full, bizType, await workbook(definition, trial.sheets))
    const first = await told(full)
    for (const { name, columns } of sheetsOf(definition)) {
      const rows = first.sheets[name] ?? []
      expect(rows[0]?.map((one) => one.replace(/[*△]/, ''))).toEqual(columns.map((one) => one.title))
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

test('what lies outside the data scope of a reader is told by its number, whichever sheet refers to it', async () => {
  const { app, token } = full
  const person = await whoOf(app.db, token)
  // Somebody who may read every column, with nobody's records in their scope.
  const scopes = [{ kind: 7, companyIds: [0], supplierIds: [0], storeIds: [0] }]
  const blind = { ...person, adminId: -1, all: false, scopes }
  const own = new Set(entities.flatMap((of) => Object.values(of.all)))
  const scoped = await Promise.all(
    entities
      .filter((of) => of.facts.scope !== undefined)
      .map(async (of) => ({ of, words: await wordsOf(full, of) })),
  )
  const leaked: string[] = []
  const hidden = new Set<string>()
  for (const [bizType, trial] of Object.entries(TRIALS)) {
    const definition = importOf(full.app.db, bizType)
    if (definition === undefined) throw new Error(`There is no import ${bizType}`)
    const ids = await definition.source.ids(app.db, person, filtersOf(definition.source, trial.filters))
    const isOwn = (of: Entity, id: number): boolean => of.name === bizType && ids.includes(id)
    const wordsWhere = (fits: (of: Entity, id: number) => boolean): string[] =>
      scoped.flatMap(({ of, words }) => words.filter(({ id }) => fits(of, id)).map(({ word }) => word))
    // What the rows themselves are called is theirs, also where something else is called after them.
    const theirs = new Set(wordsWhere(isOwn))
    const others = new Set(wordsWhere((of, id) => !isOwn(of, id)).filter((word) => !theirs.has(word)))
    for (const sheet of [definition, ...(definition.sheets ?? [])]) {
      const naming = sheet.columns.filter(({ field }) => !own.has(field))
      const namesIn = async (who: typeof person) =>
        (await sheet.stored(app.db, who, ids)).flatMap((row) =>
          naming.flatMap(({ name, title }) =>
            String(row[name] ?? '')
              .split(/[,，、]/)
              .filter((word) => others.has(word))
              .map((word) => `${bizType} ${title} ${word}`),
          ),
        )
      if ((await namesIn(person)).length > 0) hidden.add(bizType)
      leaked.push(...(await namesIn(blind)))
    }
  }
  expect(leaked).toEqual([])
  expect([...hidden]).toEqual(
    expect.arrayContaining([
      ...['supplierProduct', 'company', 'orgUser', 'payerProduct', 'productQuota', 'productDirectory'],
      ...['purposeFeedback', 'licence', 'store'],
    ]),
  )
})

test('a name from outside the data scope is read as one that nobody has, whichever sheet it stands in', async () => {
  const { app, token } = full
  const person = await whoOf(app.db, token)
  const scopes = [{ kind: 7, companyIds: [0], supplierIds: [0], storeIds: [0] }]
  const blind = { ...person, adminId: -1, all: false, scopes }
  const own = new Set(entities.flatMap((of) => Object.values(of.all)))
  const scoped = entities.filter((of) => of.facts.scope !== undefined)
  const words = await Promise.all(scoped.map((of) => wordsOf(full, of)))
  // What the record itself refers to may stay, and what the sheet brings is there: another row of the same kind is named,
  // where there is one.
  const otherThan = (word: string, cells: readonly string[]): string | undefined => {
    const own = words.find((one) => one.some((row) => row.word === word))
    const given = new Set(own?.flatMap((row) => (cells.includes(row.word) ? row.id : [])))
    return own?.find(({ id }) => !given.has(id))?.word ?? own?.[0]?.word
  }
  const told = new Set<string>()
  const betrayed: string[] = []
  for (const [bizType, trial] of Object.entries(TRIALS)) {
    const definition = importOf(full.app.db, bizType)
    if (definition === undefined) throw new Error(`There is no import ${bizType}`)
    for (const { name: sheet, columns } of sheetsOf(definition)) {
      const of = [definition, ...(definition.sheets ?? [])].find((one) => one.columns === columns)
      const [given] = trial.sheets[sheet] ?? []
      if (of === undefined || given === undefined) continue
      const heads = columns.map((one) => one.title)
      const [, cells = []] = filled(columns, [given])
      for (const [index, { name, title, field }] of columns.entries()) {
        const word = (cells[index] ?? '').split(/[,，、]/).find((one) => otherThan(one, []) !== undefined)
        if (own.has(field) || word === undefined) continue
        const other = otherThan(word, cells) ?? word
        const said = async (text: string) => {
          const row = { ...given, [name]: (cells[index] ?? '').replace(word, text) }
          const errors = await wrongWith(full, of, row, blind)
          return errors
            .filter(({ column }) => column === title || !heads.includes(column))
            .map(({ message }) => message.replaceAll(text, '…'))
        }
        const nobody = await said('没有这样的')
        if (nobody.length > 0) told.add(bizType)
        if (JSON.stringify(await said(other)) !== JSON.stringify(nobody)) betrayed.push(`${bizType} ${title}`)
      }
    }
  }
  expect(betrayed).toEqual([])
  expect([...told]).toEqual(
    expect.arrayContaining([
      ...['supplierProduct', 'company', 'orgUser', 'payerProduct', 'productQuota', 'productDirectory'],
      ...['purposeFeedback', 'licence', 'store'],
    ]),
  )
})

/** What is wrong with one row of a sheet, at the titles of columns: by its cells and by the import's own check. */
async function wrongWith(
  { app, token }: Side,
  { columns, check }: ImportSheet,
  row: Cells,
  person?: Who,
): Promise<RowError[]> {
  const plan = planSheet(
    { columns },
    columns.map((one) => one.title),
  )
  const read = readSheetRow(plan, { rowNo: 2, cells: filled(columns, [row])[1] ?? [] })
  return [...read.errors, ...(await check(app.db, person ?? (await whoOf(app.db, token)), [read], new Map()))]
}

const titlesOf = (errors: readonly RowError[]): string[] => errors.map(({ column }) => column)

/** Columns that are refused when they are blank and only then, though the template marks nothing at them. */
async function unmarkedOf(side: Side, definition: ImportDefinition, { sheets }: Trial): Promise<string[]> {
  const [row] = sheets[''] ?? []
  if (row === undefined) return []
  const usual = titlesOf(await wrongWith(side, definition, row))
  const unmarked: string[] = []
  for (const column of definition.columns) {
    if (markedTitle(column) !== column.title || usual.includes(column.title)) continue
    const wrong = await wrongWith(side, definition, { ...row, [column.name]: '' })
    if (titlesOf(wrong).includes(column.title)) unmarked.push(column.title)
  }
  return unmarked
}

const NUMBERS = ['money', 'int', 'decimal', 'date', 'datetime']

test.each(Object.keys(TRIALS))('everything that is wrong with a row is told at once: %s', async (bizType) => {
  const definition = importOf(full.app.db, bizType)
  const trial = TRIALS[bizType]
  if (definition === undefined || trial === undefined) throw new Error(`There is no import ${bizType}`)
  for (const { name, of } of [
    { name: '', of: definition as ImportSheet },
    ...(definition.sheets ?? []).map((of) => ({ name: of.name, of })),
  ]) {
    const [row] = trial.sheets[name] ?? []
    if (row === undefined) continue
    const usual = titlesOf(await wrongWith(full, of, row))
    const told = async (cells: Cells) => titlesOf(await wrongWith(full, of, { ...row, ...cells }))
    const rule = name === '' ? (trial.wrong ?? {}) : {}
    const free = of.columns.filter((one) => !(one.name in rule) && !usual.includes(one.title))
    const formats: ImportColumn[] = []
    const references: ImportColumn[] = []
    for (const column of free) {
      const wrong = await wrongWith(full, of, { ...row, [column.name]: '没有这样的' })
      if (!titlesOf(wrong).includes(column.title)) continue
      const isFormat = 'choices' in column.field || NUMBERS.includes(column.field.type)
      ;(isFormat ? formats : references).push(column)
    }
    const format = formats.find(({ field }) => NUMBERS.includes(field.type))
    const broken =
      Object.keys(rule).length === 0 ? [] : (await told(rule)).filter((title) => !usual.includes(title))
    if (trial.wrong !== undefined && name === '') expect(broken).not.toEqual([])
    for (const reference of references) {
      const cells: Record<string, string> = { ...rule, [reference.name]: '没有这样的' }
      if (format !== undefined) cells[format.name] = '没有这样的'
      expect(await told(cells), `${name} ${Object.keys(cells).join()}`).toEqual(
        expect.arrayContaining([reference.title, ...(format === undefined ? [] : [format.title]), ...broken]),
      )
    }
  }
})

/** Filters as the list of an import reads them. */
const filtersOf = (
  { schema }: ImportSource,
  filters: Record<string, string> = {},
): Record<string, unknown> => ({
  ...Object(schema === undefined ? filters : schema.parse(filters)),
})

/** What sheets may call the rows of an entity: their titles and codes. */
async function wordsOf({ app }: Side, of: Entity): Promise<{ id: number; word: string }[]> {
  const names = Object.entries(of.shape)
    .filter(([name, field]) => field.type === 'text' && (field.unique || name === of.facts.title))
    .map(([name]) => name)
  const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(of.name)}`.execute(app.db)
  return rows.flatMap((row) =>
    names.flatMap((name) => (row[name] ? [{ id: Number(row.id), word: String(row[name]) }] : [])),
  )
}
