import type { Tx } from '#kit/server/database.ts'
import { nextNumber } from '#kit/server/number.ts'
import { insertRow } from '#kit/server/rows.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { today } from '#kit/shared/time.ts'
import { totalOf } from '../document/document.rules.ts'
import { withCards } from '../document/leaving.server.ts'
import { sectionsFor } from '../document/sectionsFor.server.ts'
import { stockin } from '../stockin/stockin.entity.ts'
import type { appointmentRegister } from './appointmentRegister.entity.ts'
import { openOf } from './purchases.server.ts'
import type { Appointment } from './slots.server.ts'

type Register = EntityRow<typeof appointmentRegister>

/**
 * The draft of the receipt that an unloading begins, with the lines booked; what was not booked is written at the dock. Of purchase
 * orders it is a 采购入库, else an 其他入库. Warehouse §5.10, decision 0169.
 */
export async function draftReceipt(
  tx: Tx,
  { warehouseId, supplierId, purchaseSn, registerSn }: Register,
  of: Appointment | undefined,
): Promise<number> {
  const open =
    of === undefined && purchaseSn !== ''
      ? await openOf(tx, { supplierId: supplierId ?? 0, purchaseSns: [purchaseSn], except: 0 })
      : undefined
  const booked = (of?.lines ?? open ?? []).filter(({ qty }) => qty > 0)
  const sectionOf = await sectionsFor(
    tx,
    warehouseId,
    booked.map((line) => line.skuId),
  )
  const lines = await withCards(
    tx,
    booked.map((line) => ({
      ...{ skuId: line.skuId, productName: '', skuCode: '', suk: '', unitName: '' },
      ...{
        sectionId: sectionOf(line.skuId),
        lotNo: '',
        expiryDate: null,
        qty: line.qty,
        scanQty: 0,
        price: null,
      },
      productionDate: 'productionDate' in line ? line.productionDate : null,
      ...{ planQty: line.qty, purchaseSn: line.purchaseSn, purchaseLineId: line.purchaseLineId },
      ...{ grade: 'A' as const, rejectQty: 0, rejectReason: null, remark: '' },
    })),
  )
  const isPurchase = booked.some((line) => line.purchaseSn !== '')
  const { id } = await insertRow(
    tx,
    stockin,
    {
      ...{ stockinSn: await nextNumber(tx, 'RK'), type: isPurchase ? 1 : 6, warehouseId, bizDate: today() },
      ...{ supplierId, sourceSn: registerSn, lines, totalQty: totalOf(lines), auditStatus: -1 },
    },
    { anyScope: true },
  )
  return id
}
