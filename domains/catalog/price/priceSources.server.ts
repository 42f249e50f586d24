import { sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import { namesFor } from '#kit/server/refs.ts'
import type { Who } from '#kit/server/who.ts'
import { SCOPE_REFS } from './priceNotice.entity.ts'

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

interface Scoped {
  scopeType: number
  scopeId: number
}

/** The objects of scopes by name: sales channels, sold-to parties, org levels; '' for a channel as a whole. */
export async function scopeNames(
  db: Db,
  who: Who,
  scopes: readonly Scoped[],
): Promise<(scope: Scoped) => string> {
  const names = new Map<number, ReadonlyMap<number, string>>()
  for (const [scopeType, own] of Map.groupBy(scopes, (one) => one.scopeType)) {
    const entity = SCOPE_REFS[scopeType]
    if (entity === undefined) continue
    const ids = own.map((one) => one.scopeId)
    names.set(scopeType, await namesFor(db, who, entity, ids))
  }
  return ({ scopeType, scopeId }) => {
    const known = names.get(scopeType)
    return known === undefined ? '' : (known.get(scopeId) ?? String(scopeId))
  }
}
