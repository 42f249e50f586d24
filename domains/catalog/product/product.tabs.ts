import type { WireRow } from '#kit/web/fieldUi.ts'
import type { FormGroup } from '#kit/web/form/FormBody.tsx'
import { type LeftOut, wholeGroups } from '#kit/web/form/places.ts'
import { refFacts } from '#kit/web/refs.ts'

/** The repository keeps what an article is, the store how it is sold. Catalog D1. */
export type ProductSide = 'repo' | 'store'

export interface ProductTab {
  key: string
  label: string
  groups: readonly FormGroup[]
}

const PICTURES = ['image', 'sliderImage', 'videoLink', 'flatPattern']

/** Catalog §2.3. */
const REPO_TABS: readonly ProductTab[] = [
  {
    key: 'base',
    label: '基本信息',
    groups: [
      {
        title: '商品',
        fields: [
          'storeName',
          'shortName',
          'cateId',
          'brandId',
          'productFamily',
          'productFamilySecond',
          'keyword',
          'storeInfo',
        ],
      },
      { title: '编码', fields: ['productCode', 'sapCode', 'barCode'] },
      { title: '类型与单位', fields: ['productKind', 'stockMode', 'unitId', 'isWeight', 'comboLines'] },
    ],
  },
  {
    key: 'spec',
    label: '规格与条码',
    groups: [
      { title: '规格', fields: ['specType', 'attr', 'attrValue'] },
      { title: '包装单位', note: '一个包装单位含多少基本单位，可有自己的条码', fields: ['productUnits'] },
    ],
  },
  {
    key: 'storage',
    label: '仓储物流',
    groups: [
      { title: '储存', fields: ['storageCondition', 'wmsGroupId', 'abcClass', 'warnStock'] },
      {
        title: '保质期',
        fields: ['shelfLifeDays', 'shelfAlertDays', 'batchManaged', 'receiveRatio', 'deliverRatio'],
      },
      {
        title: '包装尺寸',
        fields: ['boxQty', 'palletQty', 'length', 'width', 'height', 'weight', 'netWeight', 'volume'],
      },
    ],
  },
  {
    key: 'supply',
    label: '供应与税务',
    groups: [
      { title: '税务', fields: ['taxRate', 'taxCode'] },
      { title: '供应', fields: ['supplierId', 'isDirect', 'purchaseLeadDays', 'buyerId'] },
      { title: '生产', fields: ['originPlace', 'manufacturer', 'standardNo', 'productionLicence'] },
    ],
  },
  {
    key: 'content',
    label: '图文',
    groups: [
      { title: '图片与视频', fields: PICTURES },
      { title: '参数', fields: ['paramValues'] },
      { title: '详情', fields: ['content'] },
    ],
  },
]

/** Catalog §3.2. */
const STORE_TABS: readonly ProductTab[] = [
  {
    key: 'base',
    label: '商品信息',
    groups: [
      {
        title: '商品',
        fields: ['storeName', 'shortName', 'cateId', 'brandId', 'keyword', 'barCode', 'tagIds', 'storeInfo'],
      },
      { title: '类型与单位', fields: ['productKind', 'stockMode', 'unitId', 'comboLines'] },
      { title: '图片与视频', fields: PICTURES },
    ],
  },
  {
    key: 'spec',
    label: '规格库存',
    groups: [
      { title: '规格', fields: ['specType', 'isSub', 'attr', 'attrValue'] },
      { title: '库存', fields: ['warnStock'] },
    ],
  },
  {
    key: 'content',
    label: '商品详情',
    groups: [
      { title: '参数', fields: ['paramValues'] },
      { title: '详情', fields: ['content'] },
    ],
  },
  {
    key: 'sale',
    label: '渠道与价格',
    groups: [
      { title: '渠道', fields: ['channels', 'isMemberPrice'] },
      { title: '配送', fields: ['deliveryTypes', 'tempId', 'isPostage', 'postage', 'refundable'] },
      { title: '起购', fields: ['minBuy', 'stepBuy'] },
    ],
  },
  {
    key: 'more',
    label: '其他设置',
    groups: [
      { title: '营销', fields: ['giveIntegral', 'ficti', 'sort', 'couponIds'] },
      { title: '推荐', fields: ['isBest', 'isHot', 'isNew', 'isBenefit', 'isGood'] },
      { title: '活动优先级', fields: ['activity'] },
    ],
  },
]

const TABS: Record<ProductSide, readonly ProductTab[]> = { repo: REPO_TABS, store: STORE_TABS }

const FOREIGN = 'sent by clients of other products; nothing follows from it'
const LEFT_OUT: LeftOut = {
  submit: 'the pressed button says it',
  unitName: 'a unit is chosen, not named',
  sourceNo: 'given by the system a product was brought from',
  merId: FOREIGN,
  merUse: FOREIGN,
  soureLink: FOREIGN,
  isSeckill: FOREIGN,
  isBargain: FOREIGN,
}

/** The tabs of a side's form over these fields; what no tab of either side names stands at the end of the last one. */
export function productTabs(side: ProductSide, names: readonly string[]): readonly ProductTab[] {
  const tabs = TABS[side]
  const rest = names.filter((name) => !NAMED.has(name) && !Object.hasOwn(LEFT_OUT, name))
  return tabs.map((tab, index) =>
    index === tabs.length - 1
      ? { ...tab, groups: wholeGroups(tab.groups, [...tabFields(tab), ...rest]) }
      : tab,
  )
}

/** The fields of a tab. */
export function tabFields(tab: ProductTab): string[] {
  return tab.groups.flatMap((group) => group.fields)
}

const OFFERED: Record<ProductSide, ReadonlySet<string>> = {
  repo: new Set(REPO_TABS.flatMap(tabFields)),
  store: new Set(STORE_TABS.flatMap(tabFields)),
}
const NAMED = new Set([...OFFERED.repo, ...OFFERED.store])

/** Rows of other rooms a field chooses from; without that room there is nothing to choose. */
export const CHOSEN_FROM: Readonly<Record<string, string>> = {
  couponIds: 'coupon',
  tagIds: 'productTag',
  supplierId: 'supplier',
  isDirect: 'supplier',
  buyerId: 'admin',
}

/** Whether a field is not part of a side's form, or does not apply to these values. Catalog §2.3. */
export function isHiddenField(side: ProductSide, name: string, values: WireRow): boolean {
  if (Object.hasOwn(LEFT_OUT, name) || (NAMED.has(name) && !OFFERED[side].has(name))) return true
  const source = CHOSEN_FROM[name]
  if (source !== undefined && refFacts(source) === undefined) return true
  const virtual = values.productKind === 1
  switch (name) {
    case 'comboLines':
      return values.productKind !== 3
    case 'stockMode':
      return !virtual
    case 'attr':
      return values.specType !== 1
    case 'tempId':
      return virtual || values.isPostage === 1
    case 'postage':
      return values.isPostage === 1
    case 'productFamilySecond':
      return values.productFamily === '' || values.productFamily === undefined
    default:
      return false
  }
}
