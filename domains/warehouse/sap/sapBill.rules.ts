import type { EntityRow } from '#kit/shared/entity.ts'
import { type FieldError, refuse } from '#kit/shared/errors.ts'
import type { RowOf } from '#kit/shared/field.ts'
import { toQ } from '../document/document.rules.ts'
import { isLot } from '../stock/lotNo.ts'
import { MOVE_TYPES, REVERSAL } from '../stock/moveTypes.ts'
import type { billLine, sapBill } from './sapBill.entity.ts'

export type Bill = EntityRow<typeof sapBill>
export type BillLine = RowOf<typeof billLine>

/**
 * Our movement types that SAP books under a type of its own: those it names so, and reversals of those it numbers one less, as SAP cancels
 * 101 by 102. 盘盈 and 盘亏 are no reversals of each other. Warehouse §2.2.
 */
export function movesOf(sapType: string): number[] {
  const direct = MOVE_TYPES.filter((one) => one.sap === sapType).map((one) => one.value)
  const before = /^\d{3}$/.test(sapType) ? String(Number(sapType) - 1) : ''
  const turned = MOVE_TYPES.filter((one) => one.sap === before && !before.startsWith('7')).map(
    (one) => one.value + REVERSAL,
  )
  return [...direct, ...turned]
}

/** Documents that people write for what SAP booked, by SAP's movement type. Warehouse §2.2. */
const DOCUMENTS = {
  '101': { of: 'stockin', type: 1 },
  '501': { of: 'stockin', type: 6 },
  '561': { of: 'stockin', type: 7 },
  '122': { of: 'stockout', type: 2 },
  '201': { of: 'stockout', type: 3 },
  '551': { of: 'stockout', type: 4 },
  '291': { of: 'stockout', type: 5 },
} as const

type Made = (typeof DOCUMENTS)[keyof typeof DOCUMENTS]

export const madeBy = (moveType: string): Made | undefined =>
  Object.entries(DOCUMENTS).find(([name]) => name === moveType)?.[1]

/** The document of a bill; 422 for what follows from something else of ours, as sales and transfers do. */
export function documentOf({ moveType }: Pick<Bill, 'moveType'>): Made {
  const found = madeBy(moveType)
  if (found === undefined) throw refuse(`移动类型 ${moveType} 不能生成入库单或出库单，请匹配或忽略`)
  return found
}

/** What is wrong with the lines besides their materials: quantities, and items that come twice. */
export function billFaults(lines: readonly BillLine[]): FieldError[] {
  const seen = new Set<number>()
  return lines.flatMap(({ itemNo, qty }, at) => {
    const isTwice = seen.has(itemNo)
    seen.add(itemNo)
    return [
      ...(isTwice ? [{ field: `lines.${at}.itemNo`, message: `第${at + 1}行：行项目 ${itemNo} 重复` }] : []),
      ...(qty <= 0 ? [{ field: `lines.${at}.qty`, message: `第${at + 1}行：数量必须大于0` }] : []),
    ]
  })
}

/** What a posting moved of a material and lot, in thousandths. */
export interface Moved {
  postingId: number
  postingSn: string
  productId: number
  lotNo: string
  q: number
}

export interface Group {
  productId: number
  charg: string
  q: number
  at: number[]
}

/** Lines that no posting answers to yet, those of one material and lot together. */
export function openGroups(lines: readonly BillLine[]): Group[] {
  const groups = new Map<string, Group>()
  for (const [at, { productId, charg, qty, postingId }] of lines.entries()) {
    if (postingId !== null || productId === null) continue
    const key = `${productId} ${charg.toLowerCase()}`
    const group = groups.get(key) ?? { productId, charg: charg.toLowerCase(), q: 0, at: [] }
    group.q += toQ(qty)
    group.at.push(at)
    groups.set(key, group)
  }
  return [...groups.values()]
}

/**
 * The posting that moved exactly what a group says: of its lot, or of all lots where it names none or we keep none. `taken`: a bill has it
 * already. Warehouse §5.1.
 */
export function matchOf(
  { productId, charg, q }: Group,
  moved: readonly Moved[],
  taken: (postingId: number, productId: number, charg: string) => boolean,
): Moved | undefined {
  const own = moved.filter((one) => one.productId === productId)
  for (const [postingId, parts] of Map.groupBy(own, (one) => one.postingId)) {
    const named = parts.filter(({ lotNo }) => charg === '' || lotNo.toLowerCase() === charg || !isLot(lotNo))
    const [first] = named
    if (first === undefined || taken(postingId, productId, charg)) continue
    if (named.reduce((sum, one) => sum + one.q, 0) === q) return first
  }
  return undefined
}
