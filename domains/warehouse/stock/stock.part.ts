import { button, type FactsPart, joinFacts } from '#kit/shared/room.ts'
import { vacctCalls } from '../vacct/vacct.calls.ts'
import { stockCalls } from './stock.calls.ts'
import { STOCK_COST } from './stock.entity.ts'

const vaccts: FactsPart = {
  calls: Object.values(vacctCalls),
  rights: {
    'wms.stockVacct': {
      calls: vacctCalls,
      reads: [vacctCalls.itemList],
      buttons: [
        button('分配', vacctCalls.assign),
        button('收回', vacctCalls.recall),
        button('转账', vacctCalls.move),
      ],
    },
  },
}

/** The ledger, its lists and accounts. Warehouse §2, §4.4, §4.10. */
export const stockFacts: FactsPart = joinFacts(
  {
    calls: Object.values(stockCalls),
    prefixes: ['KC'],
    rights: {
      'wms.stock': {
        calls: { list: stockCalls.list, exportRows: stockCalls.exportRows },
        reads: [
          stockCalls.info,
          stockCalls.reserveList,
          stockCalls.asof,
          stockCalls.near,
          stockCalls.lotTrace,
        ],
        buttons: [{ name: '查看成本', permissions: [STOCK_COST] }, button('打印标签', stockCalls.labels)],
      },
      'wms.recordLog': { calls: { list: stockCalls.recordList } },
      'wms.stocklog': {
        calls: { list: stockCalls.logList, exportRows: stockCalls.logExport },
        reads: [stockCalls.logTotals, stockCalls.posting],
      },
    },
  },
  vaccts,
)
