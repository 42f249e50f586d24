import { joinFacts, menuGroup, type RoomFacts } from '#kit/shared/room.ts'
import { companyFacts, companyMenus } from './company/company.part.ts'
import { levelFacts, levelMenus } from './level/level.part.ts'
import { partnerFacts, partnerMenus } from './partner/partner.part.ts'
import { supplierFacts, supplierMenus } from './supplier/supplier.part.ts'

/** The checks and masks of numbers, for the entities of rooms above, and who sees them in full. */
export { mobileField, SENSITIVE } from './parties.rules.ts'

const pages = [...companyMenus, ...partnerMenus, ...levelMenus, ...supplierMenus]

/** Doors §2, layer 9. The key of a page begins with the group it stands in. */
export const partiesFacts: RoomFacts = {
  name: 'parties',
  layer: 9,
  label: '往来单位',
  ...joinFacts(companyFacts, partnerFacts, levelFacts, supplierFacts),
  menus: [
    menuGroup('company', '企业管理', 'BankOutlined', 880, pages),
    menuGroup('customer', '客户管理', 'ContactsOutlined', 870, pages),
    menuGroup('supplier', '供应商管理', 'ShoppingOutlined', 860, pages),
    menuGroup('logistics', '物流商管理', 'CarOutlined', 850, pages),
  ],
}
