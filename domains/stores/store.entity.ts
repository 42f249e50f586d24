import { CHANNELS } from '#domains/settings/settings.shared.ts'
import { choice, choices, decimal, files, flag, image, money, ref, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import { phoneFits } from '#kit/shared/identity.ts'
import { ADDRESS, DAY_TIME, VALID_TIME } from './store.rules.ts'

const STORE_TYPES = [
  { value: 1, label: '直营' },
  { value: 2, label: '加盟' },
  { value: 3, label: '自提点' },
] as const

const BUSINESS_STATES = [
  { value: 1, label: '营业', means: 'done' },
  { value: 0, label: '休息', means: 'off' },
] as const

/** Catalog §5. */
export const store = entity(
  'store',
  '门店',
  {
    storeCode: text('门店编码', { max: 20, unique: true, search: true, width: 110, help: '留空由系统编号' }),
    name: text('门店名称', { max: 100, required: true, unique: true, search: true, width: 180 }),
    storeType: choice('门店类型', STORE_TYPES, { required: true, initial: 1, filter: true }),
    companyId: ref('所属单位', 'company', { filter: true, list: false }),
    shoudaId: ref('售达方', 'shouda', { list: false }),
    image: image('门店logo', { required: true, ratio: 1 }),
    introduction: text('门店简介', { max: 200, long: true, list: false }),
    // Shown to everybody who comes to the store, hence never masked.
    phone: text('手机号码', {
      max: 20,
      required: true,
      search: true,
      pattern: { test: phoneFits },
      message: '手机号码格式不正确',
      right: '例：13800138000 或 0591-87654321',
      width: 130,
      help: '手机或座机，如 0591-87654321',
    }),
    address: text('省市区', { max: 255, required: true, search: true, pattern: ADDRESS, width: 220 }),
    detailedAddress: text('详细地址', { max: 255, required: true, search: true, list: false }),
    latitude: decimal('纬度', { decimals: 6, min: -90, max: 90, list: false }),
    longitude: decimal('经度', { decimals: 6, min: -180, max: 180, list: false }),
    dayTime: text('营业时间', { max: 11, pattern: DAY_TIME, right: '例：09:00,18:00', width: 120 }),
    validTime: text('核销有效日期', {
      max: 21,
      pattern: VALID_TIME,
      right: '例：2027-01-01,2027-12-31',
      list: false,
    }),
    warehouseId: ref('发货仓库', 'warehouse', { list: false }),
    channelIds: choices('渠道', CHANNELS, { list: false }),
    deliveryRadius: decimal('配送半径(km)', { decimals: 1, list: false }),
    startAmount: money('起送金额', { list: false }),
    deliveryFee: money('配送费', { initial: 0, list: false }),
    managerId: ref('店长', 'admin', { readOnly: true, width: 100 }),
    licenceFile: files('营业执照', { max: 5, accept: 'document' }),
    businessStatus: choice('营业状态', BUSINESS_STATES, { initial: 1, filter: true }),
    isShow: flag('是否显示', { initial: 1, texts: ['显示', '隐藏'] }),
    isRecycle: flag('回收站', { initial: 0, readOnly: true, list: false, port: false }),
  },
  {
    title: 'name',
    code: 'storeCode',
    picture: 'image',
    order: [['id', 'desc']],
    scope: { store: 'id' },
    grams: true,
  },
)
