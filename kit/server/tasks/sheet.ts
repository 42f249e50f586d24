import { z } from 'zod'
import { cut } from '#kit/shared/characters.ts'
import { AppError } from '#kit/shared/errors.ts'
import { type Field, missingText, WRONG_FORMAT } from '#kit/shared/field.ts'
import { plainNumber } from '#kit/shared/money.ts'
import { parseWritten, toSeconds } from '#kit/shared/time.ts'
import {
  type ImportColumn,
  type ImportDefinition,
  type ImportRow,
  type ImportSheet,
  MOST_ROWS,
  type RowError,
} from '../fileTask.ts'
import { SheetTree } from '../importTree.ts'
import type { Sheet, SheetRow } from '../spreadsheet/spreadsheet.ts'
import { type FileHeadings, firstSheet, headingsOf } from './headings.ts'

/** Columns of the error workbook; a corrected one is uploaded as it is, and they are passed over. */
export const ERROR_COLUMNS = ['结果', '错误字段', '错误原因'] as const

/** Which cell of a row belongs to which column of the import. */
export interface SheetPlan {
  headings: string[]
  places: { column: ImportColumn; index: number }[]
}

/** One sheet of an import's file: the rows, and what the import says of them. */
export interface Part {
  /** '' where the import knows only one sheet */
  name: string
  of: ImportSheet
  sheet: Sheet
  plan: SheetPlan
  /** what its rows are counted on from */
  before: number
}

/** No sheet has more rows, so numbers of different sheets never meet. */
const SHEET_ROWS = 1_048_576

/** The sheet and the row in it that a row number of a task stands for; the sheet is '' where there is only one. */
export function placeOf(
  definition: ImportDefinition | undefined,
  rowNo: number,
): { sheet: string; rowNo: number } {
  const index = Math.floor((rowNo - 1) / SHEET_ROWS)
  const name = index === 0 ? definition?.sheetName : definition?.sheets?.[index - 1]?.name
  return { sheet: name ?? '', rowNo: rowNo - index * SHEET_ROWS }
}

/** Says at once what is wrong with the headings of a file; 422 as planSheet. */
export function checkHeadings(
  definition: ImportDefinition,
  { first, others }: FileHeadings,
  mapping: SheetMapping,
): void {
  planSheet(definition, present(first), mapping)
  for (const of of definition.sheets ?? []) {
    const headings = others.find(({ name }) => name === of.name)?.headings
    if (headings) planSheet(of, headings, {}, whereOf(of.name))
  }
}

const whereOf = (name: string): string => `工作表“${name}”`

/** Headings that are there; 422 when there is nothing in the sheet. */
export function present(headings: string[] | null): string[] {
  if (headings === null) throw new AppError(422, '文件没有数据')
  return headings
}

/** Finds the sheets of an import and their columns; 422 as planSheet, with the name of a further sheet in front. */
export async function readParts(
  definition: ImportDefinition,
  file: Sheet,
  mapping: SheetMapping = {},
): Promise<Part[]> {
  const sheet = await firstSheet(definition.sheetName, file)
  const plan = planSheet(definition, present(await headingsOf(sheet)), mapping)
  const parts: Part[] = [{ name: definition.sheetName ?? '', of: definition, sheet, plan, before: 0 }]
  for (const [index, of] of (definition.sheets ?? []).entries()) {
    const found = await file.named(of.name)
    if (found === null) continue
    const headings = await headingsOf(found)
    // A sheet that was cleared says as little as one that was deleted.
    if (headings === null) continue
    const before = (index + 1) * SHEET_ROWS
    parts.push({
      name: of.name,
      of,
      sheet: found,
      plan: planSheet(of, headings, {}, whereOf(of.name)),
      before,
    })
  }
  return parts
}

/** What exports of this house call their own numbers; it is nobody's number in another system. */
const OWN_ID = 'ID'

/** The marks of headings: must be filled in, and must be so in some cases. */
const MARKS = /[*＊△]/g

const plain = (heading: string): string => heading.replace(MARKS, '').trim().toLowerCase()

