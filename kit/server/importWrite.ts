import type { Entity, EntityRow } from '#kit/shared/entity.ts'
import { AppError, type FieldError } from '#kit/shared/errors.ts'
import { trust } from '#kit/shared/loose.ts'
import type { Tx } from './database.ts'
import type { ImportColumn, RowError } from './fileTask.ts'
import type { EntityImport } from './importEntity.ts'
import { changed, insertRows, lockRows, permitted, referenceErrors, updateRows } from './rows.ts'
import { actorOf } from './transaction.ts'

type Values = Record<string, unknown>

/** A row of a sheet as it will be stored, its names turned into ids. */
export interface ReadyRow {
  rowNo: number
  values: Values
  /** the row it changes; null: it is new */
  beforeId: number | null
  /** the field that names a row of the same sheet, and that row */
  below: Below | null
}

export interface Below {
  name: string
  rowNo: number
}

type Writing<E extends Entity> = Pick<EntityImport<E>, 'ahead' | 'apart' | 'prepare' | 'saved'>

/**
 * Writes the rows of a batch with few statements, however many they are: new ones and changes of those that exist.
 * Answers what was refused, and then nothing of the batch is to be kept. Platform §10.
 */
export async function writeReady<E extends Entity>(
  tx: Tx,
  of: E,
  writing: Writing<E>,
  columns: readonly ImportColumn[],
  ready: readonly ReadyRow[],
): Promise<RowError[]> {
  const made = new Map<number, number>()
  for (const round of roundsOf(ready, (values) => writing.apart?.(trust(values)) ?? null)) {
    for (const { below, values } of round)
      if (below !== null) values[below.name] = made.get(below.rowNo) ?? values[below.name]
    const errors = await writeRound(tx, of, writing, columns, round, made)
    if (errors.length > 0) return errors
  }
  return []
}

/**
 * Rows that can be written together, in rounds: a row comes behind the row of the sheet it lies below, and behind those
 * before it with the same text. Where lying below goes round, the rows keep their order.
 */
function roundsOf(
  ready: readonly ReadyRow[],
  apart: (values: Values) => string | null,
): readonly (readonly ReadyRow[])[] {
  const byNo = new Map(ready.map((row) => [row.rowNo, row]))
  const placed = new Map<ReadyRow, number>()
  const next = new Map<string, number>()
  const place = (row: ReadyRow, open: ReadonlySet<ReadyRow>): number => {
    const known = placed.get(row)
    if (known !== undefined) return known
    const above = row.below === null ? undefined : byNo.get(row.below.rowNo)
    const behind = above === undefined || open.has(above) ? 0 : place(above, new Set([...open, row])) + 1
    const text = apart(row.values)
    const at = Math.max(behind, text === null ? 0 : (next.get(text) ?? 0))
    if (text !== null) next.set(text, at + 1)
    placed.set(row, at)
    return at
  }
  const rounds: ReadyRow[][] = []
  for (const row of ready) {
    const at = place(row, new Set())
    const round = rounds[at] ?? []
    rounds[at] = round
    round.push(row)
  }
  return rounds.filter((round) => round.length > 0)
}

interface Prepared<E extends Entity> {
  rowNo: number
  before: EntityRow<E> | null
  given: Partial<EntityRow<E>>
}

async function writeRound<E extends Entity>(
  tx: Tx,
  of: E,
  { ahead, prepare, saved }: Writing<E>,
  columns: readonly ImportColumn[],
  rows: readonly ReadyRow[],
  made: Map<number, number>,
): Promise<RowError[]> {
  const stored = await lockRows(
    tx,
    of,
    rows.flatMap(({ beforeId }) => beforeId ?? []),
  )
  const fresh = rows.filter(({ beforeId }) => beforeId === null)
  await ahead?.(
    tx,
    fresh.map(({ values }) => trust<Partial<EntityRow<E>>>(values)),
  )
  const errors: RowError[] = []
  const ready: Prepared<E>[] = []
  for (const { rowNo, values, beforeId } of rows) {
    const before = beforeId === null ? null : (stored.get(beforeId) ?? null)
    const given: Partial<EntityRow<E>> = trust(values)
    const refused = await refusals(rowNo, columns, async () => {
      ready.push({ rowNo, before, given: prepare ? await prepare(tx, given, before) : given })
    })
    errors.push(...refused)
  }
  errors.push(...(await wrongReferences(tx, of, columns, ready)))
  if (errors.length > 0) return errors
  for (const one of await writtenRows(tx, of, ready)) {
    made.set(one.rowNo, Number(trust<Values>(one.row).id))
    if (saved === undefined) continue
    const { row, before, given } = one
    errors.push(...(await refusals(one.rowNo, columns, () => saved(tx, row, before, given))))
  }
  return errors
}

async function wrongReferences<E extends Entity>(
  tx: Tx,
  of: E,
  columns: readonly ImportColumn[],
  ready: readonly Prepared<E>[],
): Promise<RowError[]> {
  const who = actorOf(tx)
  const wrong = await referenceErrors(
    tx,
    of.shape,
    ready.map(({ given, before }) => {
      const own = permitted(who, of.all, trust(given))
      // What stays as it was may name a row that has been disabled since.
      return before === null ? own : changed(trust(before), own)
    }),
  )
  return ready.flatMap(({ rowNo }, index) => atColumns(rowNo, columns, wrong[index] ?? []))
}

/** Prepared rows as they are stored then. */
async function writtenRows<E extends Entity>(tx: Tx, of: E, ready: readonly Prepared<E>[]) {
  const written: (Prepared<E> & { row: EntityRow<E> })[] = []
  const keep = (own: readonly Prepared<E>[], rows: readonly EntityRow<E>[]): void => {
    for (const [index, one] of own.entries()) {
      const row = rows[index]
      if (row !== undefined) written.push({ ...one, row })
    }
  }
  // One statement takes rows with the same fields.
  for (const own of Map.groupBy(ready, fieldNames).values()) {
    const fresh = own.filter(({ before }) => before === null)
    keep(
      fresh,
      await insertRows(
        tx,
        of,
        fresh.map(({ given }) => given),
      ),
    )
    const changes = own.flatMap((one) =>
      one.before === null ? [] : [{ one, before: one.before, values: one.given }],
    )
    keep(
      changes.map(({ one }) => one),
      await updateRows(tx, of, changes),
    )
  }
  return written
}

const fieldNames = ({ given }: { given: object }): string =>
  Object.entries(given)
    .flatMap(([name, value]) => (value === undefined ? [] : [name]))
    .sort()
    .join()

/** What a person is told when a row is refused, at its columns where it has some. */
export async function refusals(
  rowNo: number,
  columns: readonly ImportColumn[],
  work: () => Promise<void>,
): Promise<RowError[]> {
  try {
    await work()
    return []
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return atColumns(
      rowNo,
      columns,
      Array.isArray(error.data) ? error.data : [{ field: '', message: error.message }],
    )
  }
}

const atColumns = (
  rowNo: number,
  columns: readonly ImportColumn[],
  errors: readonly FieldError[],
): RowError[] =>
  errors.map(({ field, message }) => ({
    rowNo,
    column: columns.find((one) => one.name === field)?.title ?? '',
    message,
  }))
