import { joinFacts, type MenuNode, type RoomFacts } from '#kit/shared/room.ts'
import { companyFacts, companyMenus } from './company/company.part.ts'
import { levelFacts, levelMenus } from './level/level.part.ts'
import { partnerFacts, partnerMenus } from './partner/partner.part.ts'
import { supplierFacts, supplierMenus } from './supplier/supplier.part.ts'

const under = (group: string, nodes: readonly MenuNode[]): MenuNode[] =>
  nodes.filter((node) => node.key.startsWith(`${group}.`))

const menus = [...companyMenus, ...partnerMenus, ...levelMenus, ...supplierMenus]

/** Doors §2, layer 9. The key of a page begins with the group it stands in. */
export const partiesFacts: RoomFacts = {
  name: 'parties',
  layer: 9,
  label: '往来单位',
  ...joinFacts(companyFacts, partnerFacts, levelFacts, supplierFacts),
  menus: [
    { key: 'company', name: '企业管理', icon: 'BankOutlined', sort: 880, children: under('company', menus) },
    {
      key: 'customer',
      name: '客户管理',
      icon: 'ContactsOutlined',
      sort: 870,
      children: under('customer', menus),
    },
    {
      key: 'supplier',
      name: '供应商管理',
      icon: 'ShoppingOutlined',
      sort: 860,
      children: under('supplier', menus),
    },
    {
      key: 'logistics',
      name: '物流商管理',
      icon: 'CarOutlined',
      sort: 850,
      children: under('logistics', menus),
    },
  ].filter((group) => group.children.length > 0),
}
