import type { Entity, EntityRow } from '#kit/shared/entity.ts'
import { AppError, type FieldError } from '#kit/shared/errors.ts'
import { trust } from '#kit/shared/loose.ts'
import type { Tx } from './database.ts'
import type { ImportColumn, RowError } from './fileTask.ts'
import type { EntityImport } from './importEntity.ts'
import type { Written } from './importTree.ts'
import { inRounds, type Saving, savingErrors, writeRows } from './manyRows.ts'
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
  written?: Written,
): Promise<RowError[]> {
  for (const round of inRounds(
    ready,
    ({ rowNo, values }) => writing.apart?.(trust(values)) ?? `row ${rowNo}`,
  )) {
    const errors = await writeRound(tx, of, writing, columns, round, written)
    if (errors.length > 0) return errors
    lightenChanges(tx)
  }
  return []
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
  written: Written | undefined,
): Promise<RowError[]> {
  const old = await lockRows(
    tx,
    of,
    round.flatMap(({ beforeId }) => beforeId ?? []),
  )
  const given = round.map(({ rowNo, values, beforeId }) => ({
    rowNo,
    values: trust<Partial<EntityRow<E>>>(values),
    before: beforeId === null ? null : (old.get(beforeId) ?? null),
  }))
  await ahead?.(tx, given)
  const errors: RowError[] = []
  const ready: Prepared<E>[] = []
  for (const { rowNo, values, before } of given) {
    const refused = await refusals(rowNo, columns, async () => {
      ready.push({ rowNo, before, values: prepare ? await prepare(tx, values, before) : values })
    })
    errors.push(...refused)
  }
  const wrong = await savingErrors(tx, of, ready)
  errors.push(...ready.flatMap(({ rowNo }, index) => atColumns(rowNo, columns, wrong[index] ?? [])))
  if (errors.length > 0) return errors
  const rows = await writeRows(tx, of, ready)
  const stored = ready.flatMap((one, index) => {
    const row = rows[index]
    return row === undefined ? [] : [{ ...one, row }]
  })
  await savedAll?.(tx, stored)
  for (const { rowNo, row, before, values } of stored) {
    const id = Number(trust<Values>(row).id)
    written?.ids.set(rowNo, id)
    if (before === null) written?.fresh.add(id)
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
