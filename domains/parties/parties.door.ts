import './parties.tables.ts'

export { orgUserTerms, takeOrgUserLink } from './company/orgUser.server.ts'
export type { PurchaseFigure } from './level/figures.rules.ts'
export { declareFigures } from './level/figures.server.ts'
export { orgLevelRate } from './level/orgLevel.server.ts'
export { declareGroupBuying } from './partner/groupBuying.server.ts'
export { declareLicenceNeeds } from './partner/licence/needs.server.ts'
export { OPEN_ORDERS } from './partner/shouda.server.ts'
export { checkLicences, getPartyTerms, setPartyContract } from './partner/terms.server.ts'
/** What rooms above use of the parties. Doors §3, §4. */
export { carrierFee } from './supplier/provider.server.ts'
export { draftSupplierPrices } from './supplier/supplierProduct.server.ts'
export { directSuppliers, supplierTerms, supplyPrice } from './supplier/terms.server.ts'
