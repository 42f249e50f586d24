import { type FactsPart, hiddenPage, type MenuNode, menuPage } from '#kit/shared/room.ts'
import { SENSITIVE } from '../parties.rules.ts'
import { logisticsProvider } from './logisticsProvider.entity.ts'
import { providerCalls, supplierCalls } from './supplier.calls.ts'
import { SUPPLIER_IMPORT, supplier, supplierProduct } from './supplier.entity.ts'

/** Suppliers and logistics providers. Catalog §7.1, §7.2. */
export const supplierFacts: FactsPart = {
  entities: [supplier, supplierProduct, logisticsProvider],
  calls: [...Object.values(supplierCalls), ...Object.values(providerCalls)],
}

const SEES_ALL = { name: '查看电话和账号', permissions: [SENSITIVE] }

export const supplierMenus: readonly MenuNode[] = [
  menuPage('supplier.list', '供应商列表', '/supplier/supplierList', {
    sort: 90,
    calls: supplierCalls,
    reads: [supplierCalls.products],
    buttons: [{ name: '导入', permissions: [SUPPLIER_IMPORT] }, SEES_ALL],
  }),
  hiddenPage('supplier.form', '供应商资料', '/supplier/addSupplier/:id?', '/supplier/supplierList'),
  hiddenPage('supplier.info', '供应商详情', '/supplier/infoSupplier/:id/:info', '/supplier/supplierList'),
  hiddenPage('supplier.print', '打印供应商档案', '/supplier/printSupplier', '/supplier/supplierList'),
  menuPage('logistics.list', '物流商列表', '/logistics/logisticsList', {
    sort: 90,
    calls: providerCalls,
    reads: [providerCalls.freight],
    buttons: [SEES_ALL],
  }),
  hiddenPage('logistics.form', '物流商资料', '/logistics/addLogistics/:id?', '/logistics/logisticsList'),
  hiddenPage(
    'logistics.info',
    '物流商详情',
    '/logistics/infoLogistics/:id/:info',
    '/logistics/logisticsList',
  ),
  hiddenPage('logistics.print', '打印物流商档案', '/logistics/printLogistics', '/logistics/logisticsList'),
]
