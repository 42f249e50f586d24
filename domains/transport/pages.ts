import { directory, type Page, page } from '#kit/shared/pages.ts'
import { consignPages } from './consign/pages.ts'
import { coverPages } from './cover/pages.ts'
import { nightPages } from './night/pages.ts'
import { papersPages } from './papers/pages.ts'
import { routePages } from './route/pages.ts'
import { summaryPages } from './summary/pages.ts'
import { tripPages } from './trip/pages.ts'

/** The fleet and its trips. Warehouse §5.5, §6. */
const pages: readonly Page[] = [
  directory('wts', '仓储单据', { icon: 'FileTextOutlined', sort: 904 }, [
    ...tripPages,
    ...nightPages,
    ...coverPages,
    ...papersPages,
    ...routePages,
    ...consignPages,
    ...summaryPages,
  ]),
  directory('truck', '车辆管理', { icon: 'CarOutlined', sort: 902 }, [
    page('truck.truckModel', '车型管理', '/truck/truckModel', () => import('./fleet/TruckModelList.tsx'), {
      sort: 90,
      behind: [
        page('truck.truckModel.form', '车型资料', '/truck/addTruckModel/:id?', () => import('./fleet/TruckModelForm.tsx'), {
          adds: 'admin:truck:truckModel:save',
        }),
      ],
    }),
    page('truck.driver', '司机管理', '/truck/driver', () => import('./fleet/DriverList.tsx'), {
      sort: 80,
      behind: [
        page('truck.driver.form', '司机资料', '/truck/addDriver/:id?', () => import('./fleet/DriverForm.tsx'), {
          adds: 'admin:truck:driver:save',
        }),
      ],
    }),
    page('truck.truckCar', '车辆管理', '/truck/truckCar', () => import('./fleet/TruckCarList.tsx'), {
      sort: 70,
      behind: [
        page('truck.truckCar.form', '车辆资料', '/truck/addTruckCar/:id?', () => import('./fleet/TruckCarForm.tsx'), {
          adds: 'admin:truck:truckCar:save',
        }),
        page('truck.truckCar.info', '车辆详情', '/truck/infoTruckCar/:id?', () => import('./fleet/TruckCarInfo.tsx')),
      ],
    }),
  ]),
]

export default pages
