import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Call, Paging } from '#kit/shared/call.ts'
import { type Entity, type EntityRow, listFields } from '#kit/shared/entity.ts'
import type { Field, Shape } from '#kit/shared/field.ts'
import { sourcesOf } from '#kit/shared/join.ts'
import { trust } from '#kit/shared/loose.ts'
import { storedFields } from './columns.ts'
import { countRows } from './counts.ts'
import type { Db } from './database.ts'
import type { Figures } from './figures.ts'
import type { CellKind, ExportColumn, ExportDefinition } from './fileTask.ts'
import { hideFields } from './hidden.ts'
import { joinRows } from './joins.ts'
import { conditionsOf, type ListOptions, orderOf } from './list.ts'
import { loose } from './loose.ts'
import { idsIn, namesFor, referenceTo } from './refs.ts'
import { may, type Who } from './who.ts'

const KINDS: Record<string, CellKind> = {
  money: 'money',
  int: 'number',
  decimal: 'number',
  datetime: 'time',
  date: 'date',
}
const BATCH = 500

type RowsQuery = SelectQueryBuilder<Record<string, Record<string, unknown>>, string, Record<string, unknown>>

interface ExportOptions<E extends Entity, In> {
  list?(who: Who, input: In, db: Db): ListOptions | Promise<ListOptions>
  enrich?(db: Db, rows: EntityRow<E>[], who: Who): Promise<Record<string, unknown>[]>
  /** the answer's fields of the list: those joined are columns beside the entity's own; `enrich` fills what declares no join */
  joined?: Shape
  /** counts and sums by id for its columns */
  figures?: Figures
  /** in place of the columns that follow from the fields */
  columns?: readonly ExportColumn[]
  bizType?: string
  /** a query in place of the entity's table, for lists of what lies in other tables */
  from?(who: Who): RawBuilder<unknown>
}

/** Export columns that follow from an entity's fields, and from those its list joins to them (texts and figures). */
export function exportColumns(of: { readonly all: Shape }, joined: Shape = {}): ExportColumn[] {
  return shapeColumns(Object.fromEntries([...listFields(of), ...Object.entries(joined)]))
}

/** The same of the fields of an answer. */
export function shapeColumns(shape: Shape): ExportColumn[] {
  return Object.entries(shape)
    .filter(([, field]) => field.port !== false)
    .map(([name, field]) => ({
      name,
      title: field.label,
      kind: KINDS[field.type] ?? 'text',
      ...(field.permission === undefined ? {} : { permission: field.permission }),
    }))
}

/**
 * The export of an entity's list: same filters, order and scope; read in batches behind the last row seen, so that
 * it neither holds a transaction open nor slows down towards the end. `call` starts it, with the filters of the list.
 */
export function exportEntity<E extends Entity, In extends Paging>(
  of: E,
  call: Pick<Call<In>, 'permission' | 'schema'>,
  options: ExportOptions<E, NoInfer<In>> = {},
): ExportDefinition {
  const whole = { ...of, all: { ...of.all, ...options.joined } }
  const columns = options.columns ?? exportColumns(whole)
  const rowsOf = (db: Db, who: Who): RowsQuery =>
    trust(
      options.from === undefined
        ? loose(db).selectFrom(of.name)
        : loose(db).selectFrom(trust<never>(options.from(who).as(of.name))),
    )
  const query = async (db: Db, who: Who, params: Record<string, unknown>) => {
    const input: In = trust(params)
    const listed = (await options.list?.(who, input, db)) ?? {}
    const found = await conditionsOf(db, who, of, input, listed)
    const fields = options.from === undefined ? storedFields(db, of) : of.all
    const order = orderOf(of, who, input, listed, fields)
    return {
      order,
      reads: listed.reads ?? [],
      filtered: found.reduce((one, condition) => one.where(condition), rowsOf(db, who)),
    }
  }
  return {
    kind: 'export',
    bizType: options.bizType ?? of.name,
    title: `${of.label}导出`,
    permission: call.permission,
    columns,
    async count(db, who, params) {
      const { filtered, reads } = await query(db, who, params)
      return countRows(db, filtered, [of.name, ...reads], true)
    },
    ids: async (db, who, params) => {
      const { filtered, order } = await query(db, who, params)
      return orderedIds(filtered, of.name, order)
    },
    async *rows(db, who, params) {
      const { filtered, order } = await query(db, who, params)
      const ids = await orderedIds(filtered, of.name, order)
      // Long texts that stand in no column are not read; what else enrich joins in follows from the own fields.
      const made = columns.flatMap(({ name }) => sourcesOf(whole.all, name))
      const read = options.enrich
        ? Object.keys(of.all)
        : Object.keys(of.all).filter((name) => name === 'id' || made.includes(name))
      const asked = new Set(columns.map((one) => one.name))
      const names: Names = new Map()
      for (let start = 0; start < ids.length; start += BATCH) {
        const part = ids.slice(start, start + BATCH)
        const rows = await rowsOf(db, who).select(read).where('id', 'in', part).execute()
        const byId = new Map(rows.map((row) => [Number(row.id), row]))
        const sorted = part.flatMap((id): Record<string, unknown>[] => trust(byId.get(id) ?? []))
        await joinRows(db, who, whole.all, sorted, asked, options.figures)
        yield await shown(
          db,
          whole,
          options.enrich ? await options.enrich(db, trust(sorted), who) : sorted,
          who,
          names,
        )
      }
    },
  }
}

