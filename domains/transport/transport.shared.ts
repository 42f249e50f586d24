import { mastersFacts } from '#kit/shared/declareMaster.ts'
import { button, joinFacts, type RoomFacts } from '#kit/shared/room.ts'
import { ID_CARD } from './fleet/driver.entity.ts'
import { truckCarMaster, upkeepCalls } from './fleet/fleet.calls.ts'
import pages from './pages.ts'
import { transportEntities } from './transport.entities.ts'
import { transportMasters } from './transport.masters.ts'

/** Doors §2, layer 14. */
export const transportFacts: RoomFacts = {
  name: 'transport',
  layer: 14,
  label: '运输',
  entities: transportEntities,
  ...joinFacts(
    mastersFacts(transportMasters, {
      driver: { buttons: [{ name: '查看身份证号', permissions: [ID_CARD] }] },
      truckCar: {
        reads: [upkeepCalls.list],
        buttons: [
          button('设置状态', truckCarMaster.calls.setStatus),
          button('登记维保', upkeepCalls.save),
          button('删除维保', upkeepCalls.remove),
        ],
      },
    }),
    { calls: Object.values(upkeepCalls) },
  ),
  pages,
}
