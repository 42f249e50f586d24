import type { Entity, EntityRow } from '#kit/shared/entity.ts'
import { refuseFields } from '#kit/shared/errors.ts'
import { trust } from '#kit/shared/loose.ts'
import type { Tx } from './database.ts'
import { referenceErrors } from './rowReferences.ts'
import { changed, insertRows, permitted, updateRows } from './rows.ts'
import { actorOf } from './transaction.ts'

/** A row as it is to be stored: a new one, or fields of one that is locked. */
export interface Saving<E extends Entity> {
  before: EntityRow<E> | null
  values: Partial<EntityRow<E>>
}

/** What is wrong with the references of rows to be stored, in their order; one query for each field. */
export function savingErrors<E extends Entity>(tx: Tx, of: E, list: readonly Saving<E>[]) {
  const who = actorOf(tx)
  return referenceErrors(
    tx,
    of.shape,
    list.map(({ before, values }) => {
      const own = permitted(who, of.all, trust(values))
      // What stays as it was may name a row that has been disabled since.
      return before === null ? own : changed(trust(before), own)
    }),
    { before: list.map(({ before }) => before) },
  )
}

/**
 * Writes new rows and changes of locked ones in a few statements, however many they are; their references have been checked
 * (savingErrors). Answers the stored rows in the order given.
 */
export async function writeRows<E extends Entity>(
  tx: Tx,
  of: E,
  list: readonly Saving<E>[],
): Promise<EntityRow<E>[]> {
  const stored = new Map<Saving<E>, EntityRow<E>>()
  const keep = (own: readonly Saving<E>[], rows: readonly EntityRow<E>[]): void => {
    for (const [index, one] of own.entries()) {
      const row = rows[index]
      if (row !== undefined) stored.set(one, row)
    }
  }
  // One statement takes rows with the same fields.
  for (const own of Map.groupBy(list, fieldNames).values()) {
    const fresh = own.filter(({ before }) => before === null)
    keep(
      fresh,
      await insertRows(
        tx,
        of,
        fresh.map(({ values }) => values),
      ),
    )
    const changes = own.flatMap((one) => (one.before === null ? [] : [{ ...one, before: one.before, one }]))
    keep(
      changes.map(({ one }) => one),
      await updateRows(tx, of, changes),
    )
  }
  return list.flatMap((one) => stored.get(one) ?? [])
}

/** As writeRows, with references looked at first: 422 at the fields of the first row that names what is not there. */
export async function saveRows<E extends Entity>(
  tx: Tx,
  of: E,
  list: readonly Saving<E>[],
): Promise<EntityRow<E>[]> {
  const wrong = (await savingErrors(tx, of, list)).find((errors) => errors.length > 0)
  if (wrong !== undefined) throw refuseFields(wrong)
  return writeRows(tx, of, list)
}

/** The fields that are given of a row, as one text: one statement takes rows with the same. */
export const fieldNames = ({ values }: { values: object }): string =>
  Object.entries(values)
    .flatMap(([name, value]) => (value === undefined ? [] : [name]))
    .sort()
    .join()

/** What can be written together, in rounds: behind what comes before it with the same key, which it changes. */
export function inRounds<T>(list: readonly T[], keyOf: (one: T) => string): T[][] {
  const rounds: T[][] = []
  const next = new Map<string, number>()
  for (const one of list) {
    const key = keyOf(one)
    const at = next.get(key) ?? 0
    next.set(key, at + 1)
    const round = rounds[at] ?? []
    rounds[at] = round
    round.push(one)
  }
  return rounds
}
