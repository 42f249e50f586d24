import { declaredJobs, ORDER, type ScanJob } from './scanJobs.web.ts'

// Loaded with the page of scans: no other page needs to know these jobs.

const OWN: readonly ScanJob[] = [
  {
    ...{ key: 'receive', label: '收货', hint: '按入库单草稿清点到货商品', prefix: 'RK' },
    permissions: ['admin:wms:stockin:scan'],
    load: () => import('./ReceiveJob.tsx'),
  },
  {
    ...{ key: 'putAway', label: '上架、移库', hint: '扫移出库区、商品、移入库区' },
    permissions: ['admin:wms:shiftingParking:scan'],
    load: () => import('./PutAwayJob.tsx'),
  },
  {
    ...{ key: 'check', label: '复核', hint: '逐件核对已拣商品并装箱', prefix: 'CR' },
    permissions: ['admin:wts:deliveryOrder:check'],
    load: () => import('./CheckJob.tsx'),
  },
  {
    ...{ key: 'count', label: '盘点', hint: '按盘点表逐件累加实盘数量', prefix: 'PD' },
    permissions: ['admin:wts:stockCount:entry'],
    load: () => import('./CountJob.tsx'),
  },
  {
    ...{ key: 'pick', label: '拣货', hint: '按拣货单取货到发货暂存区', prefix: 'JH' },
    permissions: ['admin:wts:pickList:line:pick'],
    load: () => import('./PickJob.tsx'),
  },
  {
    ...{ key: 'sort', label: '分拣', hint: '批量拣的货按格号分给客户', prefix: 'FJ' },
    permissions: ['admin:wts:sortOrder:line:scan'],
    load: () => import('./SortJob.tsx'),
  },
  {
    ...{ key: 'transfer', label: '调拨收发', hint: '调出仓扫码出库，调入仓扫码收货', prefix: 'DB' },
    permissions: ['admin:wms:transfer:ship', 'admin:wms:transfer:receive'],
    load: () => import('./TransferJob.tsx'),
  },
  {
    ...{ key: 'stock', label: '库存查询', hint: '扫商品或库区，看批次、效期和数量' },
    permissions: ['admin:wms:stock:list'],
    load: () => import('./StockJob.tsx'),
  },
]

/** What a handheld does, as goods pass through a warehouse: jobs of this room and of those above. Warehouse §7. */
export const scanJobs = (): readonly ScanJob[] =>
  [...OWN, ...declaredJobs()].sort((a, b) => ORDER.indexOf(a.key) - ORDER.indexOf(b.key))
