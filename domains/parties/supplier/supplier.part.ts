import type { FactsPart } from '#kit/shared/room.ts'
import { SENSITIVE } from '../parties.rules.ts'
import { logisticsProvider } from './logisticsProvider.entity.ts'
import { providerCalls, supplierCalls } from './supplier.calls.ts'
import { SUPPLIER_IMPORT, supplier, supplierProduct } from './supplier.entity.ts'

const SEES_ALL = { name: '查看电话和账号', permissions: [SENSITIVE] }

/** Suppliers and logistics providers. Catalog §7.1, §7.2. */
export const supplierFacts: FactsPart = {
  entities: [supplier, supplierProduct, logisticsProvider],
  calls: [...Object.values(supplierCalls), ...Object.values(providerCalls)],
  rights: {
    'supplier.list': {
      calls: supplierCalls,
      reads: [supplierCalls.products],
      buttons: [{ name: '导入', permissions: [SUPPLIER_IMPORT] }, SEES_ALL],
    },
    'logistics.list': { calls: providerCalls, reads: [providerCalls.freight], buttons: [SEES_ALL] },
  },
}
