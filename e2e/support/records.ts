// One record of every kind that has a page of its own, and the addresses of those pages.
import { companyForm } from '../../tests/companies.ts'
import { openVacct, tellBank } from './bank.ts'
import { openShop, saveProduct } from './catalog.ts'
import { inserted, monthBefore2020, numberOf } from './database.ts'
import { fleetPages } from './fleet.ts'
import { levelPages } from './levelRecords.ts'
import { strayMoney } from './payments.ts'
import { ask, creditCode, person, phone, unique } from './people.ts'
import { privacyPages } from './privacyRecords.ts'
import { tagPages } from './tagRecords.ts'
import { warehousePages } from './warehouseRecords.ts'

const ORG = '/admin/system/org'
const FILES = [{ name: '证明.png', url: '/files/proof.png' }]
const CHANNEL = 1202
const DAY = 86_400
const now = () => Math.floor(Date.now() / 1000)

const save = async (path: string, body: object): Promise<number> =>
  (await ask('POST', `${path}/save`, body)).id
const pass = (path: string, id: number): Promise<unknown> =>
  ask('POST', `${path}/examine/${id}`, { auditStatus: 1, opinion: '' })

async function partnerPages(): Promise<Record<string, string>> {
  const companyId = await save(
    ORG,
    companyForm({ orgName: unique('远洋商行'), creditCode: creditCode(), submit: 1 }),
  )
  await pass(ORG, companyId)
  const payer = await save(`${ORG}/payer`, { companyId, payerName: unique('付款'), settleType: 3 })
  const shipTo = await save(`${ORG}/userAddress`, {
    companyId,
    shipToName: unique('收货'),
    contactName: '李二',
    contactPhone: '13900000002',
    districtId: 350102,
    address: '仓前街2号',
  })
  const invoice = await save(`${ORG}/invoice`, {
    companyId,
    invoiceTitle: unique('抬头'),
    taxNo: '91350100M000100Y43',
    invoiceType: 4,
    confirmed: 1,
    receiveEmail: 'bill@example.com',
  })
  const shouda = await save(`${ORG}/shouda`, {
    companyId,
    shoudaName: unique('售达'),
    channelId: CHANNEL,
    salesOrg: '1000',
    distChannel: '10',
    division: '00',
    paymentTerms: 'Z030',
    links: [payer, shipTo, invoice].map((partnerId, index) => ({ role: index + 1, partnerId, isDefault: 1 })),
    submit: 1,
  })
  const line = {
    licenceType: '109',
    licenceNo: unique('XK'),
    holder: '某商行',
    startDate: '2026-01-01',
    endDate: '2030-12-31',
    files: FILES,
  }
  const licence = await save(`${ORG}/licence`, { ownerType: 1, ownerId: companyId, ...line })
  const quality = await save(`${ORG}/quality`, {
    companyId,
    qualityType: 1,
    licenceFile: FILES,
    licences: [{ ...line, licenceNo: unique('ZZ') }],
  })
  const user = await save('/admin/org/user', {
    orgId: companyId,
    account: unique('org'),
    realName: '陈采',
    phone: phone(),
    orgRole: [1],
    shoudaIds: String(shouda),
  })
  const customer = await save('/admin/customer', {
    customerName: unique('意向客户'),
    customerType: 1,
    source: 1,
    contactName: '郑三',
    contactPhone: phone(),
    districtId: 350102,
  })
  const grade = await numberOf('grade')
  const level = await save(`${ORG}/level`, {
    grade,
    levelName: unique('铜'),
    channelId: CHANNEL,
    minScore: grade,
  })
  const period = monthBefore2020(await numberOf('month'))
  const month = await inserted(
    `insert into "evaluationMonth" ("month", "channelId", "generateTime") values ($1, ${CHANNEL}, now())
      returning "id"`,
    [period],
  )
  const evaluation = await inserted(
    `insert into "orgEvaluation" ("evaluationNo", "monthId", "month", "channelId", "companyId", "score", "star")
      values ($1, $2, $3, ${CHANNEL}, $4, 86.5, 4) returning "id"`,
    [`PJ${period.replace('-', '')}00001`, month, period, companyId],
  )
  const summary = await inserted(
    `insert into "buySummary" ("month", "companyId", "shoudaId", "payerId", "channelId", "grossAmount", "netAmount",
      "unpaidAmount") values ('2019-05', $1, $2, $3, ${CHANNEL}, 1155000, 1155000, 1155000) returning "id"`,
    [companyId, shouda, payer],
  )
  const equity = await save(`${ORG}/equity`, {
    planName: unique('返利'),
    issueMode: 2,
    startDate: '2026-01-01',
    endDate: '2099-12-31',
    issueDay: 5,
    targetType: 3,
    targetIds: [String(companyId)],
    lines: [{ equityType: '3', basis: 1, value: 88 }],
    submit: 1,
  })
  return {
    '/company/addCustomers/:id?': `/company/addCustomers/${companyId}`,
    '/company/infoCustomers/:id/:info': `/company/infoCustomers/${companyId}/see`,
    '/company/printCustomers': `/company/printCustomers?ids=${companyId}`,
    '/company/orgUserInfo/:uid?': `/company/orgUserInfo/${user}`,
    '/company/addShouda/:id?': `/company/addShouda/${shouda}`,
    '/company/addShouda/:id/see': `/company/addShouda/${shouda}/see`,
    '/company/addShouda/:id/examine': `/company/addShouda/${shouda}/examine`,
    '/company/shoudaPrint': `/company/shoudaPrint?ids=${shouda}`,
    '/company/addPayer/:id/edit': `/company/addPayer/${payer}/edit`,
    '/company/addPayer/:id/see': `/company/addPayer/${payer}/see`,
    '/company/addAddress/:id/edit': `/company/addAddress/${shipTo}/edit`,
    '/company/addAddress/:id/see': `/company/addAddress/${shipTo}/see`,
    '/company/addInvoice/:id/edit': `/company/addInvoice/${invoice}/edit`,
    '/company/addInvoice/:id/see': `/company/addInvoice/${invoice}/see`,
    '/company/addQuality/:id?': `/company/addQuality/${quality}`,
    '/company/qualityInfo/:id': `/company/qualityInfo/${quality}`,
    '/company/qualityInfo/:id/examine': `/company/qualityInfo/${quality}/examine`,
    '/company/qualityPrint': `/company/qualityPrint?ids=${quality}`,
    '/company/addLicence/:id?': `/company/addLicence/${licence}`,
    '/company/licenceInfo/:id': `/company/licenceInfo/${licence}`,
    '/company/licenceInfo/:id/examine': `/company/licenceInfo/${licence}/examine`,
    '/company/licencePrint': `/company/licencePrint?ids=${licence}`,
    '/company/addOrgLevel/:id?': `/company/addOrgLevel/${level}`,
    '/company/monthInfo/:id?': `/company/monthInfo/${month}`,
    '/company/merchantStarRating:id/:reviewedStatus': `/company/merchantStarRating${evaluation}/0`,
    '/company/buySummary/info/:id': `/company/buySummary/info/${summary}`,
    '/company/buySummary/print': `/company/buySummary/print?ids=${summary}`,
    '/company/equity/add/:id': `/company/equity/add/${equity}`,
    '/company/equity/add/:id/see': `/company/equity/add/${equity}/see`,
    '/company/equity/add/:id/examine': `/company/equity/add/${equity}/examine`,
    '/company/equity/print': `/company/equity/print?ids=${equity}`,
    '/customer/add_customers/:id?': `/customer/add_customers/${customer}`,
    '/customer/info_customers/:id/:info': `/customer/info_customers/${customer}/see`,
    ...(await pricePages(payer)),
  }
}

