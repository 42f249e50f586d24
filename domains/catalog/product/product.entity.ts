import { z } from 'zod'
import { sapFields } from '#domains/sap/sap.shared.ts'
import { CHANNELS, TEMP_ZONES } from '#domains/settings/settings.shared.ts'
import {
  choice,
  choices,
  decimal,
  dict,
  flag,
  html,
  image,
  images,
  int,
  json,
  lines,
  money,
  percent,
  quantity,
  ref,
  refs,
  text,
  texts,
} from '#kit/fields/shared.ts'
import { documentFields } from '#kit/shared/document.ts'
import { entity } from '#kit/shared/entity.ts'
import { REPO_STATES } from './product.states.ts'
import { SHELF_STATES } from './shelf.states.ts'
import { COST } from './sku.entity.ts'
import { SPEC_VALUES_MAX, SPECS_MAX } from './spec.rules.ts'

export const PRODUCT_KINDS = [
  { value: 0, label: '普通' },
  { value: 1, label: '虚拟' },
  { value: 2, label: '赠品' },
  { value: 3, label: '组合' },
] as const

const STOCK_MODES = [
  { value: 0, label: '仓库库存' },
  { value: 1, label: '自填库存' },
] as const

export const TAX_RATES = [
  { value: 0, label: '0%' },
  { value: 1, label: '1%' },
  { value: 3, label: '3%' },
  { value: 6, label: '6%' },
  { value: 9, label: '9%' },
  { value: 13, label: '13%' },
] as const

export const ABC_CLASSES = [
  { value: 'A', label: 'A' },
  { value: 'B', label: 'B' },
  { value: 'C', label: 'C' },
] as const

/** The shippingType of orders, as far as it can be chosen for a product; 4 供应商直配 follows isDirect. Frame §7. */
export const DELIVERY_TYPES = [
  { value: 1, label: '快递' },
  { value: 2, label: '门店自提' },
  { value: 3, label: '自有配送' },
  { value: 5, label: '无需物流' },
  { value: 6, label: '物流托运' },
] as const

const ACTIVITIES = [
  { value: 0, label: '默认' },
  { value: 1, label: '秒杀' },
  { value: 2, label: '砍价' },
  { value: 3, label: '拼团' },
] as const

export const attrLine = {
  attrName: text('规格名', { max: 20, required: true, pattern: /^[^,]+$/ }),
  attrValues: texts('规格值', { each: 50, max: SPEC_VALUES_MAX, required: true }),
}

export const comboLine = {
  skuId: ref('规格', 'sku', { required: true }),
  num: int('数量', { min: 1, required: true }),
}

const paramValue = z.object({ name: z.string().max(20), value: z.string().max(200) })
export type ParamValue = z.infer<typeof paramValue>

/** What an article is: kept by the repository. Catalog §2.3, F columns R and B. */
export const masterFields = {
  productCode: text('商品编码', {
    max: 18,
    unique: true,
    search: true,
    pattern: /^[A-Z0-9-]*$/,
    right: '只能填写大写字母、数字和-，例：P00000001',
    help: '留空由系统编号',
  }),
  sapCode: text('SAP物料号', { max: 18, unique: true, search: true }),
  sourceNo: text('外部编号', { max: 40, unique: true, search: true, list: false }),
  storeName: text('商品名称', { max: 128, required: true, search: true }),
  shortName: text('商品简称', { max: 32, list: false }),
  storeInfo: text('商品简介', { max: 256, long: true, list: false }),
  keyword: text('商品关键字', { max: 255, required: true, search: true, list: false }),
  cateId: refs('商品分类', 'category', { required: true, categoryType: 1, max: 5 }),
  brandId: ref('品牌', 'brand', { filter: true }),
  productFamily: dict('产品族', 'product_family', { filter: true, list: false }),
  productFamilySecond: dict('二级产品族', 'product_family', { list: false }),
  productKind: choice('商品类型', PRODUCT_KINDS, { initial: 0, filter: true }),
  comboLines: lines('组合明细', comboLine, { max: 100 }),
  stockMode: choice('库存方式', STOCK_MODES, { initial: 0, list: false }),
  unitId: ref('基本单位', 'unit', { required: true, filter: true }),
  isWeight: flag('称重商品', { initial: 0, list: false }),
  barCode: text('商品条码', { max: 32, search: true }),
  specType: flag('多规格', { initial: 0, texts: ['多规格', '单规格'], list: false }),
  attr: lines('规格', attrLine, { max: SPECS_MAX }),
  image: image('商品封面图', { required: true, ratio: 1 }),
  sliderImage: images('商品轮播图', { required: true, max: 10 }),
  videoLink: text('主图视频', { max: 255, list: false, pattern: /^(https?:\/\/|\/)\S+$/ }),
  flatPattern: image('展示图', { list: false }),
  content: html('商品详情'),
  paramValues: json('商品参数', z.array(paramValue).max(100), { initial: [] }),
  shelfLifeDays: int('保质期(天)'),
  shelfAlertDays: int('临期预警(天)', { list: false }),
  receiveRatio: percent('允收比例', { initial: 66, list: false }),
  deliverRatio: percent('允发比例', { initial: 50, list: false }),
  batchManaged: flag('批次管理', { initial: 0, list: false }),
  storageCondition: choice('储存条件', TEMP_ZONES, { initial: 1 }),
  wmsGroupId: ref('SAP仓储分组', 'sapWmsGroup', { filter: true }),
  boxQty: int('箱规'),
  palletQty: int('托规', { list: false }),
  abcClass: choice('ABC分类', ABC_CLASSES, { list: false }),
  length: decimal('长(cm)', { decimals: 2, list: false }),
  width: decimal('宽(cm)', { decimals: 2, list: false }),
  height: decimal('高(cm)', { decimals: 2, list: false }),
  weight: decimal('毛重(KG)', { decimals: 3, list: false }),
  netWeight: decimal('净重(KG)', { decimals: 3, list: false }),
  volume: decimal('体积(m³)', { decimals: 4, list: false }),
  originPlace: text('产地', { max: 50, list: false }),
  manufacturer: text('生产厂家', { max: 100, list: false }),
  standardNo: text('执行标准号', { max: 50, list: false }),
  productionLicence: text('生产许可证号', { max: 30, list: false }),
  taxRate: choice('税率', TAX_RATES, { initial: 13 }),
  taxCode: text('税收分类编码', { max: 19, pattern: /^\d{19}$/, list: false }),
  supplierId: ref('默认供应商', 'supplier', { filter: true, list: false }),
  isDirect: flag('供应商直配', { initial: 0, list: false }),
  purchaseLeadDays: int('采购提前期(天)', { list: false }),
  buyerId: ref('采购员', 'admin', { list: false }),
  warnStock: quantity('预警库存', { list: false, help: '留空使用默认预警库存' }),
}

