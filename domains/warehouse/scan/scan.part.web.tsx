import type { WebPart } from '#kit/web/room.ts'
import { declareScanJob } from './scanJobs.web.ts'

/** The jobs of handhelds that this room does. Warehouse §7. */
export const scanWeb: WebPart = {
  register() {
    declareScanJob({
      ...{ key: 'receive', label: '收货', hint: '按入库单草稿清点到货商品', prefix: 'RK' },
      permission: 'admin:wms:stockin:scan',
      load: () => import('./ReceiveJob.tsx'),
    })
    declareScanJob({
      ...{ key: 'putAway', label: '上架、移库', hint: '扫移出库区、商品、移入库区' },
      permission: 'admin:wms:shiftingParking:scan',
      load: () => import('./PutAwayJob.tsx'),
    })
    declareScanJob({
      ...{ key: 'check', label: '复核', hint: '逐件核对已拣商品并装箱', prefix: 'CR' },
      permission: 'admin:wts:deliveryOrder:check',
      load: () => import('./CheckJob.tsx'),
    })
    declareScanJob({
      ...{ key: 'count', label: '盘点', hint: '按盘点表逐件累加实盘数量', prefix: 'PD' },
      permission: 'admin:wts:stockCount:entry',
      load: () => import('./CountJob.tsx'),
    })
    declareScanJob({
      ...{ key: 'pick', label: '拣货', hint: '按拣货单取货到发货暂存区', prefix: 'JH' },
      permission: 'admin:wts:pickList:line:pick',
      load: () => import('./PickJob.tsx'),
    })
  },
}
