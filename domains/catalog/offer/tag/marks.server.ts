import type { Db } from '#kit/server/database.ts'

/** The promotions each of the skus takes part in, in a channel at a moment; skus without any may be left out. */
export type ProductMarks = (
  db: Db,
  skuIds: readonly number[],
  channelId: number,
  t: Date,
) => Promise<ReadonlyMap<number, readonly { id: number; name: string }[]>>

let marks: ProductMarks = async () => new Map()

/** Marketing registers what it promotes. Doors §3. */
export function declareProductMarks(read: ProductMarks): void {
  marks = read
}

export const productMarks: ProductMarks = (...asked) => marks(...asked)
