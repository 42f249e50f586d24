import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { actorOf } from '#kit/server/transaction.ts'
import { may } from '#kit/server/who.ts'
import { type FieldError, refuseFields } from '#kit/shared/errors.ts'
import { movedDay } from '#kit/shared/time.ts'
import { FORCE_ACCEPT } from './stockin.rights.ts'
import type { Stockin } from './stockin.rules.ts'

interface ShelfFacts {
  id: number
  life: number
  ratio: number
}

/** The last day on which goods of a production day are taken: so much of their life must be left. Warehouse §2.6, §10. */
export const lastReceipt = (productionDate: string, life: number, ratio: number): string =>
  movedDay(productionDate, life - Math.ceil((life * Math.round(ratio * 100)) / 10_000))

/**
 * Refuses lines that are too old to receive; who holds FORCE_ACCEPT takes them with a reason in the remark of the line.
 * 422 低于允收比例：最晚收货日期 {d}. Warehouse §2.6, §12.
 */
export async function checkShelf(
  tx: Tx,
  { bizDate, lines }: Pick<Stockin, 'bizDate' | 'lines'>,
): Promise<void> {
  const { rows } = await sql<ShelfFacts>`
    select k."id", coalesce(m."shelfLifeDays", 0) as "life", coalesce(m."receiveRatio", 0)::float8 as "ratio"
    from "sku" k join "product" m on m."id" = k."productId"
    where k."id" = any(${sql.val([...new Set(lines.map((one) => one.skuId))])}::int[]) and m."shelfLifeDays" > 0`.execute(
    tx,
  )
  const facts = new Map(rows.map((row) => [row.id, row]))
  const mayForce = may(actorOf(tx), FORCE_ACCEPT)
  const faults: FieldError[] = []
  for (const [at, { skuId, productionDate, expiryDate, remark }] of lines.entries()) {
    const fact = facts.get(skuId)
    if (fact === undefined) continue
    const made = productionDate ?? (expiryDate === null ? null : movedDay(expiryDate, -fact.life))
    if (made === null) continue
    const last = lastReceipt(made, fact.life, fact.ratio)
    if (bizDate <= last || (mayForce && remark !== '')) continue
    const hint = mayForce ? '，仍要收货请在备注写明原因' : ''
    faults.push({ field: `lines.${at}.productionDate`, message: `低于允收比例：最晚收货日期 ${last}${hint}` })
  }
  if (faults.length > 0) throw refuseFields(faults)
}
