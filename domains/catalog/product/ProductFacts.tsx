import type { OutWireOf } from '#kit/shared/call.ts'
import type { InfoSection } from '#kit/web/info/InfoSections.tsx'
import { ComboLinesCell } from './ComboLines.tsx'
import { SecondFamilyCell } from './FamilyInput.tsx'
import { ParamValuesCell } from './ParamValues.tsx'
import type { storeCalls } from './product.calls.ts'
import { product } from './product.entity.ts'

type Product = OutWireOf<typeof storeCalls.info>

export const PRODUCT_SECTIONS: readonly InfoSection[] = [
  {
    title: '商品',
    fields: [
      'productCode',
      'sapCode',
      'shortName',
      'cateId',
      'brandId',
      'unitId',
      'productKind',
      'barCode',
      'completeness',
      'keyword',
      'storeInfo',
      'comboLines',
    ],
  },
  {
    title: '销售',
    fields: [
      'channels',
      'deliveryTypes',
      'isPostage',
      'postage',
      'minBuy',
      'stepBuy',
      'refundable',
      'isMemberPrice',
      'giveIntegral',
      'ficti',
      'sort',
      'isBest',
      'isHot',
      'isNew',
      'isBenefit',
      'isGood',
    ],
  },
  {
    title: '仓储与税务',
    fields: [
      'storageCondition',
      'wmsGroupId',
      'shelfLifeDays',
      'shelfAlertDays',
      'batchManaged',
      'receiveRatio',
      'deliverRatio',
      'boxQty',
      'palletQty',
      'weight',
      'volume',
      'taxRate',
      'taxCode',
      'productFamily',
      'productFamilySecond',
      'originPlace',
      'manufacturer',
      'standardNo',
      'productionLicence',
      'productUnits',
    ],
  },
  { title: '图文', fields: ['sliderImage', 'flatPattern', 'videoLink', 'paramValues', 'content'] },
]

/** Lines a product does not have need no place on its page. */
export const PRODUCT_IF_ANY: Readonly<Record<string, (row: Product) => boolean>> = {
  comboLines: (row) => row.productKind === 3,
  postage: (row) => row.isPostage === 0,
  productUnits: (row) => row.productUnits.length > 0,
}

export const PRODUCT_CELLS = {
  completeness: {
    label: '资料完整度',
    cell: ({ completeness, missing }: Product) =>
      missing === '' ? `${completeness}%` : `${completeness}%，缺少：${missing}`,
  },
  cateId: { label: '商品分类', cell: (row: Product) => row.cateValues },
  comboLines: { cell: (row: Product) => cellOf(ComboLinesCell, 'comboLines', row) },
  productFamilySecond: { cell: (row: Product) => cellOf(SecondFamilyCell, 'productFamilySecond', row) },
  paramValues: { cell: (row: Product) => cellOf(ParamValuesCell, 'paramValues', row) },
}

function cellOf(
  Cell: typeof ParamValuesCell | typeof ComboLinesCell,
  name: 'comboLines' | 'productFamilySecond' | 'paramValues',
  row: Product,
) {
  return <Cell field={product.all[name]} name={name} value={row[name]} row={row} wide />
}
