import type { CategoryNodeWire } from '#domains/settings/settings.shared.ts'
import { lines, money } from '#kit/fields/shared.ts'
import type { Shape } from '#kit/shared/field.ts'
import { barcodeCheckDigitFits } from '#kit/shared/text.ts'
import { isNone, textOf, type WireRow } from '#kit/web/fieldUi.ts'
import type { Errors } from '#kit/web/form/errors.ts'
import { newLine, rowsOf } from '#kit/web/lines/line.ts'
import { hasPermission } from '#kit/web/session.ts'
import { findCategory } from '../CategoryInput.tsx'
import { masterFields } from './product.entity.ts'
import { repoForm, skuLine, storeForm } from './product.form.shared.ts'
import { brokenRule } from './product.rules.ts'
import type { ProductSide } from './product.tabs.ts'
import { COST } from './sku.entity.ts'
import { attrOf, barcodeErrors, isStale, singleLine } from './spec.draft.ts'

/** Goods that are sent and not free of postage need a template of freight once they are sold. Catalog §2.3. */
export const needsFreight = (values: WireRow): boolean =>
  rowsOfTexts(values.channels).length > 0 && Number(values.productKind) !== 1 && values.isPostage !== 1

/** A new product begins with the one line of goods without specifications. */
export const FRESH: WireRow = {
  attrValue: [singleLine([], newLine(skuLine))],
  attr: [],
  comboLines: [],
  productUnits: [],
  paramValues: [],
}

/** A product as the start of another one: its skus and packing units are new ones. */
export function copyOf(info: WireRow): WireRow {
  const { id: _id, version: _version, ...rest } = info
  const fresh = (value: unknown) => rowsOf(value).map(({ id: _own, ...line }) => line)
  return { ...rest, attrValue: fresh(info.attrValue), productUnits: fresh(info.productUnits) }
}

/** The fields of a side's form: units by their id; who sees costs must state them. */
export function shapeOf(side: ProductSide): Shape {
  const { unitId } = masterFields
  const form = { ...(side === 'repo' ? repoForm : storeForm), unitId }
  if (!hasPermission(COST)) return form
  const { max = 0 } = form.attrValue
  return {
    ...form,
    attrValue: lines('规格明细', { ...skuLine, cost: money('成本价', { required: true }) }, { max }),
  }
}

/** 快递 among the ways of delivery (DELIVERY_TYPES). */
const EXPRESS = 1

/** What follows from a changed field; a new product takes over what its main category proposes. Catalog §2.1. */
export function derived(
  name: string,
  value: unknown,
  values: WireRow,
  categories: readonly CategoryNodeWire[],
): WireRow | undefined {
  if (name === 'specType' && value === 0)
    return { attrValue: [singleLine(rowsOf(values.attrValue), newLine(skuLine))] }
  if (name === 'productKind' && value !== 1) return { stockMode: 0 }
  if (name === 'productFamily') return { productFamilySecond: '' }
  if (name === 'shelfLifeDays' && Number(value) > 0) return { batchManaged: 1 }
  if (name === 'image' && rowsOfTexts(values.sliderImage).length === 0 && textOf(value) !== '')
    return { sliderImage: [value] }
  // Most goods that are sold are sent.
  if (name === 'channels' && rowsOfTexts(value).length > 0 && rowsOfTexts(values.deliveryTypes).length === 0)
    return { deliveryTypes: [EXPRESS] }
  if (name === 'cateId')
    return proposed(findCategory(categories, Number(textOf(value).split(',')[0])), values)
  return undefined
}

export const rowsOfTexts = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

function proposed(node: CategoryNodeWire | undefined, values: WireRow): WireRow | undefined {
  if (node === undefined) return undefined
  const blank = (name: string) => textOf(values[name]) === ''
  return {
    ...(node.taxRate === null ? {} : { taxRate: node.taxRate }),
    ...(blank('taxCode') && node.taxCode !== '' ? { taxCode: node.taxCode } : {}),
    ...(blank('wmsGroupId') && node.wmsGroupId !== null ? { wmsGroupId: node.wmsGroupId } : {}),
    ...(blank('shelfLifeDays') && node.shelfLifeDays !== null
      ? { shelfLifeDays: node.shelfLifeDays, batchManaged: 1 }
      : {}),
  }
}

const numberOf = (value: unknown): number | null =>
  value === null || value === undefined || value === '' ? null : Number(value)

/** What the fields' own checks cannot see: rules between fields, the specification, barcodes. */
export function formErrors(values: WireRow): Errors {
  const broken = brokenRule({
    productKind: Number(values.productKind),
    stockMode: Number(values.stockMode),
    shelfLifeDays: numberOf(values.shelfLifeDays),
    shelfAlertDays: numberOf(values.shelfAlertDays),
    boxQty: numberOf(values.boxQty),
    palletQty: numberOf(values.palletQty),
    isDirect: values.isDirect === 1 ? 1 : 0,
    supplierId: numberOf(values.supplierId),
    comboLines: rowsOf(values.comboLines),
  })
  return {
    ...(broken === null ? {} : { [broken.field]: broken.message }),
    ...(needsFreight(values) && isNone(values.tempId) ? { tempId: '请选择运费模板' } : {}),
    ...barcodesOf(values),
    ...specErrors(values),
  }
}

function specErrors(values: WireRow): Errors {
  if (values.specType !== 1) return {}
  const attr = attrOf(values.attr)
  if (attr.length === 0) return { attr: '请新增规格，或选择单规格' }
  const names = attr.map((line) => line.attrName)
  if (new Set(names).size < names.length) return { attr: '规格名不能重复' }
  const rows = rowsOf(values.attrValue)
  if (rows.length === 0) return { attrValue: '请点击生成，至少保留一个规格' }
  return isStale(attr, rows) ? { attr: '规格已修改，请点击生成' } : {}
}

function barcodesOf(values: WireRow): Errors {
  const own = textOf(values.barCode)
  const skus = rowsOf(values.attrValue).map((line, index) => ({
    code: textOf(line.barCode),
    path: `attrValue.${index}.barCode`,
  }))
  return barcodeErrors(
    [
      { code: own, path: 'barCode' },
      // The only sku may repeat the code of the product itself.
      ...skus.filter((one) => values.specType === 1 || one.code !== own),
      ...rowsOf(values.productUnits).map((line, index) => ({
        code: textOf(line.barCode),
        path: `productUnits.${index}.barCode`,
      })),
    ],
    barcodeCheckDigitFits,
  )
}
