import { declareRole } from '#domains/access/access.door.ts'

const buttons = (page: string, ...names: readonly string[]) => [
  page,
  ...names.map((name) => `${page}#${name}`),
]

/** What dispatchers and drivers begin with. Warehouse §14. */
export const transportRoles = [
  declareRole({
    ...{ roleCode: 'wmsDispatcher', roleName: '调度员', level: 20, dataScope: 4 },
    remark: '线路、派车、夜盘、封面、附表、托运和车辆管理',
    grants: [
      ...['wts.routeTable.*', 'wts.vehicleAssignment.*', 'wts.nightCount.*', 'wts.coverPage.*'],
      ...['wts.attachmentSheet.*', 'wts.consignmentNote.*', 'wts.deliverySummary.*'],
      ...['wts.outCityTransportSummary.*', 'truck.*'],
      ...buttons('wts.deliveryOrder', '装车', '卸车', '打印'),
    ],
    without: ['truck.driver#查看身份证号'],
  }),
  declareRole({
    ...{ roleCode: 'wmsDriver', roleName: '司机', level: 10, dataScope: 6 },
    remark: '自己的车次：装车、发车、签收、回车',
    grants: [
      'wms.scan',
      ...buttons('wts.vehicleAssignment', '开始装车', '装车扫码', '发车', '回车', '打印'),
      ...buttons('wts.deliveryOrder', '装车', '卸车', '签收', '收回回单', '查看收货电话'),
    ],
  }),
]
