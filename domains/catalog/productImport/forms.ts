import { type ImportAsk, NOTHING_TICKED, type RowError } from '#kit/server/fileTask.ts'
import type { FieldError } from '#kit/shared/errors.ts'
import { sparseInputOf, sparsePatchOf } from '#kit/shared/input.ts'
import { formatMoney } from '#kit/shared/money.ts'
import { saleFields } from '../product/product.entity.ts'
import { repoForm } from '../product/product.form.shared.ts'
import type { NewProduct, ProductChange } from '../product/productValues.server.ts'
import { type MergedSpecs, mergeSpecs, NONE, type StoredSpecs } from './keepSpecs.ts'

/** A cell row as the columns read it. */
export interface ProductCells {
  sourceNo: string
  productCode: string
  storeName: string
  shortName: string
  storeInfo: string
  keyword: string
  catePath: string
  cateNo: string
  brandName: string
  unitName: string
  family: string
  specName1: string
  specValue1: string
  specName2: string
  specValue2: string
  specName3: string
  specValue3: string
  taxRate: number | null
  shelfLifeDays: number | null
  storage: number | null
  wmsGroup: string
  channels: number[]
  sliderImage: string[]
  sort: number | null
  giveIntegral: number | null
  ficti: number | null
  isPostage: number | null
  postage: number | null
  isBest: number | null
  isHot: number | null
  isNew: number | null
  isBenefit: number | null
}
export interface SkuCells {
  skuCode: string
  barCode: string
  price: number
  otPrice: number | null
  cost: number | null
  weight: number | null
  volume: number | null
  image: string
}
export interface Row<C> {
  rowNo: number
  cells: C
}
export type ProductRowCells = Row<ProductCells & SkuCells>

/** References of a product as looked up by name. */
export interface Found {
  cateId: number[]
  brandId: number | null
  unitId: number
  wmsGroupId: number | null
  productFamily: string
  /** of the group that was named, where the sheet leaves it open */
  storageCondition?: number
}

/** The pairs of specification name and value of a row; none: a product without specifications. */
export function pairsOf(cells: ProductCells): [string, string][] {
  const pairs: [string, string][] = [
    [cells.specName1, cells.specValue1],
    [cells.specName2, cells.specValue2],
    [cells.specName3, cells.specValue3],
  ]
  return pairs.filter(([name, value]) => name !== '' || value !== '')
}

/** What a row fills in of its specification; blank cells are left out. */
function skuGiven({ skuCode, barCode, price, otPrice, cost, weight, volume, image }: SkuCells) {
  const texts = { skuCode, barCode, image }
  const figures = { weight, volume }
  return {
    ...Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== '')),
    ...Object.fromEntries(Object.entries(figures).filter(([, value]) => value !== null)),
    price: formatMoney(price),
    otPrice: formatMoney(otPrice ?? price),
    ...(cost === null ? {} : { cost: formatMoney(cost) }),
  }
}

/** The specification part of a form out of rows with their pairs, beside what is there; or what is wrong with a row. */
export function specsOf(
  rows: readonly Row<SkuCells & { pairs: readonly (readonly [string, string])[] }>[],
  stored: StoredSpecs,
  ask: ImportAsk,
): MergedSpecs | { errors: RowError[] } {
  const first = rows[0]?.cells.pairs ?? []
  const names = first.map(([name]) => name)
  const errors: RowError[] = []
  const fail = (rowNo: number, column: string, message: string): void =>
    void errors.push({ rowNo, column, message })
  const values = names.map(() => new Set<string>())
  for (const { rowNo, cells } of rows) {
    if (cells.pairs.some(([name, value]) => name === '' || value === ''))
      fail(rowNo, '规格值1', '规格名与规格值须成对填写')
    else if (cells.pairs.map(([name]) => name).join('\n') !== names.join('\n'))
      fail(rowNo, '规格名1', '同一商品各行的规格名须一致')
    for (const [index, [, value]] of cells.pairs.entries()) values[index]?.add(value)
  }
  if (names.length === 0 && rows.length > 1) fail(rows[1]?.rowNo ?? 0, '规格名1', '单规格商品只能有一条规格')
  if (errors.length > 0) return { errors }
  const sheet = {
    attr: names.map((attrName, index) => ({ attrName, attrValues: [...(values[index] ?? [])] })),
    lines: rows.map(({ rowNo, cells }) => ({
      rowNo,
      attrValue: Object.fromEntries(cells.pairs),
      given: skuGiven(cells),
    })),
  }
  return mergeSpecs(sheet, stored, ask)
}

