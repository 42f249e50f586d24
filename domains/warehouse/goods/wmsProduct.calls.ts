import { ABC_CLASSES, product, unitLine } from '#domains/catalog/catalog.shared.ts'
import { TEMP_ZONES } from '#domains/settings/settings.shared.ts'
import { choice, int, lines, percent, quantity, ref, refs, text } from '#kit/fields/shared.ts'
import { get, idField, listAnswer, listInput, patch, post, rowAnswer, taskAnswer } from '#kit/shared/call.ts'
import { wmsProduct } from './wmsProduct.entity.ts'
import { wmsSku } from './wmsSku.entity.ts'

const WMS = '/admin/wms/wmsProduct'
const of = product.shape

/** Who may change what a product says of its storage. Catalog §2.4. */
export const MASTER = 'admin:store:product:wmsProductInfo'

/** What the product itself says of how it is stored: its own call takes the same. Catalog §2.4. */
export const masterShape = {
  length: of.length,
  width: of.width,
  height: of.height,
  weight: of.weight,
  netWeight: of.netWeight,
  volume: of.volume,
  boxQty: of.boxQty,
  palletQty: of.palletQty,
  storageCondition: of.storageCondition,
  wmsGroupId: of.wmsGroupId,
  shelfLifeDays: of.shelfLifeDays,
  shelfAlertDays: of.shelfAlertDays,
  receiveRatio: of.receiveRatio,
  deliverRatio: of.deliverRatio,
  batchManaged: of.batchManaged,
  abcClass: of.abcClass,
  productUnits: lines('包装单位', unitLine, { max: 20 }),
}

const { skuId: _skuId, ...placeShape } = wmsProduct.shape
/** What each warehouse is set for the sku. */
export const places = lines('各仓设置', placeShape, { max: 200 })

/** Whether weight, volume and box size are known. */
export const LACKS = [
  { value: '1', label: '资料不全' },
  { value: '0', label: '资料齐全' },
] as const

const input = listInput(wmsSku, {
  warehouseId: text('仓库', { max: 200, pattern: /^\d+(,\d+)*$/ }),
  cateId: text('商品分类', { max: 200, pattern: /^\d+(,\d+)*$/ }),
  lacks: choice('资料', LACKS, { help: '没有毛重、体积或箱规为资料不全' }),
})

/** What is written of many skus at once: of their products, and of one warehouse. What is left blank stays. */
export const batchMaster = {
  boxQty: int('箱规', { min: 1 }),
  palletQty: int('托规', { min: 1 }),
  storageCondition: choice('储存条件', TEMP_ZONES),
  wmsGroupId: ref('SAP仓储分组', 'sapWmsGroup'),
  abcClass: choice('ABC分类', ABC_CLASSES),
  shelfLifeDays: int('保质期(天)'),
  shelfAlertDays: int('临期预警(天)'),
  receiveRatio: percent('允收比例'),
  deliverRatio: percent('允发比例'),
}
export const batchWarehouse = ref('仓库', 'warehouse')
export const batchPlace = {
  safetyQty: quantity('安全库存'),
  minQty: quantity('库存下限'),
  maxQty: quantity('库存上限'),
  leadDays: int('到货提前期(天)', { max: 999 }),
  coverDays: int('覆盖天数', { max: 999 }),
}

/** Warehouse §4.9. */
export const wmsProductCalls = {
  list: get(`${WMS}/list`, { title: '仓储商品列表', input, answer: listAnswer(wmsSku.all) }),
  /** the version is that of the product */
  info: get(`${WMS}/info/:id`, {
    title: '仓储商品',
    input: { id: idField('规格') },
    answer: rowAnswer({ ...wmsSku.all, ...masterShape, places }),
  }),
  update: patch(`${WMS}/update`, { title: '编辑仓储商品', input: { ...masterShape, places } }),
  batchUpdate: post(`${WMS}/batchUpdate`, {
    title: '批量编辑仓储商品',
    input: {
      skuIds: refs('商品', 'sku', { required: true, max: 1000 }),
      ...batchMaster,
      warehouseId: batchWarehouse,
      ...batchPlace,
    },
  }),
  exportRows: post(`${WMS}/export`, {
    title: '导出仓储商品',
    input: { ...input, columns: text('导出列', { max: 2000 }) },
    answer: taskAnswer,
    business: 5,
  }),
}
