import type { Tx } from '#kit/server/database.ts'
import { updateRow } from '#kit/server/rows.ts'
import { SAP_ORDER } from '../stock/declare.server.ts'
import { release } from '../stock/reserve.server.ts'
import { lockSapOrder } from './deliveryLink.server.ts'
import type { SapDelivery } from './sapDelivery.rules.ts'
import { SAP_DELIVERY, sapDeliveryOrder } from './sapDeliveryOrder.entity.ts'

/** As whom goods are reserved where no order of ours stands behind a delivery. */
export const reservedAs = ({ id, sapDeliveryNo: sn }: Pick<SapDelivery, 'id' | 'sapDeliveryNo'>) => ({
  ...{ type: SAP_ORDER, id, sn },
})

/** The task of a delivery order is over with nothing sent: it waits again, and what was reserved in its name is free. */
export async function freeSapOrder(tx: Tx, taskId: number): Promise<void> {
  const row = await lockSapOrder(tx, taskId)
  if (row === null) return
  await updateRow(
    tx,
    sapDeliveryOrder,
    row,
    { status: SAP_DELIVERY.waits, taskId: null, taskSn: '', orderSubSn: '' },
    { anyField: true },
  )
  if (row.status === SAP_DELIVERY.tasked)
    await release(tx, reservedAs(row), undefined, `release:${row.version}`)
}
