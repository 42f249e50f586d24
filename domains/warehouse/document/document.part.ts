import { documentFacts as factsOf } from '#kit/shared/declareDocument.ts'
import { button, type FactsPart, joinFacts } from '#kit/shared/room.ts'
import { freezeCalls, freezeDocument } from '../freeze/freeze.document.ts'
import { shiftingCalls, shiftingDocument } from '../shifting/shifting.document.ts'
import { stockCalls } from '../stock/stock.calls.ts'
import { stockinDocument } from '../stockin/stockin.document.ts'
import { FORCE_ACCEPT } from '../stockin/stockin.rights.ts'
import { stockoutDocument } from '../stockout/stockout.document.ts'
import { transferCalls, transferDocument } from '../transfer/transfer.document.ts'

/** The documents that post. Warehouse §3, §4.5 to §4.8, §4.11. */
export const documentFacts: FactsPart = joinFacts(
  factsOf(stockinDocument, { buttons: [{ name: '强制收货', permissions: [FORCE_ACCEPT] }] }),
  factsOf(stockoutDocument, { reads: [stockCalls.places, freezeCalls.open] }),
  factsOf(transferDocument, {
    reads: [stockCalls.places],
    buttons: [
      button('出库', transferCalls.ship),
      button('收货', transferCalls.receive),
      button('差异', transferCalls.diff),
      button('取消', transferCalls.cancel),
    ],
  }),
  factsOf(shiftingDocument, { reads: [stockCalls.places, shiftingCalls.replenish] }),
  factsOf(freezeDocument, {
    reads: [stockCalls.places, freezeCalls.open],
    buttons: [button('解冻', freezeCalls.unfreeze)],
  }),
)
