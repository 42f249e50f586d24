// The specified pages of the rooms that stand: each has one line in the pages of its room. Rooms add theirs here when they
// are built.
import { expect, test } from 'vitest'
import { routesOf } from '#kit/shared/pages.ts'
import { type MenuNode, menusOf } from '#kit/shared/room.ts'
import { fitsPath } from '#kit/web/shell/paths.ts'
import { rooms } from '../app/domains.ts'

const SPECIFIED = `
/pdf
/setting/uploadPicture
/systemSetting/platform/dict-data/index/:dictId
/maintain/user
/maintain/logistics
/maintain/logistics/cityList
/maintain/logistics/companyList
/file/downloadFile
/file/uploadFile
/order/openApp
/myToTransact/allToTransactindex
/myToTransact/accomplishToTransactindex
/myToTransact/snakerFlow
/systemMonitoring/timingTask
/systemMonitoring/logTask
/systemMonitoring/online
/systemMonitoring/cache
/imageManagement/index
/systemLog
/prodCateWarningMsg/warningMsg
/prodCateWarningMsg/add
/prodCateWarningMsg/edit/:id?
/prodCateWarningMsg/info/:id?
/sensitiveWordsSetting
/systemSensitiveWords
/store/index
/store/applyForShow
/store/addApplyForShow/:id?
/store/sale
/store/quota
/store/payproduct
/store/integralProduct
/store/addQuota
/store/infoSale/:id?
/store/sort
/store/attr
/store/comment
/store/creatStore
/store/product/edit/:id?/:isDisabled?
/store/product/info/:id?
/store/common/info/:type?/:id?
/store/productParam
/store/addproductParam
/store/addproductParam/:id?
/store/picture
/store/storeproductedit
/store/addStoreProductEdit
/store/upanddownshelves
/store/directoryProduct
/store/termOfService
/store/clauseBinding
/storerepo/category
/storerepo/product
/storerepo/unit
/storerepo/brand
/storerepo/repolist/creatProduct
/storerepo/repolist/creatProduct/:id?/:isDisabled?
/storerepo/brand/addBrand/:id?/:isDisabled?
/storerepo/sapWmsGroup
/storerepo/sapWmsGroup/addWmsGroup/:id?/:isDisabled?
/company/relations
/company/addCustomers
/company/addCustomers/:id?
/company/infoCustomers/:id/:info
/company/quality
/company/storeLevel
/company/addOrgLevel
/company/addOrgLevel/:id?
/company/orgUser
/company/orgMemberHelp
/company/orgUserInfo/:uid?
/company/merchantStarRating:id/:reviewedStatus
/company/orgLevelEvaluate
/company/evaluationRuleCriteria
/company/month
/company/monthInfo/:id?
/company/shouda
/company/addShouda
/company/addShouda/:id?
/company/addShouda/:id/see
/company/addShouda/:id/examine
/company/payer
/company/addPayer/:id/edit
/company/addPayer/:id/see
/company/userAddress
/company/addAddress/:id/edit
/company/addAddress/:id/see
/company/invoice
/company/addInvoice/:id/edit
/company/addInvoice/:id/see
/company/equity
/company/equity/add
/company/equity/add/:id
/company/equity/add/:id/see
/company/equity/add/:id/examine
/company/buySummary
/company/buySummary/info/:id
/company/licenceManagement
/supplier/supplierList
/supplier/addSupplier/:id?
/supplier/infoSupplier/:id/:info
/logistics/logisticsList
/logistics/addLogistics
/logistics/addLogistics/:id?
/logistics/infoLogistics/:id/:info
/productBasePrice
/productBasePrice/add
/productBasePrice/edit/:id
/productBasePrice/info/:id
/productBasePrice/examine/:id
/productBasePrice/printInfo
/storeManagement
/storeManagement/addStoreManagement
/storeManagement/addStoreManagement/:id?
/storeManagement/info/:id?
/staff/list/:shopId?
/staff/edit/:id?
/payerproduct
/payerproduct/add
/payerproduct/edit/:id
/tag/productLabel
/tag/manage
/tag/userLabel
/tag/realtion
/user/grade
/user/addVipLevel
/user/addVipLevel/:id?
/user/addPayVipLevel
/user/levelUserInfo/:uid?
/user/grade/memberHelp
/user/task
/user/addVipTask
/user/addVipTask/:id?
/user/addVipTask/:id/:info
/member/memberConfig
/user/label
/user/whiteNameList
/customer/index
/customer/add_customers
/customer/add_customers/:id?
/customer/info_customers/:id/:info
/sapQueue
/appSetting/publicAccount
/appSetting/publicAccount/wxMenus
/appSetting/publicAccount/wxReply
/appSetting/publicAccount/wxReply/follow
/appSetting/publicAccount/wxReply/keyword
/appSetting/publicAccount/wxReply/replyIndex
/appSetting/publicAccount/wxReply/keyword/save/:id?
/purpose/product
/purpose/addProduct
/purpose/purfeedback
/purpose/priceNotice
/purpose/priceNotice/add
/purpose/priceNotice/edit/:id
/purpose/priceNotice/see/:id
/purpose/priceNotice/examine/:id
/purpose/priceNotice/print/:id
/purpose/productSaleInfo
/purpose/productSaleInfo/add
/purpose/productSaleInfo/edit/:id
/purpose/productSaleInfo/see/:id
/purpose/productSaleInfo/examine/:id
/purpose/productSaleInfo/print/:id
/purpose/salesChannel
`

