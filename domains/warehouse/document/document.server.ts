import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { type FieldError, refuse, refuseFields } from '#kit/shared/errors.ts'
import { today } from '#kit/shared/time.ts'
import type { DOCUMENT_TYPES } from '../place/config.entity.ts'
import { type WarehouseTerms, warehouseTerms } from '../place/terms.server.ts'
import { VIRTUAL } from '../place/warehouse.entity.ts'
import type { Sections } from '../stock/sections.rules.ts'
import { dayFault, decimalFault } from './document.rules.ts'

/** The warehouse of a document with what is set for it. 422 仓库已停用, and for one that keeps no goods of its own. */
export async function openTerms(db: Db, warehouseId: number, field = 'warehouseId'): Promise<WarehouseTerms> {
  const terms = (await warehouseTerms(db, [warehouseId])).get(warehouseId)
  if (terms === undefined || terms.status !== 1) throw refuse('仓库已停用', field)
  if (terms.type === VIRTUAL) throw refuse('虚拟仓没有库区，不能做单据', field)
  return terms
}

/** Refuses a business day that lies outside of what may be posted. Warehouse §3, §12. */
export function checkDay(day: string, terms: WarehouseTerms): void {
  const fault = dayFault(day, today(), terms.config.closeMonth ?? '')
  if (fault !== null) throw refuse(fault, 'bizDate')
}

/** Whether the warehouse lets documents of this type pass by themselves. Warehouse §3, §4.3 autoExamineTypes. */
export async function passesBySetting(
  tx: Tx,
  warehouseId: number,
  type: (typeof DOCUMENT_TYPES)[number]['value'],
): Promise<boolean> {
  const terms = (await warehouseTerms(tx, [warehouseId])).get(warehouseId)
  return terms?.config.autoExamineTypes.includes(type) ?? false
}

interface GoodsLine {
  readonly skuId: number
  readonly qty: number
  readonly sectionId?: number | null
}

interface Goods {
  id: number
  name: string
  decimals: number
  stockMode: 0 | 1
}

/** Quantities with more decimals than the units of their goods have, told at their fields. Warehouse §12. */
export async function decimalFaults(
  db: Db,
  given: readonly (Pick<GoodsLine, 'skuId' | 'qty'> & { readonly field: string })[],
): Promise<FieldError[]> {
  const { rows } = await sql<Pick<Goods, 'id' | 'decimals'>>`
    select k."id", coalesce(u."decimals", 0) as "decimals" from "sku" k join "product" m on m."id" = k."productId"
      left join "unit" u on u."id" = m."unitId"
    where k."id" = any(${sql.val([...new Set(given.map((one) => one.skuId))])}::int[])`.execute(db)
  const decimals = new Map(rows.map((row) => [row.id, row.decimals]))
  return given.flatMap(({ skuId, qty, field }) => {
    const message = decimalFault(qty, decimals.get(skuId) ?? 0)
    return message === null ? [] : [{ field, message }]
  })
}

/** Goods that are counted in pieces have no decimals, self-kept ones no document; sections are of the warehouse. Warehouse §12. */
export async function checkGoods(
  db: Db,
  warehouseId: number,
  lines: readonly GoodsLine[],
  sections: Sections,
  place = 'sectionId',
): Promise<void> {
  const { rows } = await sql<Goods>`
    select k."id", m."storeName" || k."suk" as "name", coalesce(u."decimals", 0) as "decimals", m."stockMode"
    from "sku" k join "product" m on m."id" = k."productId" left join "unit" u on u."id" = m."unitId"
    where k."id" = any(${sql.val([...new Set(lines.map((one) => one.skuId))])}::int[])`.execute(db)
  const goods = new Map(rows.map((row) => [row.id, row]))
  const faults: FieldError[] = []
  for (const [at, { skuId, qty, sectionId }] of lines.entries()) {
    const of = goods.get(skuId)
    if (of?.stockMode === 1)
      faults.push({ field: `lines.${at}.productName`, message: `${of.name}自填库存，不进出仓库` })
    const fault = of === undefined ? null : decimalFault(qty, of.decimals)
    if (fault !== null) faults.push({ field: `lines.${at}.qty`, message: fault })
    const section = sectionId == null ? undefined : sections.get(sectionId)
    if (sectionId != null && section?.warehouseId !== warehouseId)
      faults.push({ field: `lines.${at}.${place}`, message: '库区不属于该仓库' })
    else if (section?.enabled === false) faults.push({ field: `lines.${at}.${place}`, message: '库区已停用' })
  }
  if (faults.length > 0) throw refuseFields(faults)
}
