import type { Db } from '#kit/server/database.ts'
import type { PurchaseFigure } from './figures.rules.ts'

type ReadFigures = (
  db: Db,
  asked: { month: string; shoudaIds: readonly number[] },
) => Promise<PurchaseFigure[]>

let readFigures: ReadFigures = async () => []

/** The room that keeps orders tells what was bought; until it does, nothing was. Doors §3. */
export function declareFigures(read: ReadFigures): void {
  readFigures = read
}

/** The figures of a month ('yyyy-MM') for the given sold-to parties. */
export async function figuresOf(
  db: Db,
  month: string,
  shoudaIds: readonly number[],
): Promise<PurchaseFigure[]> {
  return shoudaIds.length === 0 ? [] : readFigures(db, { month, shoudaIds })
}
