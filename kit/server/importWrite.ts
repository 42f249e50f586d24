import type { Entity, EntityRow } from '#kit/shared/entity.ts'
import { AppError, type FieldError } from '#kit/shared/errors.ts'
import { trust } from '#kit/shared/loose.ts'
import type { Tx } from './database.ts'
import type { ImportColumn, RowError } from './fileTask.ts'
import type { EntityImport } from './importEntity.ts'
import { type Saving, savingErrors, writeRows } from './manyRows.ts'
import { lockRows } from './rows.ts'
import { lightenChanges } from './transaction.ts'

type Values = Record<string, unknown>

/** One statement for so many rows costs little more than for a few. */
export const AT_ONCE = 500

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

type Writing<E extends Entity> = Pick<EntityImport<E>, 'ahead' | 'apart' | 'prepare' | 'saved' | 'savedAll'>

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
    for (let from = 0; from < round.length; from += AT_ONCE) {
      const some = round.slice(from, from + AT_ONCE)
      for (const { below, values } of some)
        if (below !== null) values[below.name] = made.get(below.rowNo) ?? values[below.name]
      const errors = await writeRound(tx, of, writing, columns, some, made)
      if (errors.length > 0) return errors
      lightenChanges(tx)
    }
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
  const aboveOf = ({ below }: ReadyRow): ReadyRow | undefined =>
    below === null ? undefined : byNo.get(below.rowNo)
  const place = (row: ReadyRow): void => {
    // From the row up to one that has its place, which may be far, and then down again.
    const way = new Set<ReadyRow>()
    for (
      let at: ReadyRow | undefined = row;
      at !== undefined && !placed.has(at) && !way.has(at);
      at = aboveOf(at)
    )
      way.add(at)
    for (const one of [...way].reverse()) {
      const above = aboveOf(one)
      const behind = above === undefined ? 0 : (placed.get(above) ?? -1) + 1
      const text = apart(one.values)
      const at = Math.max(behind, text === null ? 0 : (next.get(text) ?? 0))
      if (text !== null) next.set(text, at + 1)
      placed.set(one, at)
    }
  }
  const rounds: ReadyRow[][] = []
  for (const row of ready) {
    place(row)
    const at = placed.get(row) ?? 0
    const round = rounds[at] ?? []
    rounds[at] = round
    round.push(row)
  }
  return rounds.filter((round) => round.length > 0)
}

interface Prepared<E extends Entity> extends Saving<E> {
  rowNo: number
}

async function writeRound<E extends Entity>(
  tx: Tx,
  of: E,
  { ahead, prepare, saved, savedAll }: Writing<E>,
  columns: readonly ImportColumn[],
  round: readonly ReadyRow[],
  made: Map<number, number>,
): Promise<RowError[]> {
  const stored = await lockRows(
    tx,
    of,
    round.flatMap(({ beforeId }) => beforeId ?? []),
  )
  const fresh = round.filter(({ beforeId }) => beforeId === null)
  await ahead?.(
    tx,
    fresh.map(({ values }) => trust<Partial<EntityRow<E>>>(values)),
  )
  const errors: RowError[] = []
  const ready: Prepared<E>[] = []
  for (const { rowNo, values, beforeId } of round) {
    const before = beforeId === null ? null : (stored.get(beforeId) ?? null)
    const given: Partial<EntityRow<E>> = trust(values)
    const refused = await refusals(rowNo, columns, async () => {
      ready.push({ rowNo, before, values: prepare ? await prepare(tx, given, before) : given })
    })
    errors.push(...refused)
  }
  const wrong = await savingErrors(tx, of, ready)
  errors.push(...ready.flatMap(({ rowNo }, index) => atColumns(rowNo, columns, wrong[index] ?? [])))
  if (errors.length > 0) return errors
  const rows = await writeRows(tx, of, ready)
  const written = ready.flatMap((one, index) => {
    const row = rows[index]
    return row === undefined ? [] : [{ ...one, row }]
  })
  await savedAll?.(tx, written)
  for (const { rowNo, row, before, values } of written) {
    made.set(rowNo, Number(trust<Values>(row).id))
    if (saved !== undefined)
      errors.push(...(await refusals(rowNo, columns, () => saved(tx, row, before, values))))
  }
  return errors
}

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
