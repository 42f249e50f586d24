// One sheet for every import, in an order in which each names what those before it brought.

import { sql } from 'kysely'
import type { TestApp } from '#app/testing.ts'
import { bareConsumer } from './consumers.ts'
import type { Filling } from './templateSheets.ts'

export interface Trial {
  sheets: Filling
  /** filters of the list that leave out what every house has from the start */
  filters?: Record<string, string>
  /** cells of its first row that break a rule of the import's own, told at a column that is none of another mistake */
  wrong?: Readonly<Record<string, string>>
  /** what no sheet brings: makes it in a house before the sheet is imported */
  before?(app: TestApp): Promise<unknown>
}

const rows = (...list: Filling['']): Filling => ({ '': list })

const RED = { specName1: '颜色', specValue1: '红', specName2: '尺码', specValue2: 'M' }
const NO_SPECS = {
  specName1: '',
  specValue1: '',
  specName2: '',
  specValue2: '',
  specName3: '',
  specValue3: '',
}
const PRODUCT = {
  ...NO_SPECS,
  catePath: '往返一级/往返二级',
  cateNo: '',
  brandName: '往返品牌',
  unitName: '往返',
  storage: '冷冻',
  wmsGroup: 'RT01',
  keyword: '往返 词',
  family: '休闲食品',
  isPostage: '是',
  postage: '0',
  isBest: '是',
  isHot: '否',
  isNew: '是',
  isBenefit: '否',
  sliderImage: '/files/a.png /files/b.png',
  barCode: '',
}
const WHO = {
  agentId: '',
  managerId: '',
  buyerId: '',
  warehouseId: '',
  warehouseIds: '',
  defaultWarehouseId: '',
}
const PARTNER = { orgCode: 'KH900009' }
const ACCOUNT = '6222020200001234567'
const CREDIT_CODE = '91350100M000100Y43'

/** The same for both houses: what is approved by people is set as approved. */
const approve = (table: string) => (app: TestApp) =>
  sql`update ${sql.table(table)} set "inForce" = 1, "auditStatus" = 1`.execute(app.db)

/** A warehouse with a section, and goods: no sheet brings a warehouse. */
async function openPlace({ db }: TestApp): Promise<void> {
  await sql`with w as (insert into "warehouse" ("code", "name", "districtId") values ('RT-W1', '往返仓', 350102)
      on conflict do nothing returning "id"),
    s as (insert into "section" ("warehouseId", "code", "name", "tempZone", "barCode")
      select "id", 'RTS1', '往返货位', 4, 'SEC-RT-W1-RTS1' from w),
    p as (insert into "product" ("productCode", "sapCode", "storeName", "keyword", "image", "cateId", "unitId", "auditStatus", "repoStatus")
      select 'RT-GOODS', 'RTMAT1', '往返储存品', 't', '/a.jpg', '{1}', 1, 1, 1 from w returning "id")
    insert into "sku" ("productId", "suk", "price", "otPrice") select "id", '默认', 100, 100 from p`.execute(
    db,
  )
}

const TIMES = { cutOffTime: '16:00', planDepartTime: '07:30' }
/** A warehouse and where its routes stop: no sheet brings them. */
async function openStops({ db }: TestApp): Promise<void> {
  await sql`with w as (insert into "warehouse" ("code", "name", "districtId") values ('RT-W2', '往返线路仓', 350102)
      on conflict do nothing returning "id")
    insert into "shipTo" ("shipToCode", "shipToName", "companyId", "contactName", "contactPhone", "districtId", "address")
    select 'RT' || n."name", '往返送达' || n."name", 990001, '李二', '13900000002', 350102, '仓前街2号'
    from w cross join (values ('一'), ('二')) as n ("name")`.execute(db)
}

