import { declareSapType } from '#domains/sap/sap.door.ts'
import { declareEntityRef } from '#kit/server/refs.ts'
import { joinServer } from '#kit/server/room.ts'
import { keepSapCode, providerPart } from './provider.server.ts'
import { keepVendorNum, supplierPart } from './supplier.server.ts'

const inForce = { column: 'inForce', value: 1 }
const enabled = { column: 'status', value: 1 }

/** Suppliers and logistics providers. Catalog §7.1, §7.2. */
export const supplierServer = joinServer(supplierPart, providerPart, {
  served: [],
  registers: [
    declareEntityRef('supplier', 'supplierName', inForce, enabled),
    declareEntityRef('logisticsProvider', 'providerName', inForce, enabled),
    declareSapType('supplier', { label: '供应商', onResult: keepVendorNum }),
    declareSapType('logisticsProvider', { label: '物流商', onResult: keepSapCode }),
  ],
})
