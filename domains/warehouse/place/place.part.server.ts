import { declareDemo } from '#kit/server/demo.ts'
import { declareStep, hasRows } from '#kit/server/home.ts'
import { declareKeptColumns } from '#kit/server/keptRows.ts'
import { declareRecord } from '#kit/server/records.ts'
import { joinServer } from '#kit/server/room.ts'
import { anyReference, anyServed } from './any.server.ts'
import { configServed } from './config.server.ts'
import { fillStoreWarehouse, fillWarehouses } from './demo.server.ts'
import { mapServed } from './map.server.ts'
import { SECTION_INFO, WAREHOUSE_FORM, WAREHOUSE_INFO } from './placeAddresses.ts'
import { sectionCalls } from './section.calls.ts'
import { section } from './section.entity.ts'
import { sectionReads, sectionServed } from './section.server.ts'
import { warehouseScope } from './staff.server.ts'
import { warehouseUses } from './uses.server.ts'
import { warehouseCalls } from './warehouse.calls.ts'
import { warehouse } from './warehouse.entity.ts'
import { warehouseServed, warehouseStatus } from './warehouse.server.ts'

/** Warehouses, their sections, what is set for each. Warehouse §4.1 to §4.3. */
export const placeServer = joinServer(warehouseServed, sectionServed, {
  served: [warehouseStatus, anyServed, ...sectionReads, ...configServed, mapServed],
  registers: [
    warehouseScope,
    anyReference,
    declareKeptColumns(section, ['code']),
    declareDemo('masters', fillWarehouses),
    declareDemo('masters', fillStoreWarehouse),
    ...warehouseUses,
    declareRecord({ of: warehouse, read: warehouseCalls.info, page: `${WAREHOUSE_INFO}/{id}` }),
    declareRecord({ of: section, read: sectionCalls.info, page: `${SECTION_INFO}/{id}` }),
    declareStep(
      'warehouse',
      hasRows(warehouse, {
        label: '新增第一个仓库',
        hint: '仓库管理',
        to: WAREHOUSE_FORM,
        permission: warehouseCalls.save.permission,
      }),
    ),
  ],
})
