import { button, type FactsPart } from '#kit/shared/room.ts'
import { deliveryCalls, productTableCalls } from '../delivery/delivery.calls.ts'
import { pickCalls, taskCalls } from '../pick/pick.calls.ts'
import { CHANGE_LOT } from '../pick/pickList.entity.ts'
import { strategyCalls } from '../pick/strategy.calls.ts'
import { sortCalls } from '../sort/sort.calls.ts'
import { CONSIGNEE } from './shipTask.entity.ts'

/** The way of goods from an approved delivery note to the customer. Warehouse §5.2 to §5.4, §8. */
export const shipFacts: FactsPart = {
  calls: [
    ...Object.values(taskCalls),
    ...Object.values(pickCalls),
    ...Object.values(strategyCalls),
    ...Object.values(sortCalls),
    ...Object.values(deliveryCalls),
    ...Object.values(productTableCalls),
  ],
  prefixes: ['CR', 'BC', 'JH', 'FJ', 'PS'],
  rights: {
    'wts.pickList': {
      calls: { list: pickCalls.list, info: pickCalls.info, exportRows: pickCalls.exportRows },
      reads: [taskCalls.list, taskCalls.info],
      buttons: [
        button('预览', pickCalls.preview),
        button('生成拣货单', pickCalls.generate),
        button('领取', pickCalls.claim),
        button('分派', pickCalls.assign),
        button('拣货', pickCalls.pick),
        button('登记缺货', pickCalls.short),
        button('完成', pickCalls.finish),
        button('取消拣货单', pickCalls.cancel),
        button('打印', pickCalls.print),
        button('设置优先级', taskCalls.priority),
        button('重新分配', taskCalls.reallocate),
        button('缺货发出', taskCalls.shipShort),
        button('拦截', taskCalls.intercept),
        button('取消拣货', taskCalls.cancelPick),
        { name: '改用其他批次', permissions: [CHANGE_LOT] },
      ],
    },
    'wts.waveStrategy': {
      calls: strategyCalls,
      buttons: [button('立即执行', strategyCalls.run)],
    },
    'wts.sortOrder': {
      calls: { list: sortCalls.list, info: sortCalls.info, exportRows: sortCalls.exportRows },
      buttons: [
        button('开始', sortCalls.start),
        button('分拣', sortCalls.scan),
        button('完成', sortCalls.finish),
        button('打印', sortCalls.print),
      ],
    },
    'wts.productTable': {
      calls: { exportRows: productTableCalls.exportRows },
      reads: [productTableCalls.report],
    },
    'wts.deliveryOrder': {
      calls: { list: deliveryCalls.list, info: deliveryCalls.info, exportRows: deliveryCalls.exportRows },
      buttons: [
        button('复核', deliveryCalls.check),
        button('自提核销', deliveryCalls.pickup),
        button('装车', deliveryCalls.load),
        button('卸车', deliveryCalls.unload),
        button('签收', deliveryCalls.sign),
        button('收回回单', deliveryCalls.receiptBack),
        button('取消', deliveryCalls.cancel),
        button('打印', deliveryCalls.print),
        { name: '查看收货电话', permissions: [CONSIGNEE] },
      ],
    },
  },
}
