/** What screens of other rooms add to those of parties. */
export { declareCompanyTab } from './company/companyTabs.ts'
