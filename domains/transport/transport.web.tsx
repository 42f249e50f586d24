import { declareScanJob } from '#domains/warehouse/warehouse.pickers.tsx'
import { declareMasterOptions } from '#kit/web/refs.ts'
import type { RoomWeb } from '#kit/web/room.ts'

/** The screens of the room. Warehouse §6. */
export const transportWeb: RoomWeb = {
  name: 'transport',
  pages: () => import('./pages.ts'),
  register() {
    declareScanJob({
      ...{ key: 'load', label: '装车', hint: '按派车单扫描箱标装车', prefix: 'PC' },
      permissions: ['admin:wts:vehicleAssignment:load:scan'],
      load: () => import('./trip/LoadJob.tsx'),
    })
    declareMasterOptions('truckModel', '车型', '/admin/truck/truckModel', '/truck/truckModel')
    declareMasterOptions('driver', '司机', '/admin/truck/driver', '/truck/driver')
    declareMasterOptions('truckCar', '车辆', '/admin/truck/truckCar', '/truck/truckCar')
    declareMasterOptions('route', '线路', '/admin/wts/routeTable', '/wts/routeTable')
  },
}
