import { documentFacts as factsOf } from '#kit/shared/declareDocument.ts'
import { button, type FactsPart, joinFacts, type PageRights } from '#kit/shared/room.ts'
import { countCalls, countDocument, planCalls } from '../count/count.document.ts'
import { COUNT_BOOK } from '../count/count.entity.ts'
import { exchangeCalls, exchangeDocument } from '../exchange/exchange.document.ts'
import { freezeCalls, freezeDocument } from '../freeze/freeze.document.ts'
import { shiftingCalls, shiftingDocument } from '../shifting/shifting.document.ts'
import { stockCalls } from '../stock/stock.calls.ts'
import { stockinCalls, stockinDocument } from '../stockin/stockin.document.ts'
import { FORCE_ACCEPT } from '../stockin/stockin.rights.ts'
import { stockoutCalls, stockoutDocument } from '../stockout/stockout.document.ts'
import { transferCalls, transferDocument } from '../transfer/transfer.document.ts'

const { save: _made, remove: _kept, ...sheetCalls } = countCalls
const SHEET_RIGHTS: PageRights = {
  calls: sheetCalls,
  reads: [countCalls.lines],
  labels: { update: '分派' },
  buttons: [
    button('开始', countCalls.start),
    button('录入', countCalls.entry),
    button('作废', countCalls.cancel),
  ],
}
const { rights: _ofDaily, ...countFacts } = factsOf(countDocument)
/** The sheets of each kind of count have a page of their own; what people may do on them is the same. Decision 0183. */
const COUNT_PAGES = [
  'wts.dailyStockCount',
  'wts.monthlyStockCount',
  'wts.seasonalStockCount',
  'wts.yearlyStockCount',
  'wts.stockCounts',
]

/** The documents that post. Warehouse §3, §4.5 to §4.8, §4.11. */
export const documentFacts: FactsPart = joinFacts(
  factsOf(stockinDocument, {
    buttons: [
      button('冲销', stockinCalls.reverse),
      button('扫码收货', stockinCalls.scan),
      { name: '强制收货', permissions: [FORCE_ACCEPT] },
    ],
  }),
  factsOf(stockoutDocument, {
    reads: [stockCalls.places, freezeCalls.open],
    buttons: [button('冲销', stockoutCalls.reverse)],
  }),
  factsOf(transferDocument, {
    reads: [stockCalls.places],
    buttons: [
      button('出库', transferCalls.ship),
      button('收货', transferCalls.receive),
      button('差异', transferCalls.diff),
      button('冲销', transferCalls.reverse),
      button('取消', transferCalls.cancel),
    ],
  }),
  factsOf(shiftingDocument, {
    reads: [stockCalls.places, shiftingCalls.replenish],
    buttons: [button('冲销', shiftingCalls.reverse), button('扫码上架', shiftingCalls.scan)],
  }),
  factsOf(exchangeDocument, { buttons: [button('冲销', exchangeCalls.reverse)] }),
  {
    calls: Object.values(planCalls),
    prefixes: ['PA'],
    rights: {
      'wts.inventoryManage': {
        calls: planCalls,
        buttons: [
          button('生成盘点表', planCalls.generate),
          button('下发', planCalls.start),
          button('作废', planCalls.cancel),
          { name: '查看账面', permissions: [COUNT_BOOK] },
        ],
      },
    },
  },
  countFacts,
  ...COUNT_PAGES.map((key): FactsPart => ({ calls: [], rights: { [key]: SHEET_RIGHTS } })),
  factsOf(freezeDocument, {
    reads: [stockCalls.places, freezeCalls.open],
    buttons: [button('解冻', freezeCalls.unfreeze), button('冲销', freezeCalls.reverse)],
  }),
)
