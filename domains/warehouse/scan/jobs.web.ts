import { declaredJobs, ORDER, type ScanJob } from './scanJobs.web.ts'

// Loaded with the page of scans: no other page needs to know these jobs.

const OWN: readonly ScanJob[] = [
  {
    ...{ key: 'receive', label: '收货', hint: '按入库单草稿清点到货商品', prefix: 'RK' },
    permission: 'admin:wms:stockin:scan',
    load: () => import('./ReceiveJob.tsx'),
  },
  {
    ...{ key: 'putAway', label: '上架、移库', hint: '扫移出库区、商品、移入库区' },
    permission: 'admin:wms:shiftingParking:scan',
    load: () => import('./PutAwayJob.tsx'),
  },
  {
    ...{ key: 'check', label: '复核', hint: '逐件核对已拣商品并装箱', prefix: 'CR' },
    permission: 'admin:wts:deliveryOrder:check',
    load: () => import('./CheckJob.tsx'),
  },
  {
    ...{ key: 'count', label: '盘点', hint: '按盘点表逐件累加实盘数量', prefix: 'PD' },
    permission: 'admin:wts:stockCount:entry',
    load: () => import('./CountJob.tsx'),
  },
  {
    ...{ key: 'pick', label: '拣货', hint: '按拣货单取货到发货暂存区', prefix: 'JH' },
    permission: 'admin:wts:pickList:line:pick',
    load: () => import('./PickJob.tsx'),
  },
]

/** What a handheld does, as goods pass through a warehouse: jobs of this room and of those above. Warehouse §7. */
export const scanJobs = (): readonly ScanJob[] =>
  [...OWN, ...declaredJobs()].sort((a, b) => ORDER.indexOf(a.key) - ORDER.indexOf(b.key))