/** What is filled in of a sheet's row, in the words of the form; blank cells are left out. */
function filled(cells: ProductCells & SkuCells): Record<string, unknown> {
  const { sourceNo, productCode, storeName, shortName, storeInfo, keyword, image } = cells
  const texts = { sourceNo, productCode, storeName, shortName, storeInfo, keyword, image }
  const { shelfLifeDays, sort, giveIntegral, ficti, isPostage, isBest, isHot, isNew, isBenefit, taxRate } =
    cells
  const numbers = {
    shelfLifeDays,
    sort,
    giveIntegral,
    ficti,
    isPostage,
    isBest,
    isHot,
    isNew,
    isBenefit,
    taxRate,
  }
  return {
    ...Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== '')),
    ...Object.fromEntries(Object.entries(numbers).filter(([, value]) => value !== null)),
    ...(cells.postage === null ? {} : { postage: formatMoney(cells.postage) }),
    ...(cells.sliderImage.length === 0 ? {} : { sliderImage: cells.sliderImage }),
    ...(cells.channels.length === 0 ? {} : { channels: cells.channels }),
    ...(cells.storage === null ? {} : { storageCondition: cells.storage }),
  }
}

const shape = { ...repoForm, ...saleFields }
const readNew = sparseInputOf(shape)
const readChange = sparsePatchOf(shape)

/** A form, and the row of the sheet that each line of its specifications is told at. */
type Made<F> = { form: F; lineRows: readonly { rowNo: number }[] } | { errors: RowError[] }

/** The form of a new product. */
export function newForm(rows: readonly ProductRowCells[], found: Found): Made<NewProduct> {
  const specs = specsOf(
    rows.map(({ rowNo, cells }) => ({
      rowNo,
      cells: { ...cells, cost: cells.cost ?? 0, pairs: pairsOf(cells) },
    })),
    NONE,
    NOTHING_TICKED,
  )
  if ('errors' in specs) return specs
  const head = rows[0]
  if (head === undefined) return { errors: [] }
  const given = filled(head.cells)
  const result = readNew({
    keyword: head.cells.storeName,
    sliderImage: head.cells.image === '' ? [] : [head.cells.image],
    ...given,
    ...found,
    ...specs.specs,
  })
  return madeOf(result, rows)
}

/** The change of a product that exists: what is filled in; its specifications only when the sheet names some. */
export function changeForm(
  rows: readonly ProductRowCells[],
  found: Partial<Found>,
  stored: StoredSpecs,
  ask: ImportAsk,
): Made<ProductChange> {
  const head = rows[0]
  if (head === undefined) return { errors: [] }
  const named = rows.some(({ cells }) => pairsOf(cells).length > 0)
  const specs =
    named || stored.specType === 0
      ? specsOf(
          rows.map(({ rowNo, cells }) => ({ rowNo, cells: { ...cells, pairs: pairsOf(cells) } })),
          stored,
          ask,
        )
      : { specs: {}, lineRows: rows }
  if ('errors' in specs) return specs
  const result = readChange({ ...filled(head.cells), ...found, ...specs.specs })
  return madeOf(result, specs.lineRows)
}

/** The change that brings the specifications of a sheet to a product. */
export function specForm(
  rows: readonly Row<SkuCells & { pairs: readonly (readonly [string, string])[] }>[],
  stored: StoredSpecs,
  ask: ImportAsk,
): Made<ProductChange> {
  const specs = specsOf(rows, stored, ask)
  if ('errors' in specs) return specs
  return madeOf(readChange(specs.specs), specs.lineRows)
}

type Parsed<F> =
  | { success: true; data: F }
  | {
      success: false
      error: { issues: readonly { path: PropertyKey[]; message: string }[] }
    }

function madeOf<F>(result: Parsed<F>, lineRows: readonly { rowNo: number }[]): Made<F> {
  return result.success
    ? { form: result.data, lineRows }
    : { errors: rowErrors(lineRows, issuesOf(result.error)) }
}

function issuesOf(error: { issues: readonly { path: PropertyKey[]; message: string }[] }): FieldError[] {
  return error.issues.map((issue) => ({ field: issue.path.map(String).join('.'), message: issue.message }))
}

const TITLES: Record<string, string> = {
  sourceNo: '外部编号',
  productCode: '商品编码',
  storeName: '商品名称',
  keyword: '商品关键字',
  cateId: '分类路径',
  brandId: '品牌',
  unitId: '单位',
  wmsGroupId: '仓储分组',
  productFamily: '产品族',
  storageCondition: '储存条件',
  shelfLifeDays: '保质期',
  image: '封面图地址',
  sliderImage: '轮播图地址',
  channels: '渠道',
  attr: '规格名1',
  attrValue: '规格值1',
  skuCode: '规格编码',
  barCode: '条码',
  price: '售价',
  otPrice: '原价',
  cost: '成本价',
  weight: '重量',
  volume: '体积',
}

/** Field errors of a form as errors of the sheet's rows: those of specification lines at the line's own row. */
export function rowErrors(rows: readonly { rowNo: number }[], errors: readonly FieldError[]): RowError[] {
  const head = Math.min(...rows.map((row) => row.rowNo))
  return errors.map(({ field, message }) => {
    const line = /^attrValue\.(\d+)(?:\.(\w+))?/.exec(field)
    const rowNo = (line === null ? undefined : rows[Number(line[1])]?.rowNo) ?? head
    const name = line === null ? field.split('.')[0] : (line[2] ?? 'attrValue')
    return { rowNo, column: TITLES[name ?? ''] ?? '', message }
  })
}
