import { sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import type { ImportAsk, RowError } from '#kit/server/fileTask.ts'
import { repeated } from '#kit/server/importRepeat.ts'
import type { NewProduct } from '../product/productValues.server.ts'

type Content = Pick<NewProduct, 'storeName' | 'brandId' | 'cateId'>

const contentOf = ({ storeName, brandId, cateId }: Content): string =>
  [storeName.toLowerCase(), brandId ?? 0, cateId.toSorted((a, b) => a - b).join(',')].join('\n')

/** New products without a code that are there already: of the same name, brand and categories. */
export async function repeatsOf(
  db: Db,
  fresh: readonly { rowNo: number; form: Content }[],
  ask: ImportAsk,
): Promise<RowError[]> {
  if (fresh.length === 0) return []
  const names = [...new Set(fresh.map(({ form }) => form.storeName.toLowerCase()))]
  const rows = await db
    .selectFrom('product')
    .select(['storeName', 'brandId', 'cateId', 'productCode'])
    .where('isDel', '=', 0)
    .where(sql<boolean>`lower("storeName") = any(${sql.val(names)}::text[])`)
    .execute()
  const there = new Map(rows.map((row) => [contentOf(row), row]))
  return fresh.flatMap(({ rowNo, form }) => {
    const one = there.get(contentOf(form))
    return one === undefined
      ? []
      : repeated(ask, rowNo, '商品名称', `商品“${one.storeName}”（${one.productCode}）`)
  })
}
