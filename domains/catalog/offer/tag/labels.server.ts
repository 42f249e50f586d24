import { tableCache } from '#kit/server/cache.ts'
import type { Db } from '#kit/server/database.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { type Label, labelFacts, type productTag } from './productTag.entity.ts'

type Tag = EntityRow<typeof productTag>

/** The most labels a product shows. Catalog §2.2. */
const MOST_SHOWN = 5

// Some dozens of rows that every page of every product list asks for.
export const tagCache = tableCache<readonly Tag[]>(
  'productTag',
  '商品标签',
  ['productTag'],
  (db) =>
    db
      .selectFrom('productTag')
      .selectAll()
      .where('isDel', '=', 0)
      .where('status', '=', 1)
      .orderBy('sort', 'desc')
      .orderBy('id', 'desc')
      .execute(),
  {
    keys: (tags) => tags.map((one) => one.tagName),
    value: (tags, key) => tags.find((one) => one.tagName === key),
  },
)

/** The labels that each of the products shows now: enabled, in time, the first five by their order. */
export async function shownLabels(
  db: Db,
  rows: readonly { tagIds: readonly number[] }[],
  t = new Date(),
): Promise<Label[][]> {
  const tags = (await tagCache.read(db)).filter(
    ({ startTime, endTime }) => (startTime === null || startTime <= t) && (endTime === null || endTime > t),
  )
  return rows.map(({ tagIds }) =>
    tagIds.length === 0
      ? []
      : tags
          .filter((one) => tagIds.includes(one.id))
          .slice(0, MOST_SHOWN)
          .map((one) => labelFacts.parse(one)),
  )
}
