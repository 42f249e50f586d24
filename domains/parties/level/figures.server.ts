import type { Db } from '#kit/server/database.ts'
import { type Registration, singlePoint } from '#kit/server/points.ts'
import type { PurchaseFigure } from './figures.rules.ts'

type ReadFigures = (
  db: Db,
  asked: { month: string; shoudaIds: readonly number[] },
) => Promise<PurchaseFigure[]>

const readFigures = singlePoint<ReadFigures>('Figures')

/** The room that keeps orders tells what was bought; until it does, nothing was. Doors §3. */
export const declareFigures = (read: ReadFigures): Registration => readFigures.as(read)

/** The figures of a month ('yyyy-MM') for the given sold-to parties. */
export async function figuresOf(
  db: Db,
  month: string,
  shoudaIds: readonly number[],
): Promise<PurchaseFigure[]> {
  const read = shoudaIds.length === 0 ? undefined : readFigures.of(db)
  return (await read?.(db, { month, shoudaIds })) ?? []
}
