import { type FieldError, refuse } from '#kit/shared/errors.ts'
import type { RowOf } from '#kit/shared/field.ts'
import type { freeLine, regionLine } from './shippingTemplate.entity.ts'

/** What a template says; amounts in cents. */
export interface Template {
  id: number
  type: 1 | 2 | 3
  appoint: 0 | 1 | 2
  regions: readonly RowOf<typeof regionLine>[]
  frees: readonly RowOf<typeof freeLine>[]
}

/** A line of an order as freight sees it: quantity in base units, grams and cm³ of the whole line, cents. */
export interface FreightLine {
  tempId: number
  qty: number
  weight: number
  volume: number
  amount: number
}

export interface Freight {
  /** cents */
  fee: number
  byTemplate: { tempId: number; fee: number }[]
}

const NOT_SERVED = '该地区暂不支持配送'

// All measures as whole numbers: thousandths of a piece, grams, cm³. A template speaks of pieces, kg and m³.
const PER_UNIT = { 1: 1000, 2: 1000, 3: 1_000_000 } as const

function measureOf(type: Template['type'], lines: readonly FreightLine[]): number {
  const one = (line: FreightLine): number =>
    type === 1 ? line.qty * PER_UNIT[1] : type === 2 ? line.weight : line.volume
  return Math.round(lines.reduce((sum, line) => sum + one(line), 0))
}

/** The row that names the nearest of the regions: county, else city, else province. */
function nearest<R extends { cityIds: readonly number[] }>(
  rows: readonly R[],
  path: readonly number[],
): R | undefined {
  for (const id of [...path].reverse()) {
    const found = rows.find((row) => row.cityIds.includes(id))
    if (found !== undefined) return found
  }
  return undefined
}

function isFree(of: Template, path: readonly number[], measure: number, amount: number): boolean {
  if (of.appoint === 0) return true
  const row = of.appoint === 1 ? nearest(of.frees, path) : undefined
  if (row === undefined || amount < row.price) return false
  const number = Math.round(row.number * PER_UNIT[of.type])
  return of.type === 1 ? measure >= number : measure <= number
}

function feeOf(of: Template, path: readonly number[], lines: readonly FreightLine[]): number {
  const measure = measureOf(of.type, lines)
  const amount = lines.reduce((sum, line) => sum + line.amount, 0)
  if (isFree(of, path, measure, amount)) return 0
  const row = nearest(of.regions, path) ?? of.regions.find((one) => one.cityIds.length === 0)
  if (row === undefined) throw refuse(NOT_SERVED)
  const unit = PER_UNIT[of.type]
  const beyond = measure - Math.round(row.first * unit)
  if (beyond <= 0) return row.firstPrice
  return row.firstPrice + Math.ceil(beyond / Math.round(row.renewal * unit)) * row.renewalPrice
}

/**
 * The freight of lines to a region, given as the ids from the province down: per template the measures summed, first and
 * renewed price of the nearest row; the sum over the templates. 422 该地区暂不支持配送 where a template has no row, also
 * when a template is not among the given ones. Platform §8.3.
 */
export function freightOf(
  templates: readonly Template[],
  lines: readonly FreightLine[],
  path: readonly number[],
): Freight {
  const tempIds = [...new Set(lines.map((line) => line.tempId))]
  const byTemplate = tempIds.map((tempId) => {
    const template = templates.find((one) => one.id === tempId)
    if (template === undefined) throw refuse(NOT_SERVED)
    const own = lines.filter((line) => line.tempId === tempId)
    return { tempId, fee: feeOf(template, path, own) }
  })
  return { fee: byTemplate.reduce((sum, one) => sum + one.fee, 0), byTemplate }
}

/** What is wrong with the rows of a template; `nameOf` tells the name of a region. Platform §8.3. */
export function templateErrors(
  { appoint, regions, frees }: Omit<Template, 'id' | 'type'>,
  nameOf: (cityId: number) => string | undefined,
): FieldError[] {
  const errors: FieldError[] = []
  if (appoint !== 0 && regions.length === 0)
    errors.push({ field: 'regions', message: '请新增配送地区及运费' })
  if (appoint === 1 && frees.length === 0) errors.push({ field: 'frees', message: '请新增指定条件包邮' })
  const whole = regions.flatMap((row, at) => (row.cityIds.length === 0 ? [at] : []))
  for (const at of whole.slice(1))
    errors.push({ field: `regions.${at}.cityIds`, message: '全国默认重复设置' })
  for (const [list, rows] of [
    ['regions', regions],
    ['frees', frees],
  ] as const) {
    const seen = new Set<number>()
    for (const [at, row] of rows.entries())
      for (const id of row.cityIds) {
        const name = nameOf(id)
        const field = `${list}.${at}.cityIds`
        if (name === undefined) errors.push({ field, message: '地区不存在' })
        else if (seen.has(id)) errors.push({ field, message: `${name}重复设置` })
        seen.add(id)
      }
  }
  return errors
}
