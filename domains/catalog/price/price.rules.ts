import { type Cents, netAndTax, timesQuantity, timesRate } from '#kit/shared/money.ts'

/** To change prices of goods on sale. Catalog §8.8. */
export const PRICE = 'admin:store:product:price'
/** To set prices below the floor. Catalog §4.1. */
export const BELOW_FLOOR = 'admin:store:product:belowFloor'

/** What a price record holds for: a channel, a sales channel, a sold-to party, an org level; 9 is the base price. */
export const SCOPE = { channel: 0, salesChannel: 1, shouda: 2, orgLevel: 3, base: 9 } as const
export type ScopeType = (typeof SCOPE)[keyof typeof SCOPE]

/** Hundredths of a percent out of a percentage with two decimals: 95.5 → 9550. */
export const basisPoints = (percent: number): number => Math.round(percent * 100)

/** Below this no price may be entered: the base price less what it may be undercut by. Catalog §4.1. */
export function floorPrice(basePrice: Cents, minRate: number): Cents {
  return timesRate(basePrice, 10_000 - basisPoints(minRate))
}

/** A price record as far as time decides. */
export interface Dated {
  id: number
  startTime: Date
  endTime: Date | null
}

/**
 * The record of one scope that rules at a moment: begun, not ended, the latest begun, of several the last made. Null
 * when none does. Catalog §4.1, invariant 4.
 */
export function rulingAt<R extends Dated>(records: readonly R[], time: Date): R | null {
  let found: R | null = null
  for (const one of records) {
    if (one.startTime > time || (one.endTime !== null && one.endTime <= time)) continue
    const isLater =
      found === null ||
      one.startTime > found.startTime ||
      (one.startTime.getTime() === found.startTime.getTime() && one.id > found.id)
    if (isLater) found = one
  }
  return found
}

/** A stretch of time in which one record of a scope rules; `endTime` null: until further notice. */
export interface Period<R> {
  record: R
  startTime: Date
  endTime: Date | null
}

/**
 * When each record of one scope rules: one that ends by itself interrupts the one before it, which rules again
 * afterwards. In the order of time, with gaps where none rules. Catalog §4.1, §10.
 */
export function periodsOf<R extends Dated>(records: readonly R[]): Period<R>[] {
  const ends = records.flatMap((one) => (one.endTime === null ? [] : [one.endTime.getTime()]))
  const moments = [...new Set([...records.map((one) => one.startTime.getTime()), ...ends])].sort(
    (a, b) => a - b,
  )
  const periods: Period<R>[] = []
  for (const [index, moment] of moments.entries()) {
    const startTime = new Date(moment)
    const next = moments[index + 1]
    const endTime = next === undefined ? null : new Date(next)
    const record = rulingAt(records, startTime)
    const last = periods.at(-1)
    if (record === null) continue
    if (last?.record === record && last.endTime?.getTime() === moment) last.endTime = endTime
    else periods.push({ record, startTime, endTime })
  }
  return periods
}

/** A price somebody found, and the record that gave it. */
export interface Offer {
  price: Cents
  otPrice: Cents
}

/** What a payer has agreed for a sku; a price, a rate (hundredths of a percent) or neither. */
export interface PayerOffer {
  settlePrice: Cents | null
  discountRate: number | null
  /** thousandths; below this the agreement does not hold */
  minQty: number
}

/** The places a price is looked for, in their order. */
export const STEPS = ['payer', 'shouda', 'salesChannel', 'channel'] as const
export type Step = (typeof STEPS)[number]

export const STEP_LABELS: Readonly<Record<Step, string>> = {
  payer: '付款方结算价',
  shouda: '售达方价',
  salesChannel: '销售渠道价',
  channel: '渠道价',
}

export interface Chosen extends Offer {
  step: Step
  /** a fixed price: no level rate, no member price */
  locked: boolean
  /** the payer's rate that was applied, hundredths of a percent */
  rate: number | null
}

/**
 * Step S1 of the price of an order line: the payer's agreed price, the sold-to party's, that of its sales channel or
 * the nearest above it, the channel's; a payer's rate multiplies what was found. Null: the sku has no price here.
 * Catalog §4.1.
 */