async function pricePages(payerId: number): Promise<Record<string, string>> {
  const shop = await openShop()
  const { id, name } = await saveProduct(shop, { submit: 1 })
  const { attrValue } = await ask<{ attrValue: { id: number }[] }>('GET', `/admin/store/product/info/${id}`)
  const skuId = attrValue[0]?.id ?? 0
  const effectTime = now() + DAY
  const base = await save('/admin/product/basePrice', {
    priceTitle: unique('基础价'),
    effectTime,
    lines: [{ skuId, basePrice: '10.00', minRate: 10 }],
    submit: 1,
  })
  const salesChannelId = await save('/admin/purpose/salesChannel', {
    channelCode: unique('Q'),
    channelName: unique('商超'),
    channelId: CHANNEL,
  })
  const saleInfo = await save('/admin/purpose/productSaleInfo', {
    infoTitle: unique('销售'),
    salesChannelId,
    effectTime,
    lines: [{ skuId, supplyPrice: '11.00', retailPrice: '15.00' }],
    submit: 1,
  })
  const notice = await save('/admin/purpose/priceNotice', {
    noticeTitle: unique('调价'),
    noticeType: 1,
    scopeType: 0,
    channelId: CHANNEL,
    effectTime,
    reason: '原料上涨',
    lines: [{ skuId, newPrice: '14.40' }],
    submit: 1,
  })
  const agreed = await save('/admin/payerproduct', {
    payerId,
    skuIds: String(skuId),
    startDate: '2026-01-01',
    endDate: '2099-12-31',
    settlePrice: '11.20',
  })
  const apply = await save('/admin/product/showApply', {
    applyTitle: `上架${name}`,
    applyType: 1,
    reason: '新品上市',
    channelIds: [CHANNEL],
    lines: [{ productId: id }],
  })
  // One product is in one open document at a time.
  const changed = await saveProduct(shop, { submit: 1 })
  const edit = await save('/admin/product/productEdit', {
    editTitle: `改价${changed.name}`,
    reason: '促销',
    lines: [{ productId: changed.id, field: 'price', newValue: '11.50' }],
  })
  return {
    '/productBasePrice/edit/:id': `/productBasePrice/edit/${base}`,
    '/productBasePrice/info/:id': `/productBasePrice/info/${base}`,
    '/productBasePrice/examine/:id': `/productBasePrice/examine/${base}`,
    '/productBasePrice/printInfo': `/productBasePrice/printInfo?ids=${base}`,
    '/payerproduct/edit/:id': `/payerproduct/edit/${agreed}`,
    '/purpose/productSaleInfo/edit/:id': `/purpose/productSaleInfo/edit/${saleInfo}`,
    '/purpose/productSaleInfo/see/:id': `/purpose/productSaleInfo/see/${saleInfo}`,
    '/purpose/productSaleInfo/examine/:id': `/purpose/productSaleInfo/examine/${saleInfo}`,
    '/purpose/productSaleInfo/print/:id': `/purpose/productSaleInfo/print/${saleInfo}`,
    '/purpose/priceNotice/edit/:id': `/purpose/priceNotice/edit/${notice}`,
    '/purpose/priceNotice/see/:id': `/purpose/priceNotice/see/${notice}`,
    '/purpose/priceNotice/examine/:id': `/purpose/priceNotice/examine/${notice}`,
    '/purpose/priceNotice/print/:id': `/purpose/priceNotice/print/${notice}`,
    '/storerepo/repolist/creatProduct/:id?/:isDisabled?': `/storerepo/repolist/creatProduct/${id}`,
    '/store/product/edit/:id?/:isDisabled?': `/store/product/edit/${id}`,
    '/store/product/info/:id?': `/store/product/info/${id}`,
    '/store/infoSale/:id?': `/store/infoSale/${id}`,
    '/store/common/info/:type?/:id?': `/store/common/info/product/${id}`,
    '/store/common/examine/:type?/:id?': `/store/common/examine/product/${id}`,
    '/store/addApplyForShow/:id?': `/store/addApplyForShow/${apply}`,
    '/store/applyForShow/print': `/store/applyForShow/print?ids=${apply}`,
    '/store/storeproductedit/print': `/store/storeproductedit/print?ids=${edit}`,
    '/store/priceListPrint': `/store/priceListPrint?ids=${id}`,
    '/storerepo/product/barcodePrint': `/storerepo/product/barcodePrint?ids=${id}`,
  }
}

