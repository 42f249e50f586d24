import type { Cents } from '#kit/shared/money.ts'
import { type Deltas, moveFacts } from './moveTypes.ts'
import type { Q } from './posting.ts'

// What a posting finds under its locks, and what it does to it. Pure: the database gets what came out in one statement.

/** A head row, in thousandths and cents. */
export interface Head {
  id: number
  warehouseId: number
  skuId: number
  onHand: Q
  reserved: Q
  /** of lots frozen and held together */
  frozen: Q
  inTransit: Q
  vAlloc: Q
  vReserved: Q
  amount: Cents
  transitAmount: Cents
  /** ten-thousandths of a yuan a unit */
  avgCost: number
}

export interface Lot {
  id: number
  warehouseId: number
  sectionId: number
  skuId: number
  lotId: number
  lotNo: string
  expiryDate: string | null
  firstInTime: number
  onHand: Q
  allocated: Q
  frozen: Q
  held: Q
  inTransit: Q
}

/** What an account has of a sku, with what its account allows. */
export interface Item {
  id: number
  vacctId: number
  warehouseId: number
  skuId: number
  qty: Q
  reserved: Q
  shipped: Q
  exclusive: boolean
  overflow: boolean
  priority: number
  ownerType: number
  ownerId: number
  open: boolean
}

export interface Reserve {
  /** 0: new */
  id: number
  sourceType: string
  sourceId: number
  sourceSn: string
  sourceLineId: number
  warehouseId: number
  skuId: number
  vacctId: number
  qty: Q
  allocated: Q
  shipped: Q
  released: Q
  shortQty: Q
  expireTime: Date | null
}

/** A part of a reservation bound to a lot row. */
export interface Alloc {
  reserve: Reserve
  stockLotId: number
  q: Q
}

/** Kinds of 流水 of accounts. Warehouse §4.10. */
export type RecordType = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9

export interface Entry {
  moveType: number
  lineId: number
  head: Head
  d: Deltas
  lot?: Lot | undefined
  item?: Item | undefined
  /** how the account's figures change with it, and what its record calls it */
  account?: { type: RecordType; qty?: Q; reserved?: Q; shipped?: Q } | undefined
  freezeLineId?: number | undefined
  /** the reservation it concerns, whose own figures the plan changes */
  reserve?: Reserve | undefined
  /** by how much the value of the stock changes; issues take their share of it unless given */
  value?: Cents | undefined
  transitValue?: Cents | undefined
}

export interface Move extends Entry {
  onHandAfter: Q
  availableAfter: Q
  value: Cents
  transitValue: Cents
  qtyAfter: Q
  reservedAfter: Q
}

export interface Book {
  heads: Map<string, Head>
  lots: Lot[]
  items: readonly Item[]
  reserves: Reserve[]
  allocs: Alloc[]
  moves: Move[]
}

export const pairKey = (warehouseId: number, skuId: number): string => `${warehouseId}:${skuId}`

/** A refusal that is told with the name of its sku. Warehouse §12. */
export class Short extends Error {
  readonly skuId: number
  readonly told: (name: string, short: string) => string

  constructor(skuId: number, told: (name: string, short: string) => string) {
    super('Not enough stock')
    this.skuId = skuId
    this.told = told
  }
}

/** Thousandths as people read them: 1500 → 1.5. */
export const shown = (q: Q): string => String(q / 1000)

export const availableOf = ({ onHand, reserved, frozen }: Head): Q => onHand - reserved - frozen
export const publicOf = (head: Head): Q => availableOf(head) - (head.vAlloc - head.vReserved)
export const lotFreeOf = ({ onHand, allocated, frozen, held }: Lot): Q => onHand - allocated - frozen - held
export const openOf = ({ qty, shipped, released }: Reserve): Q => qty - shipped - released

/** a × b / c, rounded half up by size; exact however large. */
function share(a: number, b: number, c: number): number {
  const product = BigInt(a) * BigInt(b)
  const by = BigInt(c)
  return Number((2n * product + by) / (2n * by))
}

/** What q of a value over `of` is worth: the last piece takes what is left. Warehouse §10. */
export const issueValue = (q: Q, amount: Cents, of: Q): Cents =>
  of === 0 ? 0 : q >= of ? amount : share(q, amount, of)

/** What q cost at a price in cents a unit. */
export const timesPrice = (q: Q, price: Cents): Cents => share(q, price, 1000)

/** What q cost at the moving average, also while nothing is there. */
export const atAverage = (head: Head, q: Q): Cents =>
  head.onHand > 0 ? share(q, head.amount, head.onHand) : share(q, head.avgCost, 100_000)