const routes = rooms.flatMap(({ facts }) => routesOf(facts.pages ?? []))
const paths = routes.map(({ path }) => path)
const bare = (path: string) => path.replace(/:\w+/g, ':')

/** The lines that have a specified address: as it is written, else one that it fits. */
function linesOf(specified: string): string[] {
  const same = paths.filter((path) => bare(path) === bare(specified))
  return same.length > 0 ? same : paths.filter((path) => fitsPath(path, specified))
}

test('every specified page of the rooms that stand has exactly one line', () => {
  const specified = SPECIFIED.trim().split('\n')
  expect(specified.length).toBeGreaterThan(140)
  const other = specified.filter((path) => linesOf(path).length !== 1)
  expect(other).toEqual([])
})

test('no two pages have the same address', () => {
  const all = paths.map(bare)
  expect(all.filter((path, index) => all.indexOf(path) !== index)).toEqual([])
})

const granted = (nodes: readonly MenuNode[]): string[] =>
  nodes.flatMap(({ permissions = [], buttons = [], children = [] }) => [
    ...permissions,
    ...buttons.flatMap((button) => button.permissions),
    ...granted(children),
  ])
const codes = new Set(['login', ...rooms.flatMap(({ facts }) => granted(menusOf(facts)))])

test('what opens a page can be granted', () => {
  const unknown = routes.filter(({ permission }) => permission !== undefined && !codes.has(permission))
  expect(unknown.map(({ path }) => path)).toEqual([])
})

test('what the search offers to begin can be granted, and its form has an address without a record', () => {
  const begun = routes.filter(({ adds }) => adds !== undefined)
  expect(begun.length).toBeGreaterThan(20)
  const unknown = begun.filter(({ adds, path }) => !codes.has(adds ?? '') || /:\w+(?!\w*\?)/.test(path))
  expect(unknown.map(({ path }) => path)).toEqual([])
})

test('a page that the menu does not know says who may open it', () => {
  const lost = routes.filter(({ key, permission }) => key === undefined && permission === undefined)
  expect(lost.map(({ path }) => path)).toEqual([])
})

test('a right that is declared for no page of the room is refused', () => {
  const [room] = rooms
  if (room === undefined) throw new Error('There is no room')
  expect(() => menusOf({ ...room.facts, rights: { 'no.such.page': {} } })).toThrow(
    'rights of no page: no.such.page',
  )
})
