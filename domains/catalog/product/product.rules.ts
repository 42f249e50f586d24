/** The fields that cannot change while any channel has the product on shelf. Catalog §2.3, ◆. */
export const CONTROLLED = [
  'storeName',
  'cateId',
  'brandId',
  'unitId',
  'specType',
  'image',
  'sliderImage',
  'content',
  'tempId',
] as const

export const ON_SHELF = '商品已上架，请先下架或提交商品资料修改'

interface MasterFacts {
  productCode: string
  storeName: string
  cateId: readonly number[]
  brandId: number | null
  unitId: number | null
  image: string
  sliderImage: readonly string[]
  content: string
  barCode: string
  weight: number | null
  volume: number | null
  boxQty: number | null
  shelfLifeDays: number | null
  storageCondition: number
  wmsGroupId: number | null
  taxRate: number | null
  taxCode: string
  supplierId: number | null
  productFamily: string
  paramValues: readonly unknown[]
}
interface SkuFacts {
  barCode: string
  weight: number
  volume: number
}

const every = (skus: readonly SkuFacts[], has: (sku: SkuFacts) => boolean): boolean =>
  skus.length > 0 && skus.every(has)
const above = (value: number | null): boolean => value !== null && value > 0

const MASTER_FIELDS: readonly [
  label: string,
  filled: (product: MasterFacts, skus: readonly SkuFacts[]) => boolean,
][] = [
  ['商品编码', (p) => p.productCode !== ''],
  ['商品名称', (p) => p.storeName !== ''],
  ['商品分类', (p) => p.cateId.length > 0],
  ['品牌', (p) => above(p.brandId)],
  ['基本单位', (p) => above(p.unitId)],
  ['商品封面图', (p) => p.image !== ''],
  ['商品轮播图（至少3张）', (p) => p.sliderImage.length >= 3],
  ['商品详情', (p) => p.content !== ''],
  ['商品条码', (p, skus) => p.barCode !== '' || every(skus, (sku) => sku.barCode !== '')],
  ['重量', (p, skus) => above(p.weight) || every(skus, (sku) => sku.weight > 0)],
  ['体积', (p, skus) => above(p.volume) || every(skus, (sku) => sku.volume > 0)],
  ['箱规', (p) => above(p.boxQty)],
  ['保质期', (p) => p.shelfLifeDays !== null],
  ['储存条件', (p) => above(p.storageCondition)],
  ['SAP仓储分组', (p) => above(p.wmsGroupId)],
  ['税率', (p) => p.taxRate !== null],
  ['税收分类编码', (p) => p.taxCode !== ''],
  ['默认供应商', (p) => above(p.supplierId)],
  ['产品族', (p) => p.productFamily !== ''],
  ['商品参数', (p) => p.paramValues.length > 0],
]

/** How complete a master record is, in whole percent, and what it lacks. Catalog §8.2: 17 of 20 → 85. */
export function completenessOf(
  product: MasterFacts,
  skus: readonly SkuFacts[],
): { percent: number; missing: string[] } {
  const missing = MASTER_FIELDS.filter(([, filled]) => !filled(product, skus)).map(([label]) => label)
  const filled = MASTER_FIELDS.length - missing.length
  return { percent: Math.round((filled * 100) / MASTER_FIELDS.length), missing }
}

interface Priced {
  price: number
  otPrice: number
  cost: number
  stock: number
  isShow: 0 | 1
}

/** What a product shows of its skus: prices (cents) of the cheapest on sale, stock of all. Catalog D3, invariant 2. */
export function figuresOf(skus: readonly Priced[]): {
  price: number
  otPrice: number
  cost: number
  stock: number
} {
  const onSale = skus.filter((sku) => sku.isShow === 1)
  const offered = onSale.length > 0 ? onSale : skus
  const cheapest = offered.reduce<Priced | null>(
    (least, sku) => (least === null || sku.price < least.price ? sku : least),
    null,
  )
  // Thousandths are added, so that the sum of decimals stays exact.
  const stock = skus.reduce((sum, sku) => sum + Math.round(sku.stock * 1000), 0) / 1000
  return {
    price: cheapest?.price ?? 0,
    otPrice: cheapest?.otPrice ?? 0,
    cost: cheapest?.cost ?? 0,
    stock,
  }
}

/** The channel whose price a sku shows: 1201 where it is sold there, else its first. Catalog D3. */
export function homeChannel<C extends number>(channels: readonly C[]): C | null {
  return channels.find((channel) => channel === 1201) ?? channels[0] ?? null
}

interface Conditions {
  productKind: number
  stockMode: number
  shelfLifeDays: number | null
  shelfAlertDays: number | null
  boxQty: number | null
  palletQty: number | null
  isDirect: 0 | 1
  supplierId: number | null
  comboLines: readonly unknown[]
}

/** The first rule between fields a product breaks, with the field it stands at; null when it keeps them all. */
export function brokenRule(product: Conditions): { field: string; message: string } | null {
  const { shelfLifeDays, shelfAlertDays, boxQty, palletQty } = product
  if (product.stockMode === 1 && product.productKind !== 1)
    return { field: 'stockMode', message: '自填库存仅适用于虚拟商品' }
  if (shelfAlertDays !== null && shelfAlertDays > 0 && shelfAlertDays >= (shelfLifeDays ?? 0))
    return { field: 'shelfAlertDays', message: '临期预警天数须小于保质期' }
  if (palletQty !== null && palletQty > 0 && palletQty % Math.max(1, boxQty ?? 1) !== 0)
    return { field: 'palletQty', message: '托规须为箱规的整数倍' }
  if (product.isDirect === 1 && product.supplierId === null)
    return { field: 'supplierId', message: '请选择默认供应商' }
  if (product.productKind === 3 && product.comboLines.length < 2)
    return { field: 'comboLines', message: '组合明细至少2行' }
  return null
}

/** Which tab of the repository holds what waits to be examined. */
export const REPO_WAITING = 3
