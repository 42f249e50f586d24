import type { Db } from '#kit/server/database.ts'
import { type Registration, singlePoint } from '#kit/server/points.ts'

/** The promotions each of the skus takes part in, in a channel at a moment; skus without any may be left out. */
export type ProductMarks = (
  db: Db,
  skuIds: readonly number[],
  channelId: number,
  t: Date,
) => Promise<ReadonlyMap<number, readonly { id: number; name: string }[]>>

const marks = singlePoint<ProductMarks>('Product marks')

/** Marketing registers what it promotes. Doors §3. */
export const declareProductMarks = (read: ProductMarks): Registration => marks.as(read)

export const productMarks: ProductMarks = async (db, ...asked) =>
  (await marks.of(db)?.(db, ...asked)) ?? new Map()
