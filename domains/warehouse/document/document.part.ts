import { documentFacts as factsOf } from '#kit/shared/declareDocument.ts'
import { type FactsPart, joinFacts } from '#kit/shared/room.ts'
import { stockinDocument } from '../stockin/stockin.document.ts'
import { FORCE_ACCEPT } from '../stockin/stockin.rights.ts'

/** The documents that post. Warehouse §3, §4.5 to §4.8, §4.11. */
export const documentFacts: FactsPart = joinFacts(
  factsOf(stockinDocument, { buttons: [{ name: '强制收货', permissions: [FORCE_ACCEPT] }] }),
)
