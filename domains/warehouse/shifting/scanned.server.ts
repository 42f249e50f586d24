import type { Tx } from '#kit/server/database.ts'
import { type DocumentType, submitDocument } from '#kit/server/document.ts'
import { nextNumber } from '#kit/server/number.ts'
import { insertRow } from '#kit/server/rows.ts'
import type { InOf } from '#kit/shared/call.ts'
import { today } from '#kit/shared/time.ts'
import { totalOf } from '../document/document.rules.ts'
import { withCards } from '../document/leaving.server.ts'
import { section } from '../place/section.entity.ts'
import { countedOnce } from '../scan/scanLog.server.ts'
import type { SectionFacts } from '../stock/sections.rules.ts'
import { sectionsOf } from '../stock/sections.server.ts'
import { putAwayDone, type shiftingCalls } from './shifting.document.ts'
import { SHIFT, shifting } from './shifting.entity.ts'
import type { Shifting } from './shifting.rules.ts'

type Placed = Shifting['lines']

/** Sections where goods wait to be looked at: 收货待检区, 退货待检区. Warehouse §4.2. */
const INSPECTION = [3, 5]

/** Why goods move follows from where they come from and go to. Warehouse §4.8. */
function reasonOf(from: SectionFacts | undefined, to: SectionFacts | undefined) {
  if (from === undefined || to === undefined || from.sellable === to.sellable) return SHIFT.tidy
  if (from.sellable) return SHIFT.toBad
  return INSPECTION.includes(from.type) ? SHIFT.release : SHIFT.toGood
}

/**
 * 上架、移库 by three scans: where goods stood, what they are, where they stand now. It is a document of its own, handed in at once; where
 * the warehouse lets them pass the goods have moved. `check` is what every shifting must fulfil. Warehouse §4.8, §7.
 */
export function scanPutAway(
  tx: Tx,
  type: DocumentType<typeof shifting>,
  check: (row: Shifting) => Promise<{ lines: Placed }>,
  whole: (values: Partial<Shifting>) => Shifting,
  input: InOf<typeof shiftingCalls.scan>,
) {
  const { warehouseId, sectionId, toSectionId, skuId, lotNo, qty, scanId, code } = input
  const source = { type: section.name, id: sectionId }
  return countedOnce(tx, { scanId, job: 'putAway', source, code, qty }, putAwayDone, async () => {
    const line = {
      ...{ skuId, sectionId, toSectionId, lotNo, qty, expiryDate: null, remark: '' },
      ...{ productName: '', skuCode: '', suk: '', unitName: '' },
    }
    const sections = await sectionsOf(tx, [warehouseId])
    const values = {
      ...{
        warehouseId,
        bizDate: today(),
        reason: reasonOf(sections.get(sectionId), sections.get(toSectionId)),
      },
      lines: [line],
    }
    const { lines: placed } = await check(whole(values))
    const lines = await withCards(tx, placed)
    const row = await insertRow(tx, shifting, {
      ...{ ...values, lines, totalQty: totalOf(lines) },
      ...{ shiftingSn: await nextNumber(tx, 'YK'), auditStatus: -1 as const },
    })
    const { shiftingSn, auditStatus } = await submitDocument(tx, type, row)
    return { shiftingSn, auditStatus }
  })
}
