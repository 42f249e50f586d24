import { sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import { builtRows } from '#kit/server/textRows.ts'

const FORMS: Readonly<Record<string, string>> = {
  product: '商品资料',
  productChannel: '可售商品',
  payerProduct: '付款方商品',
  productVip: '付费商品',
}
/** Documents that set prices: the column of the number, what they are called, and the column that says why. */
const DOCUMENTS: Readonly<Record<string, readonly [number: string, label: string, reason: string]>> = {
  basePrice: ['basePriceNo', '商品基础价格', 'reason'],
  saleInfo: ['saleInfoNo', '商品销售信息', 'remark'],
  priceNotice: ['noticeNo', '价格通知单', 'reason'],
  productEdit: ['editNo', '商品资料修改', 'reason'],
  showApply: ['applyNo', '上架申请', 'reason'],
}

interface Named {
  sourceType: string
  sourceId: number
}

interface Facts {
  sourceName: string
  sourceReason: string
  /** null: it is no document */
  makerId: number | null
}

/** What people call the sources of prices, the document and its number or the form, and who wrote a document and why. */
export async function sourceFacts(db: Db, sources: readonly Named[]): Promise<(source: Named) => Facts> {
  const documents = new Map<string, { no: string; why: string; by: number | null }>()
  for (const [type, own] of Map.groupBy(sources, (one) => one.sourceType)) {
    const [number, , reason] = DOCUMENTS[type] ?? []
    if (number === undefined || reason === undefined) continue
    const rows = await builtRows<{ id: number; no: string; why: string; by: number | null }>(
      db,
      sql`select "id", ${sql.ref(number)} as "no", ${sql.ref(reason)} as "why", "createBy" as "by"
      from ${sql.table(type)} where "id" = any(${sql.val(own.map((one) => one.sourceId))}::int[])`,
    )
    for (const { id, ...told } of rows) documents.set(`${type} ${id}`, told)
  }
  return ({ sourceType, sourceId }) => {
    const label = DOCUMENTS[sourceType]?.[1] ?? FORMS[sourceType] ?? sourceType
    const document = documents.get(`${sourceType} ${sourceId}`)
    return {
      sourceName: document === undefined ? label : `${label} ${document.no}`,
      sourceReason: document?.why ?? '',
      makerId: document?.by ?? null,
    }
  }
}