/** The same with what forecasts ask of them: settings, and a code by which a sheet names the goods. */
async function openPlanned(app: TestApp): Promise<void> {
  await openPlace(app)
  await sql`insert into "wareHouseConfig" ("warehouseId", "channelIds")
    select "id", '{1201}' from "warehouse" w where "code" = 'RT-W1'
      and not exists (select from "wareHouseConfig" c where c."warehouseId" = w."id")`.execute(app.db)
  await sql`update "sku" set "skuCode" = 'RT-SKU' where "productId" = (select "id" from "product" where "productCode" = 'RT-GOODS')`.execute(
    app.db,
  )
}

export const TRIALS: Readonly<Record<string, Trial>> = {
  category: {
    sheets: rows(
      { sourceNo: 'RT2', parentNo: 'RT1', name: '往返二级', parentPath: '' },
      { sourceNo: 'RT1', parentNo: '0', name: '往返一级', parentPath: '' },
      { sourceNo: '', parentNo: '0', name: '无号一级', parentPath: '', status: '隐藏' },
      { sourceNo: '', parentNo: '', name: '无号二级', parentPath: '无号一级', status: '隐藏' },
    ),
  },
  dictData: { sheets: rows({ dictLabel: '往返职位', dictValue: '99' }) },
  sensitiveWord: { sheets: rows({ word: '往返词', whiteWords: '甲词,乙词' }) },
  express: { sheets: rows({ code: 'rtexpress', name: '往返速递' }) },
  systemCity: {
    sheets: rows({ cityId: '710100', parentId: '710000', name: '往返市', areaCode: '710100000000' }),
  },
  unit: { sheets: rows({ unitCode: 'RT', unitName: '往返', status: '启用' }) },
  brand: {
    sheets: rows({
      brandCode: 'PP90001',
      brandName: '往返品牌',
      cateIds: '往返一级/往返二级、无号一级',
      status: '启用',
    }),
  },
  sapWmsGroup: {
    sheets: rows({
      groupCode: 'RT01',
      groupName: '往返组',
      sapMatGroup: 'MAT1',
      tempZone: '冷冻',
      putawaySection: '',
      status: '启用',
    }),
  },
  productParam: {
    sheets: rows(
      {
        paramName: '往返参数',
        cateIds: '往返一级/往返二级',
        status: '启用',
        'lines.name': '香型',
        'lines.inputType': '单选',
        'lines.options': '浓香,酱香',
      },
      {
        paramName: '往返参数',
        cateIds: '往返一级/往返二级',
        status: '启用',
        'lines.name': '度数',
        'lines.inputType': '数字',
        'lines.options': '',
        'lines.unit': '',
      },
    ),
  },
  shippingTemplate: {
    sheets: rows(
      {
        name: '往返模板',
        appoint: '指定条件包邮',
        'regions.cityIds': '',
        'frees.cityIds': '福建省',
      },
      {
        name: '往返模板',
        appoint: '指定条件包邮',
        'regions.cityIds': '福建省/福州市、福建省/厦门市',
        'frees.cityIds': '',
        'frees.number': '',
        'frees.price': '',
      },
    ),
  },
  salesChannel: {
    sheets: rows(
      {
        ...WHO,
        channelCode: 'RT2',
        channelName: '往返下级',
        pid: '往返上级',
        sapSalesOrg: '1000',
        sapDistChannel: '10',
        division: '00',
        status: '启用',
      },
      {
        ...WHO,
        channelCode: 'RT1',
        channelName: '往返上级',
        pid: '',
        sapSalesOrg: '1000',
        sapDistChannel: '10',
        division: '00',
        status: '启用',
      },
    ),
  },
  admin: {
    filters: { keywords: 'rtstaff' },
    sheets: rows({
      account: 'rtstaff',
      realName: '往返员工',
      phone: '13812340001',
      dept: '往返总部/往返销售部',
      roles: '往返角色',
      jobNo: 'RT001',
    }),
    async before(app) {
      await sql`insert into "role" ("roleName", "roleCode", "level", "dataScope")
        values ('往返角色', 'rt', 50, 1)`.execute(app.db)
      await sql`with head as (insert into "dept" ("deptName", "path") values ('往返总部', '') returning "id"),
        below as (insert into "dept" ("deptName", "pid", "path") select '往返销售部', "id", '' from head returning "id", "pid")
        select 1`.execute(app.db)
      await sql`update "dept" set "path" = case when "pid" = 0 then '/' || "id" || '/'
        else '/' || "pid" || '/' || "id" || '/' end where "path" = ''`.execute(app.db)
    },
  },
  supplier: {
    sheets: rows({
      ...WHO,
      supplierCode: 'GY90001',
      taxNo: CREDIT_CODE,
      telephone: '0591-87654321',
      fax: '0591-87654322',
      email: 'rt@example.com',
      bankAccount: ACCOUNT,
      payTerms: 'Z030',
      currency: 'CNY',
      orderDays: '周一、周三',
      contractEnd: '2029-03-05',
      sapPurOrg: '1000',
      vendorNum: '100001',
    }),
  },
  product: {
    wrong: { barCode: '6901234567890' },
    sheets: rows(
      {
        ...PRODUCT,
        ...RED,
        sourceNo: 'RT-1',
        productCode: 'RT0001',
        skuCode: 'RT0001-A',
        barCode: '6901234567892',
      },
      {
        ...PRODUCT,
        ...RED,
        specValue2: 'L',
        sourceNo: 'RT-1',
        productCode: 'RT0001',
        skuCode: 'RT0001-B',
        price: '61.5',
      },
      { ...PRODUCT, sourceNo: '', productCode: 'RT0002', storeName: '单规格往返', skuCode: 'RT0002-01' },
    ),
  },
  productSku: {
    wrong: { barCode: '6901234567890' },
    sheets: rows(
      {
        productNo: 'RT-1',
        productCode: 'RT0001',
        pairs: '{"颜色":"红","尺码":"M"}',
        skuCode: 'RT0001-A',
        barCode: '6901234567892',
        image: '/files/m.png',
        price: '71',
      },
      {
        productNo: 'RT-1',
        productCode: 'RT0001',
        pairs: '{"颜色":"红","尺码":"L"}',
        skuCode: 'RT0001-B',
        barCode: '',
        image: '/files/l.png',
        price: '72',
      },
    ),
  },
  supplierProduct: {
    before: approve('supplier'),
    wrong: { startDate: '2026-01-01', endDate: '2025-01-01' },
    sheets: rows({
      supplierId: '福建示例食品有限公司',
      skuId: 'RT0001-A',
      unitId: '往返',
      startDate: '2026-01-01',
      endDate: '2030-01-01',
    }),
  },
  basePrice: {
    sheets: rows(
      { priceTitle: '往返基础价', effectTime: '2099-01-01 08:30:15', code: 'RT0001-A' },
      { priceTitle: '往返基础价', effectTime: '2099-01-01 08:30:15', code: 'RT0001-B' },
    ),
  },
  saleInfo: {
    wrong: { minRetailPrice: '99', retailPrice: '59' },
    sheets: rows({
      infoTitle: '往返销售信息',
      effectTime: '2099-01-01 08:00:00',
      expireTime: '2099-12-31 23:59:59',
      salesChannelId: '往返上级',
      code: 'RT0001-A',
      supplyPrice: '40',
      retailPrice: '59',
      minRetailPrice: '50',
      launchDate: '2099-01-01',
      offDate: '2099-12-01',
    }),
  },
  priceNotice: {
    wrong: { effectTime: '2099-01-01 08:00:00', expireTime: '2098-01-01 08:00:00' },
    sheets: rows({
      noticeTitle: '往返调价',
      scopeType: '销售渠道',
      channelId: '供应链',
      effectTime: '2099-01-01 08:00:00',
      expireTime: '2099-12-31 23:59:59',
      scopeIds: '往返上级',
      code: 'RT0001-A',
      newPrice: '60',
      newOtPrice: '66',
    }),
  },
  company: {
    filters: { keywords: '往返商行' },
    sheets: {
      '': [
        {
          ...WHO,
          orgCode: 'KH900009',
          orgName: '往返商行',
          establishDate: '2020-03-05',
          pid: '往返单位',
          legalPhone: '13812340002',
          contactEmail: 'rt@example.com',
          salesOffice: '1000',
          salesGroup: '100',
          salesChannelId: '往返上级',
          deliveryOrderType: '',
          deliveryCustType: '',
          logisticsMode: '',
        },
      ],
      售达方: [
        {
          ...PARTNER,
          ...WHO,
          shoudaName: '往返售达方',
          shoudaNum: '0010009001',
          salesChannelId: '往返上级',
          salesOffice: '1000',
          salesGroup: '100',
          custGroup: '01',
          priceGroup: '01',
          currency: 'CNY',
          shipCondition: '01',
          accountGroup: 'Z1',
        },
      ],
      付款方: [
        {
          ...PARTNER,
          payerName: '往返付款方',
          payerCode: '0010009002',
          taxNo: CREDIT_CODE,
          bankAccount: ACCOUNT,
          creditArea: '1000',
          contractEnd: '2029-03-05',
        },
      ],
      送达方: [
        {
          ...PARTNER,
          ...WHO,
          shipToName: '往返送达方',
          shipToCode: '0010009003',
          backupPhone: '13812340003',
          truckLimit: '',
          receiveFrom: '08:00',
          receiveTo: '18:00',
          logisticsMode: '',
          deliveryCustType: '',
        },
      ],
      开票方: [
        {
          ...PARTNER,
          invoiceTitle: '往返开票方',
          invoiceCode: '0010009004',
          taxNo: CREDIT_CODE,
          bankAccount: ACCOUNT,
          regPhone: '0591-87654321',
          receivePhone: '13812340006',
        },
      ],
    },
  },
  customer: {
    sheets: rows({
      ...WHO,
      customerName: '往返客户',
      contactPhone: '13812340004',
      creditCode: CREDIT_CODE,
      email: 'rt@example.com',
      stage: '意向',
    }),
  },
  orgUser: {
    sheets: rows({
      orgId: '往返单位',
      subOrgId: '',
      account: 'rtuser',
      phone: '13812340005',
      email: 'rt@example.com',
      position: '店长',
      shoudaIds: '往返可用售达方',
      shipToIds: '',
    }),
  },
  vacct: { sheets: rows({ vacctNo: '440202900001', vacctName: '往返户', payerId: '往返付款方' }) },
  bankLine: {
    sheets: rows({
      bankSerialNo: 'RT20270305001',
      direction: '出账',
      tradeTime: '2027-03-05 09:30:00',
      mainAccount: '4402029109000000001',
    }),
  },
  payerProduct: {
    wrong: { startDate: '2026-01-01', endDate: '2025-01-01' },
    sheets: rows({
      payerId: '往返付款方',
      code: 'RT0001-A',
      settlePrice: '50',
      discountRate: '',
      startDate: '2026-01-01',
      endDate: '2030-01-01',
    }),
  },
  productQuota: {
    sheets: rows(
      {
        startTime: '2027-01-01 00:00:00',
        endTime: '2027-12-31 23:59:00',
        quotaName: '往返限额',
        code: 'RT0001',
        scopeType: '指定单位',
        scopeNames: '往返单位',
      },
      {
        startTime: '2027-01-01 00:00:00',
        endTime: '2027-12-31 23:59:00',
        quotaName: '往返限额',
        code: 'RT0002-01',
        scopeType: '指定单位',
        scopeNames: '往返单位',
      },
    ),
  },
  productDirectory: {
    wrong: { startTime: '2026-01-01 00:00:00', endTime: '2025-01-01 00:00:00' },
    sheets: rows({
      productCode: 'RT0001',
      scopeType: '指定单位',
      scopeNames: '往返单位',
      startTime: '2026-01-01 00:00:00',
      endTime: '2030-01-01 00:00:00',
    }),
  },
  purposeFeedback: {
    async before(app) {
      await sql`insert into "purposeProduct" ("purposeTitle", "startTime", "endTime", "status", "deliveryMonths", "skuIds")
        select '往返意向', now() - interval '1 day', now() + interval '100 days', 1, '{2027-01,2027-02}',
          array(select "id" from "sku" where "skuCode" = 'RT0001-A')`.execute(app.db)
    },
    sheets: rows({
      purposeTitle: '往返意向',
      orgCode: 'KH100001',
      shoudaNum: '',
      skuCode: 'RT0001-A',
    }),
  },
  nameList: {
    filters: { keywords: 'rt-device-1' },
    wrong: { startTime: '2026-01-01 00:00:00', endTime: '2025-01-01 00:00:00' },
    sheets: rows({
      listType: '黑名单',
      objectType: '设备号',
      objectValue: 'rt-device-1',
      scenes: '下单、秒杀',
      startTime: '2026-01-01 00:00:00',
      endTime: '2030-01-01 00:00:00',
    }),
  },
  groupBuyEmployee: {
    filters: { keywords: '13812340901' },
    async before(app) {
      await sql`insert into "groupBuying" ("groupNo", "name", "shoudaId", "startTime", "endTime")
        values ('RTTG0001', '往返团购', 990001, now(), now() + interval '1 year')`.execute(app.db)
    },
    wrong: { groupNo: 'RTTG9999' },
    sheets: rows({ groupNo: 'RTTG0001', empNo: 'RT01', realName: '往返员工', phone: '13812340901' }),
  },
  user: {
    filters: { keywords: '13812340902' },
    wrong: { spreadPhone: '13899990000' },
    sheets: rows({
      phone: '13812340902',
      nickname: '往返客',
      districtId: '',
      level: '',
      customerLevel: '',
      groupId: '',
      tags: '',
      storeId: '',
      spreadPhone: '',
      integral: '',
      nowMoney: '',
      experience: '',
    }),
  },
  userTagRel: {
    filters: { tagId: '990001' },
    async before(app) {
      await bareConsumer(app.db, 990001, '往返用户')
      await sql`insert into "userTag" ("id", "name") overriding system value values (990001, '往返标签')`.execute(
        app.db,
      )
    },
    sheets: rows({ user: '990001', tag: '往返标签', action: '打标' }),
  },
  vipTaskRecord: {
    filters: { taskId: '990001' },
    async before(app) {
      await bareConsumer(app.db, 990002, '往返领奖人')
      await sql`insert into "vipTask" ("id", "name", "taskType", "target", "period", "experience", "icon")
        overriding system value values (990001, '往返发放', 16, 1, 1, 1, '/x.png')`.execute(app.db)
    },
    sheets: rows({ task: '往返发放', user: '990002' }),
  },
  licence: {
    sheets: rows({ ownerCode: 'KH100001', longTerm: '否' }),
  },
  store: {
    sheets: rows({
      ...WHO,
      storeCode: 'MD90001',
      name: '往返门店',
      companyId: '往返单位',
      shoudaId: '',
      phone: '0591-87654321',
      validTime: '2026-01-01,2030-12-31',
      channelIds: '商城、企业',
    }),
  },
  section: {
    before: openPlace,
    filters: { keywords: 'RTZ' },
    sheets: rows(
      { warehouseId: '往返仓', code: 'RTZ1', pid: '', type: '拣货区', tempZone: '冷冻' },
      { warehouseId: '往返仓', code: 'RTZ2', pid: '', name: '往返区二' },
    ),
  },
  singleItemForecast: {
    before: openPlanned,
    sheets: rows({
      ...{ warehouseId: '往返仓', skuId: 'RT-SKU', supplierId: '', periodStart: '2026-12-01' },
      ...{ periodEnd: '2026-12-14', forecastQty: '10', planQty: '12', expectDate: '2026-12-05' },
      ...{ source: '采购', confidence: '80', remark: '往返' },
    }),
  },
  wmsProduct: {
    before: openPlace,
    filters: { keywords: 'RT-GOODS' },
    sheets: rows({
      productCode: 'RT-GOODS',
      suk: '',
      boxQty: '6',
      palletQty: '12',
      shelfLifeDays: '30',
      shelfAlertDays: '5',
      storageCondition: '冷冻',
      warehouse: 'RT-W1',
      safetyQty: '4',
      minQty: '3',
      maxQty: '9',
      defaultSectionId: 'RTS1',
      pickSectionId: 'RTS1',
    }),
    wrong: { productCode: 'RT-NONE' },
  },
  sapBill: {
    before: openPlace,
    sheets: rows(
      { sapBillNo: 'RT50000001', 'lines.itemNo': '1', 'lines.sapCode': 'RTMAT1' },
      { sapBillNo: 'RT50000001', 'lines.itemNo': '2', 'lines.sapCode': 'RTMAT1' },
    ),
    wrong: { 'lines.sapCode': 'RT-NONE' },
  },
  sapDeliveryOrder: {
    before: openPlace,
    sheets: rows(
      { sapDeliveryNo: 'RT80000001', custType: '直营', 'lines.itemNo': '10', 'lines.sapCode': 'RTMAT1' },
      { sapDeliveryNo: 'RT80000001', custType: '直营', 'lines.itemNo': '20', 'lines.sapCode': 'RTMAT1' },
    ),
    wrong: { 'lines.sapCode': 'RT-NONE' },
  },
  sapDailyFullStock: {
    before: openPlace,
    sheets: rows(
      { stockDate: '2026-03-01', sapPlant: 'RT01', sapCode: 'RTMAT1' },
      { stockDate: '2026-03-01', sapPlant: 'RT01', sapCode: 'RTMAT1', charg: 'RT2' },
    ),
    wrong: { sapCode: 'RT-NONE' },
  },
  truckModel: {
    sheets: rows({
      code: 'RTCX',
      name: '往返车型',
      length: '4.2',
      width: '1.9',
      height: '2',
      loadWeight: '1500',
      loadVolume: '14',
      licenceTypes: 'C1,B2',
      tempZones: '常温、冷藏',
      status: '启用',
    }),
  },
  driver: {
    sheets: rows({
      name: '往返司机',
      phone: '13812340903',
      idCard: '11010519491231002X',
      gender: '女',
      birthday: '1949-12-31',
      ownership: '自有',
      logisticsProviderId: '',
      licenceNo: '11010519491231002X',
      licenceType: 'B2',
      licenceBegin: '2020-01-01',
      licenceEnd: '2030-01-01',
      certNo: '',
      certEnd: '',
      adminId: '',
      status: '在职',
    }),
  },
  truckCar: {
    sheets: rows({
      plateNo: '闽A9RT01',
      truckModelId: '往返车型',
      ownership: '自有',
      logisticsProviderId: '',
      defaultDriverId: '往返司机',
      warehouseId: '',
      vin: '',
      insuranceEnd: '2030-06-30',
      inspectionEnd: '2030-03-31',
      permitNo: '闽运3501',
      permitEnd: '2030-01-01',
      mileage: '12500.5',
    }),
  },
  route: {
    before: openStops,
    filters: { keywords: 'RTXL' },
    sheets: rows(
      {
        ...{
          code: 'RTXL1',
          name: '往返线路',
          warehouseId: '往返线路仓',
          weekdays: '周一、周三',
          status: '启用',
          ...TIMES,
        },
        ...{ defaultTruckCarId: '', defaultDriverId: '往返司机', minutes: '120', distanceKm: '35.5' },
        ...{ 'stops.seq': '1', 'stops.shipToId': '往返送达一', 'stops.timeWindow': '08:00-11:00' },
      },
      {
        ...{
          code: 'RTXL1',
          name: '往返线路',
          warehouseId: '往返线路仓',
          weekdays: '周一、周三',
          status: '启用',
          ...TIMES,
        },
        ...{ defaultTruckCarId: '', defaultDriverId: '往返司机', minutes: '120', distanceKm: '35.5' },
        ...{
          'stops.seq': '2',
          'stops.shipToId': '往返送达二',
          'stops.timeWindow': '',
          'stops.stayMinutes': '15',
        },
      },
    ),
  },
}