async function staffPages(): Promise<Record<string, string>> {
  const { roleId } = await person('林仓', { 商品规格: [] })
  const manager = '/operation/roleManager'
  return {
    [`${manager}/adminPrint`]: `${manager}/adminPrint`,
    [`${manager}/rolePrint/:id`]: `${manager}/rolePrint/${roleId}`,
  }
}

async function masterPages(): Promise<Record<string, string>> {
  const contact = {
    contactName: '林工',
    contactPhone: '13800138000',
    districtId: 350102,
    address: '工业路1号',
    settleType: 3,
    submit: 1,
  }
  const supplier = await save('/admin/supplier', {
    supplierName: unique('鹭岛食品'),
    supplierType: 2,
    creditCode: creditCode(),
    ...contact,
  })
  const carrier = await save('/admin/logistics/provider', {
    providerName: unique('闽运物流'),
    creditCode: creditCode(),
    roadLicenceNo: '闽交350100000001',
    ...contact,
    logisticsModes: [6],
    priceMode: 1,
    priceLines: [
      {
        fromCityId: 350000,
        toCityId: 440000,
        firstQty: 100,
        firstFee: '80.00',
        nextQty: 10,
        nextFee: '6.50',
      },
    ],
  })
  const store = await save('/admin/system/store', {
    storeType: 1,
    name: unique('五四路店'),
    image: '/upload/a.jpg',
    phone: '0591-87654321',
    address: '福建省,福州市,鼓楼区',
    detailedAddress: '五四路1号',
    latitude: 26.0745,
    longitude: 119.2965,
  })
  const { id: uid } = await ask('GET', '/admin/getAdminInfoByToken')
  const staff = await save('/admin/system/store/staff', {
    storeId: store,
    uid,
    staffName: '林店长',
    roleType: 1,
  })
  const brand = await save('/admin/product/brand', { brandName: unique('鹭岛'), logo: '/upload/logo.png' })
  const group = await save('/admin/product/sapWmsGroup', {
    groupCode: unique('G'),
    groupName: '冷藏',
    tempZone: 1,
  })
  const openApp = await save('/admin/open/app', {
    name: unique('小程序'),
    channelId: 1201,
    scopes: ['order'],
  })
  const { cateId } = await openShop()
  const param = await save('/admin/product/param', {
    paramName: unique('乳品'),
    cateIds: [cateId],
    lines: [{ name: '保质期', inputType: 1 }],
  })
  const warning = await save('/admin/product/cateWarning', {
    msgTitle: unique('库存'),
    warnType: 2,
    threshold: 10,
    content: '{商品}仅剩{数量}，请及时补货',
    receiverIds: String(uid),
    notifyWay: [1],
    cateIds: String(cateId),
  })
  return {
    '/supplier/addSupplier/:id?': `/supplier/addSupplier/${supplier}`,
    '/supplier/infoSupplier/:id/:info': `/supplier/infoSupplier/${supplier}/examine`,
    '/supplier/printSupplier': `/supplier/printSupplier?ids=${supplier}`,
    '/logistics/printLogistics': `/logistics/printLogistics?ids=${carrier}`,
    '/logistics/addLogistics/:id?': `/logistics/addLogistics/${carrier}`,
    '/logistics/infoLogistics/:id/:info': `/logistics/infoLogistics/${carrier}/see`,
    '/storeManagement/addStoreManagement/:id?': `/storeManagement/addStoreManagement/${store}`,
    '/order/openApp/info/:id?': `/order/openApp/info/${openApp}`,
    '/storeManagement/info/:id?': `/storeManagement/info/${store}`,
    '/staff/list/:shopId?': `/staff/list/${store}`,
    '/staff/edit/:id?': `/staff/edit/${staff}`,
    '/storerepo/brand/addBrand/:id?/:isDisabled?': `/storerepo/brand/addBrand/${brand}`,
    '/storerepo/sapWmsGroup/addWmsGroup/:id?/:isDisabled?': `/storerepo/sapWmsGroup/addWmsGroup/${group}`,
    '/store/addproductParam/:id?': `/store/addproductParam/${param}`,
    '/prodCateWarningMsg/edit/:id?': `/prodCateWarningMsg/edit/${warning}`,
    '/prodCateWarningMsg/info/:id?': `/prodCateWarningMsg/info/${warning}`,
  }
}

