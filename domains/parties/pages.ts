import { directory, type Page } from '#kit/shared/pages.ts'
import { companyPages, customerPages } from './company/pages.ts'
import { levelPages } from './level/pages.ts'
import { partnerPages } from './partner/pages.ts'
import { providerPages, supplierPages } from './supplier/pages.ts'

/** The pages of the room, part by part. Catalog §1.3. */
const pages: readonly Page[] = [
  directory('company', '企业管理', { icon: 'BankOutlined', sort: 880 }, [...companyPages, ...partnerPages, ...levelPages]),
  directory('customer', '客户管理', { icon: 'ContactsOutlined', sort: 870 }, customerPages),
  directory('supplier', '供应商管理', { icon: 'ShoppingOutlined', sort: 860 }, supplierPages),
  directory('logistics', '物流商管理', { icon: 'CarOutlined', sort: 850 }, providerPages),
]

export default pages