/** The heading of a column in a template, with its mark. */
export const markedTitle = (column: ImportColumn): string =>
  isRequired(column)
    ? `*${column.title}`
    : column.requiredWhen === undefined
      ? column.title
      : `△${column.title}`

const plained = new WeakMap<readonly string[], readonly string[]>()

/** The headings of a sheet as names are compared; worked out once for all the columns. */
function plainOf(headings: readonly string[]): readonly string[] {
  const known = plained.get(headings) ?? headings.map(plain)
  plained.set(headings, known)
  return known
}

/** Headings a person means by columns, by the columns' names, where they differ; '' for a column to leave out. */
export type SheetMapping = Readonly<Record<string, string>>

/** The mapping a task was started with. */
export function mappingIn(params: Record<string, unknown>): SheetMapping {
  const found = z.record(z.string(), z.string()).safeParse(params.mapping)
  return found.success ? found.data : {}
}

/** The heading of a sheet that stands for a column: the one a person named, else by its title or an alias. */
export function headingOf(
  column: ImportColumn,
  headings: readonly string[],
  mapping: SheetMapping,
): string | undefined {
  const named = mapping[column.name]
  if (named === '') return undefined
  const names = [named ?? '', column.title, ...(column.aliases ?? [])].map(plain)
  const all = plainOf(headings)
  // Of equal headings the last one counts.
  const lastOf = (name: string): number =>
    all.findLastIndex(
      (heading, index) => heading === name && (named !== undefined || headings[index]?.trim() !== OWN_ID),
    )
  const name = names.find((one) => one !== '' && lastOf(one) >= 0)
  return name === undefined ? undefined : headings[lastOf(name)]
}

/** Finds the columns by heading or alias; 422 缺少列：… for required ones that are not there, 列名重复：… Platform §10. */
export function planSheet(
  definition: Pick<ImportSheet, 'columns'>,
  headings: string[],
  mapping: SheetMapping = {},
  where = '',
): SheetPlan {
  const places = definition.columns.flatMap((column) => {
    const heading = headingOf(column, headings, mapping)
    return heading === undefined ? [] : [{ column, index: headings.indexOf(heading) }]
  })
  const twice = places.filter(({ index }) => {
    const found = headings[index] ?? ''
    const same = (heading: string) => heading.trim() !== OWN_ID && plain(heading) === plain(found)
    return headings.filter(same).length > 1
  })
  // Nobody can tell which of them is meant.
  if (twice.length > 0)
    throw new AppError(
      422,
      `${where}列名重复：${twice.map(({ index }) => plain(headings[index] ?? '')).join('、')}，请只保留一列`,
    )
  const missing = definition.columns.filter(
    (column) => isRequired(column) && !places.some((place) => place.column === column),
  )
  if (missing.length > 0 || places.length === 0)
    throw new AppError(
      422,
      `${where}缺少列：${(missing.length > 0 ? missing : definition.columns).map((column) => column.title).join('、')}`,
    )
  return { headings, places }
}

export const isRequired = (column: ImportColumn): boolean => column.required ?? column.field.required ?? false

/** The rows below the headings, without the template's example where it was left standing. */
export async function* dataRows({
  sheet,
  plan,
  before,
}: Pick<Part, 'sheet' | 'plan' | 'before'>): AsyncGenerator<SheetRow> {
  let count = 0
  for await (const row of sheet.rows()) {
    count += 1
    // The example stands below the headings; further down the same words are a row as any other.
    if (count === 1 || (count === 2 && isExample(plan, row))) continue
    yield { ...row, rowNo: before + row.rowNo }
  }
}

function isExample(plan: SheetPlan, row: SheetRow): boolean {
  const examples = plan.places.filter(({ column }) => column.example !== undefined)
  return (
    examples.length > 1 &&
    plan.places.every(({ column, index }) => (row.cells[index] ?? '').trim() === (column.example ?? ''))
  )
}

const SHOWN_COLUMNS = 100
const SHOWN_CELL = 100

/** A row as a person is shown it: what is wide or long is cut, so that no preview takes more than some 200 KB. */
export function shownCells(cells: readonly string[]): string[] {
  return cells.slice(0, SHOWN_COLUMNS).map((cell) => {
    if (cell.length <= SHOWN_CELL) return cell
    // A part of a text keeps the whole of it in memory; a copy does not.
    return `${Buffer.from(cell.slice(0, SHOWN_CELL).toWellFormed()).toString()}…`
  })
}

