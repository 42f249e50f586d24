import { button, type FactsPart, joinFacts } from '#kit/shared/room.ts'
import { configCalls } from './config.calls.ts'
import { CLOSE_MONTH } from './config.entity.ts'
import { sectionCalls } from './section.calls.ts'
import { anyWarehouseCall, warehouseCalls } from './warehouse.calls.ts'

/** Warehouses, their sections, what is set for each. Warehouse §4.1 to §4.3. */
export const placeFacts: FactsPart = joinFacts(
  {
    calls: [...Object.values(warehouseCalls), anyWarehouseCall],
    rights: { 'warehouse.list': { calls: warehouseCalls } },
  },
  {
    calls: Object.values(sectionCalls),
    rights: {
      'wms.section': { calls: sectionCalls, buttons: [button('打印标签', sectionCalls.labels)] },
    },
  },
  {
    calls: Object.values(configCalls),
    rights: {
      'wms.wareHouseConfig': {
        calls: configCalls,
        buttons: [button('复制', configCalls.copy), { name: '关账', permissions: [CLOSE_MONTH] }],
      },
    },
  },
)
