import { PrintSheets } from '#kit/web/print/PrintSheets.tsx'
import { DeliverySheet } from './DeliverySheet.tsx'
import { deliveryCalls as calls } from './delivery.calls.ts'

/** 打印配送单. Warehouse §9. */
export default function DeliveryPrint() {
  return <PrintSheets title="打印配送单" Sheet={DeliverySheet} printed={calls.print} />
}