/** Enters one movement: changes what it concerns and remembers it. What must hold is held by `checkBook` at the end. */
export function enter(book: Book, entry: Entry): Move {
  const { head, lot, item, d, account } = entry
  const onHand = d.onHand ?? 0
  const inTransit = d.inTransit ?? 0
  const value = entry.value ?? (onHand < 0 ? -issueValue(-onHand, head.amount, head.onHand) : 0)
  const transitValue =
    entry.transitValue ?? (inTransit < 0 ? -issueValue(-inTransit, head.transitAmount, head.inTransit) : 0)
  head.onHand += onHand
  head.reserved += d.reserved ?? 0
  head.frozen += (d.frozen ?? 0) + (d.held ?? 0)
  head.inTransit += inTransit
  head.vAlloc += d.vAlloc ?? 0
  head.vReserved += d.vReserved ?? 0
  head.amount += value
  head.transitAmount += transitValue
  if (head.onHand > 0) head.avgCost = share(head.amount, 100_000, head.onHand)
  if (lot !== undefined) {
    lot.onHand += onHand
    lot.allocated += d.allocated ?? 0
    lot.frozen += d.frozen ?? 0
    lot.held += d.held ?? 0
    lot.inTransit += inTransit
  }
  if (item !== undefined && account !== undefined) {
    item.qty += account.qty ?? 0
    item.reserved += account.reserved ?? 0
    item.shipped += account.shipped ?? 0
  }
  const move: Move = {
    ...entry,
    value,
    transitValue,
    onHandAfter: head.onHand,
    availableAfter: availableOf(head),
    qtyAfter: item?.qty ?? 0,
    reservedAfter: item?.reserved ?? 0,
  }
  book.moves.push(move)
  return move
}

/** Throws when the figures would no longer hold: a fault of the program, never of a person. Warehouse §2.1. */
export function checkBook(book: Book): void {
  for (const head of book.heads.values()) {
    const least = [head.onHand, head.reserved, head.frozen, head.inTransit, head.vAlloc, head.vReserved]
    const free = [
      availableOf(head),
      publicOf(head),
      head.vAlloc - head.vReserved,
      head.reserved - head.vReserved,
    ]
    const worth = [head.amount, head.transitAmount]
    if ([...least, ...free, ...worth].some((one) => one < 0))
      throw new Error(`Stock of sku ${head.skuId} in warehouse ${head.warehouseId} would fall below zero`)
  }
  for (const one of book.lots)
    if ([one.allocated, one.frozen, one.held, one.inTransit, lotFreeOf(one)].some((figure) => figure < 0))
      throw new Error(`Lot row ${one.id} would fall below zero`)
}

/** Which direction goods go in 出入库日志: 1 in, 2 out; of what is no movement of goods none. */
export function directionOf({ moveType, d }: Entry): 1 | 2 | null {
  if (moveFacts(moveType)?.physical !== true) return null
  const onHand = d.onHand ?? 0
  return (onHand === 0 ? (d.inTransit ?? 0) : onHand) > 0 ? 1 : 2
}

/** The head of a sku in a warehouse; it was locked, or there is none. */
export const headOf = (book: Book, warehouseId: number, skuId: number): Head | undefined =>
  book.heads.get(pairKey(warehouseId, skuId))

/** A head that the posting has made sure of. */
export function madeHead(book: Book, warehouseId: number, skuId: number): Head {
  const head = headOf(book, warehouseId, skuId)
  if (head === undefined) throw new Error(`Stock of sku ${skuId} in warehouse ${warehouseId} was not locked`)
  return head
}

export const lotById = (book: Book, id: number): Lot | undefined => book.lots.find((one) => one.id === id)

type Filling = Pick<Lot, 'onHand' | 'allocated' | 'frozen' | 'inTransit'>

/** What lists of places look for: goods there, goods on their way, goods that a document may take. */
const isListedAs = ({ onHand, allocated, frozen, inTransit }: Filling): string =>
  [onHand > 0, inTransit > 0, onHand > allocated + frozen].join()

/** Whether the movements make places appear in lists or leave them: their counts are old then. */
export function movesPlaces({ moves }: Book): boolean {
  const before = new Map<Lot, Filling>()
  for (const { lot, d } of moves) {
    if (lot === undefined) continue
    const was = before.get(lot) ?? lot
    before.set(lot, {
      onHand: was.onHand - (d.onHand ?? 0),
      allocated: was.allocated - (d.allocated ?? 0),
      frozen: was.frozen - (d.frozen ?? 0),
      inTransit: was.inTransit - (d.inTransit ?? 0),
    })
  }
  return [...before].some(([lot, was]) => isListedAs(lot) !== isListedAs(was))
}
