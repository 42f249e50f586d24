import { refuse } from '#kit/shared/errors.ts'

/** docs/decisions/0002: a product may have this many skus, out of so many names with so many values each. */
export const SKUS_MAX = 1000
export const SPECS_MAX = 4
export const SPEC_VALUES_MAX = 100

export const TOO_MANY_SKUS = `规格组合不能超过${SKUS_MAX}个`
const ONE_SKU_ONLY = '单规格商品只能有一条规格'

/** The specification of a product without any. */
export const SINGLE = { attrName: '规格', attrValues: ['默认'] }

export interface Attr {
  attrName: string
  attrValues: readonly string[]
}

/** Every combination of the values, in order, the last name changing fastest; null when they would be too many. */
export function crossProduct(attr: readonly Attr[]): Record<string, string>[] | null {
  const count = attr.reduce((product, line) => product * line.attrValues.length, 1)
  if (count > SKUS_MAX) return null
  if (attr.length === 0) return []
  return attr.reduce<Record<string, string>[]>(
    (made, { attrName, attrValues }) =>
      made.flatMap((pairs) => attrValues.map((value) => ({ ...pairs, [attrName]: value }))),
    [{}],
  )
}

/** The values of a combination joined in the order of the names; null when it does not fit the names and values. */
export function sukOf(attr: readonly Attr[], pairs: Readonly<Record<string, string>>): string | null {
  if (Object.keys(pairs).length !== attr.length) return null
  const values: string[] = []
  for (const { attrName, attrValues } of attr) {
    const value = pairs[attrName]
    if (value === undefined || !attrValues.includes(value)) return null
    values.push(value)
  }
  return values.join(',')
}

interface Typed {
  id: number | null
  attrValue: Record<string, string>
}
interface Stored {
  id: number
  suk: string
  isDel: 0 | 1
}

/** A typed line with its place, and the stored sku it continues (deleted ones come back to life). */
export interface PlannedSku<L, S> {
  line: L
  suk: string
  attrValue: Record<string, string>
  sort: number
  stored: S | null
}

/**
 * Matches typed lines to stored skus: by id, else by their values, a living sku before a deleted one. Answers the
 * lines in their order and the living skus that are missing from them. Refuses with 422 what catalog §2.4 forbids.
 */
export function planSkus<L extends Typed, S extends Stored>(
  specType: 0 | 1,
  attr: readonly Attr[],
  lines: readonly L[],
  stored: readonly S[],
): { attr: readonly Attr[]; skus: PlannedSku<L, S>[]; gone: S[] } {
  const names = specType === 1 ? attr : [SINGLE]
  if (specType === 0 && lines.length > 1) throw refuse(ONE_SKU_ONLY, 'attrValue')
  if (lines.length === 0) throw refuse('请输入规格明细', 'attrValue')
  if (lines.length > SKUS_MAX) throw refuse(TOO_MANY_SKUS, 'attrValue')
  if (names.length === 0) throw refuse('请输入规格', 'attr')
  if (new Set(names.map((line) => line.attrName)).size !== names.length)
    throw refuse('规格名不能重复', 'attr')
  if (names.some((line) => line.attrValues.some((value) => value.includes(','))))
    throw refuse('规格值不能包含逗号', 'attr')
  const left = new Map(stored.map((one) => [one.id, one]))
  const seen = new Set<string>()
  const placed = lines.map((line, index) => {
    const attrValue = specType === 1 ? line.attrValue : { [SINGLE.attrName]: '默认' }
    const suk = sukOf(names, attrValue)
    if (suk === null) throw refuse('规格对应格式不正确', `attrValue.${index}.attrValue`)
    if (seen.has(suk)) throw refuse(`规格“${suk}”重复`, `attrValue.${index}.attrValue`)
    seen.add(suk)
    const named = line.id === null ? undefined : left.get(line.id)
    if (line.id !== null && named === undefined) throw refuse('规格不存在', `attrValue.${index}.id`)
    if (named !== undefined) left.delete(named.id)
    return { line, suk, attrValue, sort: index, stored: named ?? null }
  })
  // Only what no id claims is looked for by its values.
  const bySuk = new Map<string, S>()
  for (const one of [...left.values()].sort((a, b) => b.isDel - a.isDel || a.id - b.id))
    bySuk.set(one.suk, one)
  const skus = placed.map((one) => {
    if (one.stored !== null) return one
    const found = bySuk.get(one.suk) ?? null
    if (found !== null) left.delete(found.id)
    return { ...one, stored: found }
  })
  return { attr: names, skus, gone: [...left.values()].filter((one) => one.isDel === 0) }
}

/** Codes for skus without one: the product's code and the next free number, -01, -02 … */
export function skuCodes(productCode: string, taken: Iterable<string>): () => string {
  const used = new Set([...taken].map((code) => code.toLowerCase()))
  let next = 0
  return () => {
    for (;;) {
      const code = `${productCode}-${String(++next).padStart(2, '0')}`
      if (!used.has(code.toLowerCase())) return code
    }
  }
}
