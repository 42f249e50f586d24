import { joinWeb, type RoomWeb } from '#kit/web/room.ts'
import { companyWeb } from './company/company.part.web.tsx'
import { levelWeb } from './level/level.part.web.tsx'
import { partnerWeb } from './partner/partner.part.web.tsx'
import { supplierWeb } from './supplier/supplier.part.web.tsx'

/** The screens of the room. Catalog §1.3. */
export const partiesWeb: RoomWeb = {
  name: 'parties',
  pages: () => import('./pages.ts'),
  ...joinWeb(companyWeb, partnerWeb, levelWeb, supplierWeb),
}