/** A virtual account, a movement on it, and the comparison of its day. */
async function bankPages(): Promise<Record<string, string>> {
  const account = await openVacct()
  const serialNo = unique('YH')
  await tellBank([{ bankSerialNo: serialNo, vacctNo: account.vacctNo, amount: '12.00' }])
  const bizDate = new Date().toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' }).slice(0, 10)
  const found = async (path: string): Promise<number | undefined> =>
    (await ask<{ list: { id: number }[] }>('GET', path)).list[0]?.id
  const line = await found(`/admin/cust/vacct/list?keywords=${serialNo}`)
  // The movement is compared by a job of the server.
  let log: number | undefined
  for (let tries = 0; log === undefined && tries < 50; tries++) {
    await ask('POST', '/admin/icbc/vacct/log/run', { bizDate })
    log = await found(`/admin/icbc/vacct/log/list?account=${account.id}`)
    if (log === undefined) await new Promise((resolve) => setTimeout(resolve, 200))
  }
  return {
    '/user/vacct/info/:id?': `/user/vacct/info/${account.id}`,
    '/user/bankLine/info/:id?': `/user/bankLine/info/${line}`,
    '/IcbcVacctLog/info/:id?': `/IcbcVacctLog/info/${log}`,
  }
}

/** A CT account with a top-up that waits, a draft, and a closed day. */
async function accountPages(): Promise<Record<string, string>> {
  const companyId = await save(ORG, companyForm({ orgName: unique('海峡商行'), creditCode: creditCode() }))
  const accountId = await save('/admin/ct/account', { accountType: 2, holderId: companyId })
  const draft = await save('/admin/ct/account/record', { accountId, transactionType: 5, amount: '6.00' })
  const form = { accountId, amount: '80.00', payType: 'cash', payTime: now() }
  const { id: topUp } = await ask('POST', '/admin/ct/account/record/topUp', form)
  const zbatch = `19800101${await numberOf('closedDay')}`
  await inserted(
    `insert into "balanceDaily" ("zbatch", "zflag", "bizDate", "bizTime", "accountType", "isDel")
      values ($1, 1, date '1980-01-01' + $2::int, '1980-01-01', 2, 1) returning "id"`,
    [zbatch, Number(zbatch.slice('19800101'.length))],
  )
  const record = '/user/accountRecord'
  return {
    '/user/accountInfo/:uid?': `/user/accountInfo/${accountId}`,
    '/user/accountPrint/:id': `/user/accountPrint/${accountId}`,
    [`${record}/edit/:id`]: `${record}/edit/${draft}`,
    [`${record}/see/:id`]: `${record}/see/${topUp}`,
    [`${record}/examine/:id`]: `${record}/examine/${topUp}`,
    [`${record}/print`]: `${record}/print?ids=${topUp}`,
    '/user/balance/info/:zbatch/:zflag': `/user/balance/info/${zbatch}/1`,
  }
}

/** Money that came in and what is to go back of it. */
async function paymentPages(): Promise<Record<string, string>> {
  const { paymentId, noteId, flowNo } = await strayMoney('86.50')
  return {
    '/order/orderPaymentLog/:flowNo': `/order/orderPaymentLog/${flowNo}`,
    '/order/orderPaymentLogInfo/:id?': `/order/orderPaymentLogInfo/${paymentId}`,
    '/order/refundNoteInfo/:id/:refundType': `/order/refundNoteInfo/${noteId}/5`,
    '/order/refundNotePrint': `/order/refundNotePrint?ids=${noteId}`,
  }
}

/** Makes the records; answers the address of each page by its path in the menus. */
export async function recordPages(): Promise<Record<string, string>> {
  return {
    ...(await partnerPages()),
    ...(await masterPages()),
    ...(await staffPages()),
    ...(await bankPages()),
    ...(await paymentPages()),
    // Those who came by a code: nobody yet.
    '/user/index/:code?': '/user/index/ABCDEF2345',
    ...(await fleetPages()),
    ...(await privacyPages()),
    ...(await tagPages()),
    ...(await warehousePages()),
    ...(await levelPages()),
    ...(await accountPages()),
  }
}
