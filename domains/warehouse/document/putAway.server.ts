import { sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import { type FieldError, refuseFields } from '#kit/shared/errors.ts'

interface Line {
  readonly skuId: number
  readonly sectionId: number | null
  readonly lotNo: string
  readonly qty: number
}

interface Target {
  id: number
  tempZone: number
  mixSku: 0 | 1
  mixLot: 0 | 1
  maxWeight: number | null
  maxVolume: number | null
  /** kilograms and cubic metres that stand there */
  weight: number
  volume: number
  skuIds: number[]
  lots: { skuId: number; lotNo: string }[]
}

interface Goods {
  id: number
  name: string
  weight: number
  volume: number
  tempZone: number
}

/**
 * Whether sections take goods: their temperature, whether they mix sorts and lots, how much they carry. 422 at the section of
 * the line: 温层不符, 超出库区容量, 库区不允许混放商品, 库区不允许混批. Warehouse §4.2, §12.
 */
export async function checkPutAway(db: Db, lines: readonly Line[], field = 'sectionId'): Promise<void> {
  const targets = await targetsOf(
    db,
    lines.flatMap((line) => line.sectionId ?? []),
  )
  const goods = await goodsOf(
    db,
    lines.map((line) => line.skuId),
  )
  const faults: FieldError[] = []
  for (const [at, { skuId, sectionId, lotNo, qty }] of lines.entries()) {
    const [target, of] = [targets.get(sectionId ?? 0), goods.get(skuId)]
    if (target === undefined || of === undefined) continue
    target.weight += of.weight * qty
    target.volume += of.volume * qty
    const fault = faultOf(target, of, lotNo)
    if (fault !== null) faults.push({ field: `lines.${at}.${field}`, message: fault })
    target.skuIds.push(skuId)
    target.lots.push({ skuId, lotNo })
  }
  if (faults.length > 0) throw refuseFields(faults)
}

function faultOf(target: Target, of: Goods, lotNo: string): string | null {
  if (of.tempZone !== target.tempZone) return '温层不符'
  if (target.mixSku === 0 && target.skuIds.some((id) => id !== of.id)) return '库区不允许混放商品'
  if (target.mixLot === 0 && target.lots.some((one) => one.skuId === of.id && one.lotNo !== lotNo))
    return '库区不允许混批'
  const isFull =
    (target.maxWeight !== null && target.weight > target.maxWeight) ||
    (target.maxVolume !== null && target.volume > target.maxVolume)
  return isFull ? '超出库区容量' : null
}

async function targetsOf(db: Db, ids: readonly number[]): Promise<Map<number, Target>> {
  const { rows } = await sql<Target>`
    select c."id", c."tempZone", c."mixSku", c."mixLot", c."maxWeight"::float8 as "maxWeight", c."maxVolume"::float8 as "maxVolume",
      coalesce(sum(s."onHand" * k."weight"), 0)::float8 as "weight", coalesce(sum(s."onHand" * k."volume"), 0)::float8 as "volume",
      coalesce(array_agg(distinct s."skuId") filter (where s."skuId" is not null), '{}') as "skuIds",
      coalesce(jsonb_agg(jsonb_build_object('skuId', s."skuId", 'lotNo', s."lotNo")) filter (where s."skuId" is not null), '[]') as "lots"
    from "section" c left join "stockLot" s on s."sectionId" = c."id" and s."onHand" > 0 left join "sku" k on k."id" = s."skuId"
    where c."id" = any(${sql.val([...new Set(ids)])}::int[]) group by c."id"`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

async function goodsOf(db: Db, ids: readonly number[]): Promise<Map<number, Goods>> {
  const { rows } = await sql<Goods>`
    select k."id", p."storeName" as "name", coalesce(k."weight", 0)::float8 as "weight", coalesce(k."volume", 0)::float8 as "volume",
      p."storageCondition" as "tempZone"
    from "sku" k join "product" p on p."id" = k."productId" where k."id" = any(${sql.val([...new Set(ids)])}::int[])`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.id, row]))
}
