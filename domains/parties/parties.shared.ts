import { joinFacts, type RoomFacts } from '#kit/shared/room.ts'
import { companyFacts } from './company/company.part.ts'
import { levelFacts } from './level/level.part.ts'
import pages from './pages.ts'
import { partiesEntities } from './parties.entities.ts'
import { partnerFacts } from './partner/partner.part.ts'
import { supplierFacts } from './supplier/supplier.part.ts'

/** The checks and masks of numbers, for the entities of rooms above, and who sees them in full. */
export { mobileField, SENSITIVE } from './parties.rules.ts'
/** Who supplies what, for the pages of products. */
export { supplierCalls } from './supplier/supplier.document.ts'

/** Doors §2, layer 9. */
export const partiesFacts: RoomFacts = {
  name: 'parties',
  layer: 9,
  label: '往来单位',
  entities: partiesEntities,
  ...joinFacts(companyFacts, partnerFacts, levelFacts, supplierFacts),
  pages,
}
