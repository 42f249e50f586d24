import { type Page, page, unlisted } from '#kit/shared/pages.ts'

/** The way of goods from an approved delivery note to the customer. Warehouse §5.2 to §5.4. */
export const shipPages: readonly Page[] = [
  page('wts.pickList', '拣货单', '/wts/pickList', () => import('../pick/PickPage.tsx'), {
    sort: 70,
    behind: [
      unlisted('admin:wts:pickList:info', '拣货单详情', '/wts/pickList/info/:id', () => import('../pick/PickInfo.tsx')),
      unlisted('admin:wts:pickList:print', '打印拣货单', '/wts/pickList/print/:idList', () => import('../pick/PickPrint.tsx')),
      unlisted('admin:wts:pickList:task:info', '出库任务详情', '/wts/pickList/task/:id', () => import('../pick/TaskInfo.tsx')),
    ],
  }),
  page('wts.waveStrategy', '波次策略', '/wts/waveStrategy', () => import('../pick/StrategyList.tsx'), { sort: 69 }),
  page('wts.sortOrder', '分拣单', '/wts/sortOrder', () => import('../sort/SortList.tsx'), {
    sort: 68,
    behind: [
      unlisted('admin:wts:sortOrder:info', '分拣单详情', '/wts/sortOrder/info/:id', () => import('../sort/SortInfo.tsx')),
      unlisted('admin:wts:sortOrder:print', '打印分拣单', '/wts/sortOrder/print/:idList', () => import('../sort/SortPrint.tsx')),
    ],
  }),
  page('wts.productTable', '商品表', '/wts/productTable', () => import('../delivery/ProductTable.tsx'), { sort: 66 }),
  page('wts.deliveryOrder', '配送单', '/wts/deliveryOrder', () => import('../delivery/DeliveryList.tsx'), {
    sort: 64,
    behind: [
      unlisted('admin:wts:deliveryOrder:info', '配送单详情', '/wts/deliveryOrder/info/:id', () => import('../delivery/DeliveryInfo.tsx')),
      unlisted('admin:wts:deliveryOrder:print', '打印配送单', '/wts/deliveryOrder/print/:idList', () => import('../delivery/DeliveryPrint.tsx')),
      unlisted('admin:wts:deliveryOrder:print', '打印箱标', '/wts/deliveryOrder/label/:id', () => import('../delivery/DeliveryLabels.tsx')),
    ],
  }),
]