// The ids of 100,000 rows are 1 MB; taken once, the order cannot shift while the rows are read.
async function orderedIds(
  filtered: RowsQuery,
  table: string,
  order: readonly (readonly [string, 'asc' | 'desc'])[],
): Promise<number[]> {
  let ids = filtered.select(sql<number>`${sql.ref(`${table}.id`)}`.as('id'))
  for (const [column, direction] of order) ids = ids.orderBy(`${table}.${column}`, direction)
  return (await ids.execute()).map((row) => Number(row.id))
}

/** Names of referred rows by field, kept through one export: the same few occur in every batch. */
type Names = Map<string, Map<number, string>>

/** Values as a person reads them: labels for choices, names for references. */
async function shown(
  db: Db,
  of: Entity,
  rows: Record<string, unknown>[],
  who: Who,
  names: Names,
): Promise<Record<string, unknown>[]> {
  for (const [name, field] of Object.entries(of.all)) {
    if (field.ref === undefined || referenceTo(db, field.ref) === undefined) continue
    const known = names.get(name) ?? new Map<number, string>()
    names.set(name, known)
    const ids = [...new Set(rows.flatMap((row) => idsIn(row[name])))].filter((id) => !known.has(id))
    if (ids.length > 0)
      for (const [id, label] of await namesFor(db, who, field.ref, ids)) known.set(id, label)
  }
  return rows.map((row) => {
    const cells: Record<string, unknown> = { ...row }
    for (const [name, field] of Object.entries(of.all)) {
      const { permission, masked } = field
      if (permission !== undefined && !may(who, permission)) delete cells[name]
      else if (masked !== undefined && !may(who, masked.permission))
        cells[name] = masked.show(String(cells[name] ?? ''))
      else if (name in cells)
        cells[name] = cellOf(field, hideFields(db, who, of.all, cells[name]), names.get(name))
    }
    return cells
  })
}

/** One stored value as a cell. */
export function cellOf(field: Field, value: unknown, names?: Map<number, string>): unknown {
  if (value === null || value === undefined) return ''
  if (names !== undefined)
    return idsIn(value)
      .map((id) => names.get(id) ?? id)
      .join('、')
  if (field.choices !== undefined) {
    const labels = (Array.isArray(value) ? value : [value]).map(
      (one) => field.choices?.find((choice) => choice.value === one)?.label ?? one,
    )
    return labels.join('、')
  }
  if (!Array.isArray(value)) return value
  const lines = value.filter((one): one is object => typeof one === 'object' && one !== null)
  return lines.length === 0 ? value.join(',') : lines.map((line) => lineText(field, line)).join('；')
}

/** A line within a field: its values with their labels; of a file its name. */
function lineText({ shape }: Field, line: object): string {
  const values = Object.entries(line)
  if (shape === undefined)
    return String(values.find(([name]) => name === 'name')?.[1] ?? JSON.stringify(line))
  return values
    .flatMap(([name, value]) => {
      const field = shape[name]
      return field === undefined ? [] : [`${field.label}：${String(cellOf(field, value))}`]
    })
    .join(' ')
}
