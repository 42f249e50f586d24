import { sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'

const FORMS: Readonly<Record<string, string>> = {
  product: '商品资料',
  productChannel: '可售商品',
  payerProduct: '付款方商品',
  productVip: '付费商品',
}
/** Documents that set prices: the column of the number, and what they are called. */
const DOCUMENTS: Readonly<Record<string, readonly [number: string, label: string]>> = {
  basePrice: ['basePriceNo', '商品基础价格'],
  saleInfo: ['saleInfoNo', '商品销售信息'],
  priceNotice: ['noticeNo', '价格通知单'],
  productEdit: ['editNo', '商品资料修改'],
  showApply: ['applyNo', '上架申请'],
}

interface Named {
  sourceType: string
  sourceId: number
}

/** What people call the sources of prices: the document and its number, or the form. */
export async function sourceNames(db: Db, sources: readonly Named[]): Promise<(source: Named) => string> {
  const numbers = new Map<string, string>()
  for (const [type, own] of Map.groupBy(sources, (one) => one.sourceType)) {
    const [column] = DOCUMENTS[type] ?? []
    if (column === undefined) continue
    const { rows } = await sql<{ id: number; no: string }>`select "id", ${sql.ref(column)} as "no"
      from ${sql.table(type)} where "id" = any(${sql.val(own.map((one) => one.sourceId))}::int[])`.execute(db)
    for (const { id, no } of rows) numbers.set(`${type} ${id}`, no)
  }
  return ({ sourceType, sourceId }) => {
    const label = DOCUMENTS[sourceType]?.[1] ?? FORMS[sourceType] ?? sourceType
    return [label, numbers.get(`${sourceType} ${sourceId}`)].filter((part) => part !== undefined).join(' ')
  }
}
