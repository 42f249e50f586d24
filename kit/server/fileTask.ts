import type { Writable } from 'node:stream'
import type { Field } from '#kit/shared/field.ts'
import type { Db, Tx } from './database.ts'
import type { TreeColumns } from './importTree.ts'
import { namedPoint, type Registration } from './points.ts'
import type { Who } from './who.ts'

/** No import takes more rows, unless it says so itself. */
export const MOST_ROWS = 50_000

/** A column of an import: its heading, how a cell is read, what the template says about it. Platform §10. */
export interface ImportColumn {
  /** name in the parsed row */
  name: string
  /** heading in the template */
  title: string
  /** further headings that are understood, e.g. of other systems' files; case does not matter */
  aliases?: readonly string[]
  /** reads the cell: its schema gives the value and the Chinese reason */
  field: Field
  required?: boolean
  /** when it must be filled in although it may be blank otherwise, as the template says it: 新增时必填 */
  requiredWhen?: string
  example?: string
  note?: string
  /** offered as a drop-down in the template */
  options?: readonly string[]
  /** left out of 按导入模板导出 without this permission; importing is the definition's to guard */
  permission?: string
}

export interface ImportRow {
  /** row of the sheet, the heading is 1; those of further sheets are counted on behind it (placeOf tells both) */
  rowNo: number
  values: Record<string, unknown>
}

/** A row that was refused: the heading of the column, when one can be named, and the reason. */
export interface RowError {
  rowNo: number
  column: string
  message: string
}

/** What a person may tick beside the modes of an import. Each is off until it is ticked: nothing is lost or doubled unasked. */
export const IMPORT_TICKS = ['remove', 'repeat'] as const
export type ImportTick = (typeof IMPORT_TICKS)[number]

/** What the person asked of this run, and where it tells them what they should know before they do it. */
export interface ImportAsk {
  ticked(tick: ImportTick): boolean
  /** says at a row what would go, stay or be there twice, though nothing is refused; told by the trial run and the result */
  tell(note: RowError): void
}

/** For rows that are looked at outside a task: nothing is ticked, and nobody listens. */
export const NOTHING_TICKED: ImportAsk = { ticked: () => false, tell: () => undefined }

/** What one sheet of an import holds, and how its rows are looked at and written. */
export interface ImportSheet {
  columns: readonly ImportColumn[]
  /**
   * Checks rows without writing; answers what is wrong with them, all of it. Called with at most batchSize rows, also with
   * those some cells of which were refused already and have no value, so that a person hears everything about a row at
   * once; what it says of those columns again is passed over
   */
  check(
    db: Db,
    who: Who,
    rows: readonly ImportRow[],
    memory: Map<string, unknown>,
    ask?: ImportAsk,
  ): Promise<RowError[]>
  /** writes checked rows in the batch's transaction; rows still refused are answered, and then nothing of them is written */
  write(
    tx: Tx,
    who: Who,
    rows: readonly ImportRow[],
    memory: Map<string, unknown>,
    ask?: ImportAsk,
  ): Promise<RowError[]>
  /**
   * What the sheet says of records of the import's list, in their order, by column: the other direction of `write`.
   * Values are as their columns' fields store them, references and dictionary values in words. Platform §10
   */
  stored(db: Db, who: Who, ids: readonly number[]): Promise<readonly Record<string, unknown>[]>
}

/** The list behind an import, for 按导入模板导出. */
export interface ImportSource {
  /** code a person needs to have it exported */
  permission: string
  /** reads the filters of the list as its address holds them; without it there are none */
  schema?: { parse(input: unknown): unknown }
  /** the records within the filters and the person's scope, in the order of the list */
  ids(db: Db, who: Who, filters: Record<string, unknown>): Promise<number[]>
}

export interface ImportDefinition extends ImportSheet {
  kind: 'import'
  bizType: string
  title: string
  /** code a person needs to upload it */
  permission: string
  /** name of its sheet where there are others; the first visible one is read when none is called so */
  sheetName?: string
  /**
   * Sheets that may stand beside it in the same workbook, read behind it in this order with the same memory. All of
   * them stand or fall together, so there is no 不导入错误行; only with mode whole and without groupBy.
   */
  sheets?: readonly (ImportSheet & { name: string })[]
  /** whole: any bad row and nothing is written (the person may tick 不导入错误行); rows: good rows are written in batches */
  mode: 'whole' | 'rows'
  /** rows that belong together (specifications of one product) get equal keys and stay in one batch; neighbours only */
  groupBy?(row: ImportRow): string
  batchSize?: number
  /** takes so many rows; MOST_ROWS unless given. Only where each row costs little */
  mostRows?: number
  /**
   * Its rows may lie below one another, wherever they stand: they are written level by level, and the memory of `check` and
   * `write` knows how they lie (treeIn). Only with mode whole and without groupBy; of its first sheet
   */
  tree?: TreeColumns
  /** whose records 按导入模板导出 tells */
  source: ImportSource
  /** further lists of the same records with filters of their own, by the name their screens send */
  otherSources?: Readonly<Record<string, ImportSource>>
  /** lines of the sheet 填写说明 besides those of the columns */
  notes?: readonly string[]
  /** what the dialog lets a person tick, in the words they read; what is not offered is never ticked. Platform §10 */
  ticks?: Readonly<Partial<Record<ImportTick, string>>>
}

