import { asRecord } from '#kit/shared/record.ts'
import { type Attr, crossProduct, SINGLE, sukOf } from './spec.rules.ts'

/** A line of the sku matrix while it is typed: wire values by field name. */
export type SkuDraft = { readonly [name: string]: unknown }

/** The specification names and values as typed, without blanks. */
export function attrOf(value: unknown): Attr[] {
  if (!Array.isArray(value)) return []
  return value.map((line: SkuDraft) => ({
    attrName: typeof line.attrName === 'string' ? line.attrName.trim() : '',
    attrValues: Array.isArray(line.attrValues) ? line.attrValues.map(String) : [],
  }))
}

/** Those lines of a specification that are typed completely. */
export function usable(attr: readonly Attr[]): Attr[] {
  return attr.filter((line) => line.attrName !== '' && line.attrValues.length > 0)
}

/** How many lines a specification gives; 0 while nothing is typed. */
export function combinations(attr: readonly Attr[]): number {
  return attr.length === 0 ? 0 : attr.reduce((count, line) => count * line.attrValues.length, 1)
}

/** Names and values of a line; they travel as JSON text. */
export function pairsOf(row: SkuDraft): Record<string, string> {
  if (typeof row.attrValue !== 'string') return {}
  try {
    const pairs: unknown = JSON.parse(row.attrValue)
    return Object.fromEntries(Object.entries(asRecord(pairs)).map(([name, one]) => [name, String(one)]))
  } catch {
    return {}
  }
}

/** What a new combination takes over from the line it refines; codes, stock and identity belong to one line only. */
const TAKEN_OVER = [
  'image',
  'price',
  'otPrice',
  'cost',
  'weight',
  'volume',
  'brokerage',
  'brokerageTwo',
  'isShow',
] as const

/**
 * The lines of a specification: those that are there already stay as typed, the others begin like the line they
 * refine (a single line, or one with fewer names), else like `fresh`. Null when they would be too many.
 */
export function generate(
  attr: readonly Attr[],
  rows: readonly SkuDraft[],
  fresh: SkuDraft,
): { rows: SkuDraft[]; added: number; removed: number } | null {
  const made = crossProduct(attr)
  if (made === null) return null
  const bySuk = new Map(rows.map((row) => [row.suk, row]))
  const coarser = rows.map((row) => ({ row, pairs: Object.entries(pairsOf(row)) }))
  let added = 0
  const next = made.map((pairs): SkuDraft => {
    const suk = sukOf(attr, pairs) ?? ''
    const place = { suk, attrValue: JSON.stringify(pairs) }
    const kept = bySuk.get(suk)
    if (kept !== undefined) return kept.attrValue === place.attrValue ? kept : { ...kept, ...place }
    added++
    const like = coarser.find((one) =>
      one.pairs.every(([name, value]) => isSingle(name, value) || pairs[name] === value),
    )
    return { ...fresh, ...(like === undefined ? {} : takenOver(like.row)), ...place }
  })
  return { rows: next, added, removed: rows.length + added - next.length }
}

const isSingle = (name: string, value: string): boolean =>
  name === SINGLE.attrName && value === SINGLE.attrValues[0]

function takenOver(row: SkuDraft): SkuDraft {
  return Object.fromEntries(
    TAKEN_OVER.filter((name) => row[name] !== undefined).map((name) => [name, row[name]]),
  )
}

/** The one line of a product without specifications, begun from the first line there was. */
export function singleLine(rows: readonly SkuDraft[], fresh: SkuDraft): SkuDraft {
  const [first] = rows
  const [value = ''] = SINGLE.attrValues
  return { ...fresh, ...first, suk: value, attrValue: JSON.stringify({ [SINGLE.attrName]: value }) }
}

/** Whether the lines no longer fit the specification, so that they must be generated anew. */
export function isStale(attr: readonly Attr[], rows: readonly SkuDraft[]): boolean {
  return rows.some((row) => sukOf(attr, pairsOf(row)) === null)
}

/** Puts one value into a column of the lines that have all the given specification values. */
export function fillColumn(
  rows: readonly SkuDraft[],
  name: string,
  value: unknown,
  where: Readonly<Record<string, string>>,
  changed: (row: SkuDraft, values: Record<string, unknown>) => SkuDraft,
): { rows: SkuDraft[]; count: number } {
  const wanted = Object.entries(where)
  let count = 0
  const next = rows.map((row) => {
    const pairs = pairsOf(row)
    if (!wanted.every(([spec, one]) => pairs[spec] === one)) return row
    count++
    return changed(row, { [name]: value })
  })
  return { rows: next, count }
}

/** Errors of barcodes by path: wrong check digits, and codes that stand twice in one form. */
export function barcodeErrors(
  typed: readonly { code: string; path: string }[],
  fits: (code: string) => boolean,
): Record<string, string> {
  const errors: Record<string, string> = {}
  const seen = new Set<string>()
  for (const { code, path } of typed) {
    if (code === '') continue
    if (!fits(code)) errors[path] = '商品条码校验位不正确'
    else if (seen.has(code)) errors[path] = '商品条码重复'
    seen.add(code)
  }
  return errors
}