/**
 * Counts all rows, keeps the first ones to show, and notes how the rows of a tree lie; 422 文件没有数据, 数据不能超过50000行.
 */
export async function surveyParts(
  { tree: columns, mostRows = MOST_ROWS }: ImportDefinition,
  parts: readonly Part[],
  shown: number,
): Promise<{ total: number; first: string[][]; tree: SheetTree | undefined }> {
  let total = 0
  const first: string[][] = []
  const tree = columns && new SheetTree(columns)
  for (const part of parts) {
    const isFirst = part.before === 0
    const places = part.plan.places.filter(
      ({ column: { name } }) =>
        columns !== undefined && (columns.above === name || columns.names.includes(name)),
    )
    for await (const row of dataRows(part)) {
      total += 1
      if (total > mostRows) throw new AppError(422, `数据不能超过${mostRows}行`)
      if (first.length < shown && isFirst) first.push(shownCells(row.cells))
      if (isFirst) tree?.add(readSheetRow({ ...part.plan, places }, row))
    }
  }
  if (total === 0) throw new AppError(422, '文件没有数据')
  return { total, first, tree }
}

/** A row read through the fields of its columns. */
export interface ReadRow extends ImportRow {
  /** what the person knows the row by: its first cell */
  key: string
  errors: RowError[]
}

/** Reads every cell of a row through its field; values only of columns that the sheet has. */
export function readSheetRow(plan: SheetPlan, row: SheetRow): ReadRow {
  const values: Record<string, unknown> = {}
  const errors: RowError[] = []
  for (const { column, index } of plan.places) {
    const reading = readCell(column, (row.cells[index] ?? '').trim())
    if ('reason' in reading) errors.push({ rowNo: row.rowNo, column: column.title, message: reading.reason })
    else values[column.name] = reading.value
  }
  return { rowNo: row.rowNo, values, key: cut(row.cells[0] ?? '', 100), errors }
}

function readCell(column: ImportColumn, text: string): { value: unknown } | { reason: string } {
  if (text === '' && column.required) return { reason: missingText(column.field.type, column.title) }
  const result = column.field.schema.safeParse(text === '' ? undefined : wireOf(column.field, text))
  if (result.success) return { value: result.data }
  return { reason: withRight(column, result.error.issues[0]?.message ?? `${column.title}${WRONG_FORMAT}`) }
}

/** 格式不正确 alone tells nobody what to write instead. */
function withRight({ field, example }: ImportColumn, reason: string): string {
  if (!reason.endsWith(WRONG_FORMAT)) return reason
  const labels = field.choices?.map((choice) => choice.label) ?? []
  const right = labels.length > 0 ? `可填：${labels.slice(0, MOST_LABELS).join('、')}` : field.right
  return `${reason}，${right ?? `例：${example ?? ''}`}`
}

const MOST_LABELS = 20

/** A cell as the field expects it on the wire: labels of choices, days and moments as people write them. */
function wireOf(field: Field, text: string): unknown {
  if (field.type === 'flag' && (text === '是' || text === '否')) return text === '是' ? 1 : 0
  if (field.choices !== undefined) {
    const valueOfLabel = (label: string) =>
      field.choices?.find((choice) => choice.label === label.trim())?.value ?? label.trim()
    return field.many ? text.split(/[,，、]/).map(valueOfLabel) : valueOfLabel(text)
  }
  if (field.type === 'date') {
    const written = parseWritten(text)
    // A time of day has no place in a day: dropping it would change what was written.
    return written === null || written.hasTime ? text : written.day
  }
  if (field.type === 'datetime') {
    const written = parseWritten(text)
    // On the wire a moment is a number; in a sheet a bare number is a mistake, whatever it was to be.
    return written === null ? `“${text}”` : toSeconds(written.moment)
  }
  return NUMBERS.has(field.type) ? plainNumber(text) : text
}

const NUMBERS = new Set(['money', 'int', 'decimal'])
