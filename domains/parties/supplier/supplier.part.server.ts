import { declareSapType } from '#domains/sap/sap.door.ts'
import { declareBinding } from '#domains/workflow/workflow.door.ts'
import { declareEntityRef } from '#kit/server/refs.ts'
import type { ServerPart } from '#kit/server/room.ts'
import { keepSapCode, providerBinding, providerExport, providerServed } from './provider.server.ts'
import { keepVendorNum, supplierBinding, supplierServed, supplierTasks } from './supplier.server.ts'

const inForce = { column: 'inForce', value: 1 }
const enabled = { column: 'status', value: 1 }

/** Suppliers and logistics providers. Catalog §7.1, §7.2. */
export const supplierServer: ServerPart = {
  served: [...supplierServed, ...providerServed],
  tasks: [...supplierTasks, providerExport],
  register() {
    declareEntityRef('supplier', 'supplierName', inForce, enabled)
    declareEntityRef('logisticsProvider', 'providerName', inForce, enabled)
    declareBinding('supplier', supplierBinding)
    declareBinding('logisticsProvider', providerBinding)
    declareSapType('supplier', { label: '供应商', onResult: keepVendorNum })
    declareSapType('logisticsProvider', { label: '物流商', onResult: keepSapCode })
  },
}