export function choosePrice(
  offers: { shouda: Offer | null; salesChannels: readonly (Offer | null)[]; channel: Offer | null },
  payer: PayerOffer | null,
  quantity: number,
): Chosen | null {
  const agreed = payer !== null && quantity >= payer.minQty ? payer : null
  const nearest = offers.salesChannels.find((one) => one !== null) ?? null
  const found =
    offers.shouda !== null
      ? { offer: offers.shouda, step: 'shouda' as const }
      : nearest !== null
        ? { offer: nearest, step: 'salesChannel' as const }
        : offers.channel !== null
          ? { offer: offers.channel, step: 'channel' as const }
          : null
  if (agreed?.settlePrice != null) {
    const otPrice = found?.offer.otPrice ?? agreed.settlePrice
    return { price: agreed.settlePrice, otPrice, step: 'payer', locked: true, rate: null }
  }
  if (found === null) return null
  const { offer, step } = found
  const rate = agreed?.discountRate ?? null
  return {
    price: rate === null ? offer.price : timesRate(offer.price, rate),
    otPrice: offer.otPrice,
    step,
    locked: rate !== null || step === 'shouda',
    rate,
  }
}

/** What a member is entitled to; rates in hundredths of a percent, prices in cents. */
export interface MemberTerms {
  userLevelRate?: number | null
  orgLevelRate?: number | null
  /** the org level's own record */
  levelPrice?: Cents | null
  /** the paid-member price, where it is on the shelf and in time and the membership valid */
  vipPrice?: Cents | null
}

/** What a member may have instead of the price of step S1, in the order people read it. */
export const MEMBER_STEPS = ['userLevel', 'orgLevelRate', 'orgLevel', 'vip'] as const
export type MemberStep = (typeof MEMBER_STEPS)[number]

export const MEMBER_LABELS: Readonly<Record<MemberStep, string>> = {
  userLevel: '会员等级折扣',
  orgLevelRate: '组织等级折扣',
  orgLevel: '组织等级价',
  vip: '付费会员价',
}

/** What each of a member's entitlements makes of a price; those they do not have are left out. */
export function memberOffers(s1: Cents, terms: MemberTerms): { step: MemberStep; price: Cents }[] {
  const { userLevelRate, orgLevelRate, levelPrice, vipPrice } = terms
  const prices: Record<MemberStep, Cents | null> = {
    userLevel: userLevelRate == null ? null : timesRate(s1, userLevelRate),
    orgLevelRate: orgLevelRate == null ? null : timesRate(s1, orgLevelRate),
    orgLevel: levelPrice ?? null,
    vip: vipPrice ?? null,
  }
  return MEMBER_STEPS.flatMap((step) => {
    const price = prices[step]
    return price === null ? [] : [{ step, price }]
  })
}

/** Step S2: the lowest a member may have; locked prices and products without member prices stay. Catalog §4.1. */
export function memberPrice(
  s1: { price: Cents; locked: boolean; isMemberPrice: 0 | 1 },
  terms: MemberTerms,
): Cents {
  if (s1.locked || s1.isMemberPrice === 0) return s1.price
  return Math.min(s1.price, ...memberOffers(s1.price, terms).map((one) => one.price))
}

/** The amount of a line and the tax in it: price × quantity (thousandths of the base unit), rounded once. Catalog §4.1. */
export function lineAmount(
  price: Cents,
  quantity: number,
  taxRate: number,
): { amount: Cents; net: Cents; tax: Cents } {
  const amount = timesQuantity(price, quantity)
  return { amount, ...netAndTax(amount, taxRate) }
}

const percentOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part * 10_000) / whole) / 100

/** 毛利率 in percent; both with tax, which falls out. Null without a price. Catalog §8.2. */
export function grossRate(price: Cents, cost: Cents): number | null {
  return percentOf(price - cost, price)
}

/** 变动率 in percent; null without an old figure. */
export function changeRate(oldPrice: Cents | null, newPrice: Cents): number | null {
  return oldPrice === null ? null : percentOf(newPrice - oldPrice, oldPrice)
}

/** Whether two periods of days share one. */
export function overlaps(
  one: { startDate: string; endDate: string },
  other: { startDate: string; endDate: string },
): boolean {
  return one.startDate <= other.endDate && other.startDate <= one.endDate
}