/** How it is sold. Catalog §2.3, F column S. */
export const saleFields = {
  tempId: ref('运费模板', 'shippingTemplate', { list: false }),
  isPostage: flag('包邮', { initial: 0, list: false }),
  postage: money('邮费', { initial: 0, list: false }),
  deliveryTypes: choices('配送方式', DELIVERY_TYPES, { list: false }),
  minBuy: quantity('起购数量', { initial: 1, list: false }),
  stepBuy: quantity('购买倍数', { initial: 1, list: false }),
  refundable: flag('支持退货', { initial: 1, list: false }),
  giveIntegral: int('赠送积分', { initial: 0, list: false }),
  ficti: int('虚拟销量', { initial: 0, list: false }),
  sort: int('排序', { initial: 0, sortable: true }),
  isBest: flag('精品推荐', { initial: 0, list: false }),
  isHot: flag('热门榜单', { initial: 0, list: false }),
  isNew: flag('首发新品', { initial: 0, list: false }),
  isBenefit: flag('促销单品', { initial: 0, list: false }),
  isGood: flag('优品推荐', { initial: 0, list: false }),
  activity: choices('活动优先级', ACTIVITIES, { list: false }),
  isSub: flag('佣金设置', { initial: 0, texts: ['单独设置', '默认设置'], list: false }),
  couponIds: refs('赠送优惠券', 'coupon', { list: false }),
  channels: choices('销售渠道', CHANNELS, {}),
  tagIds: refs('商品标签', 'productTag', { list: false }),
  isMemberPrice: flag('参与会员价', { initial: 1, list: false }),
}

const { remark: _remark, files: _files, ...audit } = documentFields

/** What the system keeps about it. */
const systemFields = {
  repoStatus: choice('商品库状态', REPO_STATES, { readOnly: true, initial: 0 }),
  ...audit,
  platformStatus: choice('平台状态', SHELF_STATES, { readOnly: true, initial: 0, filter: true }),
  isShow: flag('上架', { readOnly: true, initial: 0, texts: ['上架', '下架'] }),
  isRecycle: flag('回收站', { readOnly: true, initial: 0, list: false, port: false }),
  price: money('售价', { readOnly: true, initial: 0, sortable: true }),
  otPrice: money('原价', { readOnly: true, initial: 0 }),
  cost: money('成本价', { readOnly: true, initial: 0, permission: COST }),
  stock: quantity('库存', { readOnly: true, initial: 0, sortable: true }),
  sales: quantity('销量', { readOnly: true, initial: 0, sortable: true }),
  browse: int('浏览量', { readOnly: true, initial: 0, list: false }),
  specCount: int('规格数', { readOnly: true, initial: 0 }),
  completeness: int('完整度', { readOnly: true, initial: 0 }),
  /** codes and barcodes of its skus and packing units, for search */
  skuSearch: text('规格编码与条码', { max: 100_000, readOnly: true, search: true, list: false, port: false }),
  ...sapFields,
}

/** The one record of an article, whatever it is used for. Catalog D1. */
export const product = entity(
  'product',
  '商品',
  { ...masterFields, ...saleFields, ...systemFields },
  { title: 'productCode', picture: 'image', order: [['id', 'desc']], grams: true, searchId: true },
)
