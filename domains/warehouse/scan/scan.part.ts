import type { FactsPart } from '#kit/shared/room.ts'
import { scanCalls } from './scan.calls.ts'

/** Handhelds. What they post are the calls of the documents. Warehouse §7. */
export const scanFacts: FactsPart = {
  calls: Object.values(scanCalls),
  rights: { 'wms.scan': { calls: {}, reads: [scanCalls.resolve] } },
}
