import { choice, choices, decimal, flag, int, ref, refs, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import { phoneFits } from '#kit/shared/identity.ts'

/** Doors §7.1 warehouse type. */
export const WAREHOUSE_TYPES = [
  { value: 1, label: '自营仓' },
  { value: 2, label: '门店仓' },
  { value: 3, label: '供应商仓' },
  { value: 4, label: '第三方仓' },
  { value: 5, label: '虚拟仓' },
] as const

/** Has no sections of its own: what is kept there is typed, not counted. */
export const VIRTUAL = 5

/** The shippingType of orders. Frame §7. */
export const LOGISTICS_MODES = [
  { value: 1, label: '快递' },
  { value: 2, label: '门店自提' },
  { value: 3, label: '自有配送' },
  { value: 4, label: '供应商直配' },
  { value: 5, label: '无需物流' },
  { value: 6, label: '物流托运' },
] as const

const SAP_CODE = {
  max: 4,
  pattern: /^[A-Za-z0-9]+$/,
  right: '最多4位字母或数字，例：1000',
  list: false,
} as const

/** A place that holds stock. Warehouse §4.1. */
export const warehouse = entity(
  'warehouse',
  '仓库',
  {
    code: text('仓库编码', {
      max: 20,
      required: true,
      unique: true,
      search: true,
      pattern: /^[A-Z0-9-]+$/,
      right: '只能填写大写字母、数字和-，例：FZ-01',
      width: 100,
      help: '大写字母、数字和-，有库存变动后不能修改',
    }),
    name: text('仓库名称', { max: 50, required: true, unique: true, search: true, width: 180 }),
    type: choice('仓库类型', WAREHOUSE_TYPES, { required: true, initial: 1, filter: true, width: 80 }),
    storeId: ref('所属门店', 'store', { list: false }),
    supplierId: ref('供应商', 'supplier', { list: false }),
    logisticsProviderId: ref('物流商', 'logisticsProvider', { list: false }),
    sapPlant: text('SAP工厂', SAP_CODE),
    sapStorageLocation: text('SAP库存地点', SAP_CODE),
    provinceId: ref('省', 'city', { form: false, list: false, port: false }),
    cityId: ref('市', 'city', { form: false, list: false, port: false }),
    districtId: ref('省市区', 'city', { required: true, list: false }),
    address: text('详细地址', { max: 120, required: true, list: false }),
    lng: decimal('经度', { decimals: 6, min: -180, max: 180, list: false }),
    lat: decimal('纬度', { decimals: 6, min: -90, max: 90, list: false }),
    principal: text('负责人', { max: 20, required: true, search: true, width: 90 }),
    // Printed on labels and consignment notes for everybody, hence never masked.
    phone: text('联系电话', {
      max: 20,
      required: true,
      pattern: { test: phoneFits },
      message: '手机号格式不正确',
      right: '例：13800138000 或 0591-87654321',
      width: 120,
    }),
    staffIds: refs('仓管员', 'admin', { list: false, max: 200, help: '仓管员可查看和操作本仓库' }),
    area: decimal('面积(㎡)', { decimals: 2, list: false }),
    logisticsModes: choices('支持配送方式', LOGISTICS_MODES, {
      required: true,
      initial: [1, 3],
      list: false,
    }),
    isDefault: flag('默认仓', { initial: 0, list: false, help: '同一组服务渠道只有一个默认仓' }),
    sort: int('排序', { initial: 1, list: false, help: '数字大的在前' }),
    status: flag('状态', { initial: 1, texts: ['启用', '停用'], filter: true, width: 80 }),
    remark: text('备注', { max: 200, long: true, list: false }),
  },
  {
    title: 'name',
    code: 'code',
    order: [
      ['sort', 'desc'],
      ['id', 'desc'],
    ],
    scope: { warehouse: 'id' },
  },
)
