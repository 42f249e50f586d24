import { declareRole } from '#domains/access/access.door.ts'

/** Sees the warehouses that name them, and those of their stores. Warehouse §14. */
const OWN_PLACES = 4
const ALL = 1

const DOCUMENTS = ['wms.stockin', 'wms.stockout', 'wms.transfer', 'wms.shiftingParking', 'wms.freeze']
const WRITTEN = ['新增', '编辑', '提交', '撤回', '删除', '打印', '导出']
const buttons = (page: string, ...names: readonly string[]) => [
  page,
  ...names.map((name) => `${page}#${name}`),
]

const SHEETS = ['daily', 'monthly', 'seasonal', 'yearly'].map((kind) => `wts.${kind}StockCount`)
/** Where goods for documents are chosen. */
const GOODS = 'store.index'
/** What only those who answer for the figures see and do. */
const OF_FINANCE = ['wms.stock#查看成本', 'wms.wareHouseConfig#关账']

/** What the people of a warehouse begin with. Warehouse §14. */
export const warehouseRoles = [
  declareRole({
    ...{ roleCode: 'wmsLead', roleName: '仓库主管', level: 30, dataScope: OWN_PLACES },
    remark: '仓储管理和仓储单据的全部操作与审核，不含成本和关账',
    grants: ['warehouse.list', 'wms.*', 'wts.*', GOODS],
    without: OF_FINANCE,
  }),
  declareRole({
    ...{ roleCode: 'wmsKeeper', roleName: '仓管员', level: 20, dataScope: OWN_PLACES },
    remark: '登记和提交出入库、调拨、移库、冻结，调拨出库和收货，上架，打印',
    grants: [
      ...['wms.scan', 'wms.stockin#扫码收货', 'wms.shiftingParking#扫码上架'],
      ...DOCUMENTS.flatMap((page) => buttons(page, ...WRITTEN)),
      ...buttons('wms.transfer', '出库', '收货'),
      ...buttons('wms.stock', '导出', '打印标签'),
      ...buttons('wms.section', '打印标签'),
      ...['warehouse.list', 'wms.recordLog', 'wms.stocklog', 'wms.wmsProduct', 'wts.purchaseAppointment'],
      ...['wts.appointmentRegister.*', 'wts.deliveryOrder', 'wts.deliveryOrder#打印', GOODS],
    ],
  }),
  declareRole({
    ...{ roleCode: 'wmsPicker', roleName: '拣货员', level: 20, dataScope: OWN_PLACES },
    remark: '领取、拣货、分拣、复核',
    grants: [
      ...buttons('wts.pickList', '领取', '拣货', '登记缺货', '完成', '打印'),
      ...buttons('wts.sortOrder', '开始', '分拣', '完成', '打印'),
      ...buttons('wts.deliveryOrder', '复核', '打印'),
      ...['wms.scan', 'wts.productTable', 'wms.stock'],
    ],
  }),
  declareRole({
    ...{ roleCode: 'wmsCounter', roleName: '盘点员', level: 20, dataScope: OWN_PLACES },
    remark: '录入盘点表，看不到账面数量',
    grants: ['wms.scan', ...SHEETS.flatMap((page) => buttons(page, '录入', '打印'))],
  }),
  declareRole({
    ...{ roleCode: 'wmsFinance', roleName: '库存财务', level: 30, dataScope: ALL },
    remark: '成本，审核盘点、报废和调拨损失，关账，SAP库存',
    grants: [
      ...buttons('wms.stock', '查看成本', '导出'),
      ...buttons('wms.stocklog', '导出'),
      ...buttons('wms.recordLog'),
      ...['wms.stockin', 'wms.stockout', 'wms.transfer'].flatMap((page) => buttons(page, '审核', '导出')),
      ...buttons('wms.transfer', '差异'),
      ...buttons('wts.inventoryManage', '查看账面', '导出'),
      ...SHEETS.flatMap((page) => buttons(page, '审核', '导出', '打印')),
      ...buttons('wms.wareHouseConfig', '编辑', '关账'),
      ...['warehouse.list', 'wts.sapBill.*', 'wts.sapDeliveryOrder.*', 'wts.sapDailyFullStock.*'],
    ],
  }),
]