export type CellKind = 'text' | 'money' | 'number' | 'time' | 'date'

export interface ExportColumn {
  name: string
  title: string
  kind: CellKind
  width?: number
  /** left out without this permission */
  permission?: string
}

export interface ExportDefinition {
  kind: 'export'
  bizType: string
  title: string
  permission: string
  columns: readonly ExportColumn[]
  /** columns that follow the others and are only known when it runs: one for each role … */
  moreColumns?(db: Db, who: Who, params: Record<string, unknown>): Promise<ExportColumn[]>
  /** rows in batches, streamed; obeys the person's scope. Cells: money as cents, times as Date, the rest as shown */
  rows(db: Db, who: Who, params: Record<string, unknown>): AsyncIterable<readonly Record<string, unknown>[]>
  /** the records of the list within the filters and the person's scope, in its order */
  ids?(db: Db, who: Who, params: Record<string, unknown>): Promise<number[]>
  /** how many there will be; over export_max_rows the start is refused */
  count(db: Db, who: Who, params: Record<string, unknown>): Promise<number>
}

/** A file a worker makes that is no list: a zip, a batch of prints. */
export interface PackDefinition {
  kind: 'pack'
  /** 3 打包, 4 批处理 */
  taskKind: 3 | 4
  bizType: string
  title: string
  permission: string
  /** of the file, without dot */
  extension: string
  /** writes the file; `progress` is awaited between its parts and ends the work when the person cancels */
  write(
    db: Db,
    who: Who,
    params: Record<string, unknown>,
    target: Writable,
    progress: (done: number, total: number) => Promise<void>,
  ): Promise<void>
}

export type TaskDefinition = ImportDefinition | ExportDefinition | PackDefinition

const definitions = namedPoint<TaskDefinition>('File task')

/** Registers an import or export (RoomServer.tasks). Doors §3 declareFileTask. */
export const declareFileTask = (definition: TaskDefinition): Registration =>
  definitions.as(`${definition.kind}:${definition.bizType}`, definition)

export function importOf(db: Db, bizType: string): ImportDefinition | undefined {
  const found = definitions.of(db, `import:${bizType}`)
  return found?.kind === 'import' ? found : undefined
}

export function exportOf(db: Db, bizType: string): ExportDefinition | undefined {
  const found = definitions.of(db, `export:${bizType}`)
  return found?.kind === 'export' ? found : undefined
}

export function packOf(db: Db, bizType: string): PackDefinition | undefined {
  const found = definitions.of(db, `pack:${bizType}`)
  return found?.kind === 'pack' ? found : undefined
}

/** The list of an export as the source of an import: its filters, scope and permission. `call` starts that export. */
export function listOf(
  bizType: string,
  call: { permission: string; schema: { parse(input: unknown): unknown } },
): ImportSource {
  return {
    permission: call.permission,
    schema: call.schema,
    async ids(db, who, filters) {
      const ids = exportOf(db, bizType)?.ids
      if (ids === undefined) throw new Error(`The export ${bizType} does not tell its records`)
      return ids(db, who, filters)
    },
  }
}

/** The list an export in the format of an import was asked for from; undefined for an unknown name. */
export function sourceOf(importing: ImportDefinition, list: unknown): ImportSource | undefined {
  return typeof list === 'string' && list !== '' ? importing.otherSources?.[list] : importing.source
}

/** The imports, exports and packs of every room. */
export const allFileTasks = (db: Db): TaskDefinition[] => [...definitions.all(db).values()]

/** What a file of a task is fetched by, and where from. */
interface Fetching {
  taskId: number
  /** whose task it is */
  ownerId: number
  ip: string
}

/** Rules of its own for the files of a kind of task, e.g. how often one is fetched: refuses, or notes that it was. Members §10.2. */
type FileGuard = (db: Db, who: Who, fetching: Fetching) => Promise<void>

const guards = namedPoint<FileGuard>('Guard of task files')

/** Registers the rules for files of the tasks of a kind; they are then fetched one by one only. */
export const declareFileGuard = (bizType: string, guard: FileGuard): Registration => guards.as(bizType, guard)

/** The rules for the files of a kind of task; none for most. */
export const fileGuardOf = (db: Db, bizType: string): FileGuard | undefined => guards.of(db, bizType)
