import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { type FieldError, refuse, refuseFields } from '#kit/shared/errors.ts'
import { toQ } from '../document/document.rules.ts'
import { withCards } from '../document/leaving.server.ts'
import { inboundDoor } from '../stock/declare.server.ts'
import type { Appointment } from './slots.server.ts'

interface Booked {
  purchaseLineId: number
  q: number
}

/** Thousandths of purchase lines that other live appointments bring. */
async function bookedOf(
  db: Db,
  purchaseSns: readonly string[],
  except: number,
): Promise<Map<number, number>> {
  const { rows } = await sql<Booked>`
    select (l->>'purchaseLineId')::bigint as "purchaseLineId", sum(round((l->>'qty')::numeric * 1000))::bigint as "q"
    from "purchaseAppointment" a cross join jsonb_array_elements(a."lines") l
    where a."purchaseSns" && ${sql.val([...purchaseSns])}::text[] and a."status" in (0, 1, 2, 3) and a."isDel" = 0 and a."id" <> ${except}
      and l->>'purchaseLineId' is not null group by 1`.execute(db)
  return new Map(rows.map((row) => [row.purchaseLineId, row.q]))
}

/** What of purchase orders of a supplier neither came nor is on its way; undefined while no purchase room is there. */
export async function openOf(
  db: Db,
  { supplierId, purchaseSns, except }: { supplierId: number; purchaseSns: readonly string[]; except: number },
) {
  const door = inboundDoor(db)
  if (door === undefined) return undefined
  const booked = await bookedOf(db, purchaseSns, except)
  const lines = []
  for (const purchaseSn of purchaseSns)
    for (const line of await door.openLines(db, purchaseSn)) {
      if (line.supplierId !== supplierId) throw refuse(`采购单${purchaseSn}不属于该供应商`, 'purchaseSns')
      const q = Math.max(0, line.q - (booked.get(line.purchaseLineId) ?? 0))
      lines.push({
        ...{ skuId: line.skuId, productName: '', skuCode: '', suk: '', unitName: '', purchaseSn },
        ...{ purchaseLineId: line.purchaseLineId, openQty: line.q / 1000, qty: q / 1000 },
      })
    }
  return withCards(db, lines)
}

/**
 * The lines of an appointment with what their goods are called. With purchases each is of an order that is open, and no more than
 * is neither there nor booked; without them what is expected is written by hand. Warehouse §5.10, decision 0169.
 */
export async function checkedLines(
  tx: Tx,
  { id, supplierId, purchaseSns, lines }: Appointment,
): Promise<Appointment['lines']> {
  const faults: FieldError[] = lines.flatMap(({ qty }, at) =>
    qty > 0 ? [] : [{ field: `lines.${at}.qty`, message: '数量必须大于0' }],
  )
  const door = inboundDoor(tx)
  if (door !== undefined) {
    if (purchaseSns.length === 0) throw refuse('请输入采购单', 'purchaseSns')
    await door.lock(tx, purchaseSns)
  }
  const open = await openOf(tx, { supplierId, purchaseSns, except: id ?? 0 })
  const told = lines.map((line, at) => {
    if (open === undefined) return { ...line, purchaseSn: '', purchaseLineId: null, openQty: null }
    const of = open.find((one) =>
      line.purchaseLineId === null ? one.skuId === line.skuId : one.purchaseLineId === line.purchaseLineId,
    )
    if (of === undefined) {
      faults.push({ field: `lines.${at}.productName`, message: '采购单中没有未到的该商品' })
      return line
    }
    if (toQ(line.qty) > toQ(of.qty))
      faults.push({ field: `lines.${at}.qty`, message: `预约数量超过未到数量${of.qty}` })
    const { skuId, purchaseSn, purchaseLineId, openQty } = of
    return { ...line, skuId, purchaseSn, purchaseLineId, openQty }
  })
  const seen = new Set<string>()
  for (const [at, { skuId, purchaseLineId }] of told.entries()) {
    const key = `${skuId} ${purchaseLineId}`
    if (seen.has(key)) faults.push({ field: `lines.${at}.productName`, message: '商品重复，请合并' })
    seen.add(key)
  }
  if (faults.length > 0) throw refuseFields(faults)
  return withCards(tx, told)
}
