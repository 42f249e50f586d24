import {
  type Book,
  enter,
  type Head,
  headOf,
  type Item,
  publicOf,
  type Reserve,
  Short,
  shown,
} from './book.rules.ts'
import type { Q, Reserved, ReserveLine, StockSource } from './posting.ts'

/** Whose an account can be. Warehouse §4.10. */
export const OWNER = { channel: 1, company: 2, activity: 3, store: 4 } as const

const freeOf = ({ qty, reserved }: Item): Q => qty - reserved

/** The accounts a buyer draws from, in their order: the activity's, the company's, the channel's. Warehouse §2.5. */
function poolsOf(items: readonly Item[], line: ReserveLine): Item[] {
  const owners = [
    [OWNER.activity, line.activityId],
    [OWNER.company, line.companyId],
    [OWNER.channel, line.channelId],
  ] as const
  return owners.flatMap(([type, id]) =>
    id === null || id === undefined
      ? []
      : items.filter(
          (one) =>
            one.open &&
            one.ownerType === type &&
            one.ownerId === id &&
            one.warehouseId === line.warehouseId &&
            one.skuId === line.skuId,
        ),
  )
}

/**
 * What a line may take from each pool, in its order; null is the public pool. An account without overflow ends it: its owner
 * gets no public stock. A limited account (mode 2) takes out of the public pool, so at most what is there.
 */
export function sharesOf(
  head: Head,
  items: readonly Item[],
  line: ReserveLine,
): { item: Item | null; free: Q }[] {
  const shares: { item: Item | null; free: Q }[] = []
  let publicLeft = publicOf(head)
  for (const item of poolsOf(items, line)) {
    const free = item.exclusive ? freeOf(item) : Math.min(freeOf(item), publicLeft)
    if (!item.exclusive) publicLeft -= Math.max(0, free)
    shares.push({ item, free: Math.max(0, free) })
    if (!item.overflow) return shares
  }
  return [...shares, { item: null, free: Math.max(0, publicLeft) }]
}

const isBuyer = ({ channelId, companyId, activityId }: ReserveLine): boolean =>
  [channelId, companyId, activityId].some((one) => one !== null && one !== undefined)

/** The refusal of a line that finds less than it needs. Warehouse §12. */
function shortOf(head: Head | undefined, line: ReserveLine, free: Q): Short {
  const given = head === undefined ? 0 : head.vAlloc - head.vReserved
  if (!isBuyer(line) && head !== undefined && given > 0 && free + given >= line.q)
    return publicShort(head, free)
  return new Short(line.skuId, (name) => `库存不足：${name} 可用 ${shown(free)}，需要 ${shown(line.q)}`)
}

/** What accounts hold is nobody else's. */
export const publicShort = (head: Head, free: Q = publicOf(head)): Short =>
  new Short(
    head.skuId,
    (_name, short) =>
      `公共可用库存不足：${short} 公共可用 ${shown(free)}，${shown(head.vAlloc - head.vReserved)} 已分配给虚拟账户`,
  )

/** Reserves every line or throws: 191, one entry and one reservation for each pool it draws from. */
export function reserveLines(
  book: Book,
  source: StockSource,
  lines: readonly ReserveLine[],
  expireTime: Date | null,
): Reserved[] {
  const made: Reserved[] = []
  for (const line of lines) {
    const { lineId, warehouseId, skuId } = line
    const head = headOf(book, warehouseId, skuId)
    if (head === undefined) throw shortOf(head, line, 0)
    const shares = sharesOf(head, book.items, line)
    const free = shares.reduce((sum, one) => sum + one.free, 0)
    if (free < line.q) throw shortOf(head, line, free)
    let left = line.q
    for (const { item, free: most } of shares) {
      const q = Math.min(left, most)
      if (q <= 0) continue
      left -= q
      enter(book, {
        moveType: 191,
        lineId,
        head,
        d: { reserved: q, ...(item?.exclusive ? { vReserved: q } : {}) },
        ...(item === null ? {} : { item, account: { type: 3, reserved: q } }),
      })
      addReserve(book, source, line, item?.vacctId ?? 0, q, expireTime)
      made.push({ lineId, warehouseId, skuId, vacctId: item?.vacctId ?? 0, q })
    }
  }
  return made
}

/** Lines that name the same thing twice make one reservation. */
function addReserve(
  book: Book,
  source: StockSource,
  { lineId, warehouseId, skuId }: ReserveLine,
  vacctId: number,
  q: Q,
  expireTime: Date | null,
): void {
  const same = book.reserves.find(
    (one) => one.sourceLineId === lineId && one.warehouseId === warehouseId && one.vacctId === vacctId,
  )
  if (same !== undefined) same.qty += q
  else
    book.reserves.push({
      ...{ id: 0, sourceType: source.type, sourceId: source.id, sourceSn: source.sn, sourceLineId: lineId },
      ...{
        warehouseId,
        skuId,
        vacctId,
        qty: q,
        allocated: 0,
        shipped: 0,
        released: 0,
        shortQty: 0,
        expireTime,
      },
    })
}

/** The account of a reservation, when it is not of the public pool. */
export const itemOf = (book: Book, { vacctId, skuId }: Reserve): Item | undefined =>
  vacctId === 0 ? undefined : book.items.find((one) => one.vacctId === vacctId && one.skuId === skuId)
