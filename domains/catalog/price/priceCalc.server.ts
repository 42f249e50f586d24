import { orgLevelRate } from '#domains/parties/parties.door.ts'
import type { Db } from '#kit/server/database.ts'
import { namesFor, namesOf } from '#kit/server/refs.ts'
import { read } from '#kit/server/serve.ts'
import type { Who } from '#kit/server/who.ts'
import { refuse } from '#kit/shared/errors.ts'
import { addMoney, type Cents, formatMoney } from '#kit/shared/money.ts'
import { type SkuCard, skuCards } from '../lines/skuLines.server.ts'
import { channelLabel } from '../product/channelLabel.ts'
import {
  getSkuPrices,
  type PricedSku,
  type PriceSource,
  type TraceStep,
  UNPRICED,
} from './getPrice.server.ts'
import { memberTermsOf } from './memberTerms.server.ts'
import { calcCall } from './price.calls.ts'
import {
  lineAmount,
  MEMBER_LABELS,
  type MemberStep,
  type MemberTerms,
  memberOffers,
  memberPrice,
  STEP_LABELS,
} from './price.rules.ts'
import { sourceFacts } from './priceSources.server.ts'

/** 100 %, in hundredths of a percent. */
const FULL_RATE = 10_000

interface CalcLine {
  skuId: number
  qty: number
  unitId: number | null
  packs: readonly { unitId: number | null; qty: number }[]
}

/** Quantities of lines in thousandths of the base unit, packing units turned into it. */
async function quantities(db: Db, lines: readonly CalcLine[], cards: ReadonlyMap<number, SkuCard>) {
  const productIds = [...new Set([...cards.values()].map((card) => card.productId))]
  const units = await db
    .selectFrom('productUnit')
    .select(['productId', 'unitId', 'ratio'])
    .where('productId', 'in', [0, ...productIds])
    .where('isDel', '=', 0)
    .execute()
  const ratios = new Map(units.map((one) => [`${one.productId} ${one.unitId}`, one.ratio]))
  return lines.map(({ skuId, qty, unitId, packs }, index) => {
    const card = cards.get(skuId)
    if (card === undefined) throw refuse('商品不存在', `lines.${index}.skuId`)
    const inBase = (part: { unitId: number | null; qty: number }): number => {
      const isBase = part.unitId === null || part.unitId === card.unitId
      const ratio = isBase ? 1 : ratios.get(`${card.productId} ${part.unitId}`)
      if (ratio === undefined) throw refuse('该商品没有此包装单位', `lines.${index}.unitId`)
      return Math.round(part.qty * ratio * 1000)
    }
    const parts = packs.length > 0 ? packs : [{ unitId, qty }]
    const quantity = parts.reduce((sum, part) => sum + inBase(part), 0)
    if (quantity <= 0) throw refuse('请输入数量', `lines.${index}.qty`)
    return quantity
  })
}

/** What a step looked at and found, in words. */
function noteOf(step: TraceStep, quantity: number): string {
  if (step.step === 'payer') {
    if (step.source === null) return '没有约定'
    if (quantity < (step.minQty ?? 0)) return `未达起订量${(step.minQty ?? 0) / 1000}`
    if (step.price !== null) return '锁定价'
    return step.rate === null ? '仅限定可购' : `下列价格 × ${percentText(step.rate)}，锁定`
  }
  if (step.price === null) return '没有价格'
  return step.step === 'shouda' ? '锁定价' : ''
}

/** Who a step asked, by name. */
async function stepNames(db: Db, who: Who, channelId: number, priced: readonly PricedSku[]) {
  const steps = priced.flatMap((one) => one.steps)
  const idsOf = (wanted: TraceStep['step']) =>
    steps.filter((step) => step.step === wanted).map((step) => step.scopeId)
  const [payer, shouda, salesChannel] = await Promise.all([
    namesFor(db, who, 'payer', idsOf('payer')),
    namesFor(db, who, 'shouda', idsOf('shouda')),
    namesOf(db, 'salesChannel', idsOf('salesChannel')),
  ])
  const names = { payer, shouda, salesChannel, channel: new Map([[channelId, channelLabel(channelId)]]) }
  return (step: TraceStep): string => names[step.step].get(step.scopeId) ?? ''
}

/** The org level of a sold-to party's company. */
async function levelOf(db: Db, shoudaId: number | null): Promise<number | null> {
  if (shoudaId === null) return null
  const row = await db
    .selectFrom('shouda')
    .innerJoin('company', 'company.id', 'shouda.companyId')
    .select('company.orgLevelId')
    .where('shouda.id', '=', shoudaId)
    .executeTakeFirst()
  return row?.orgLevelId ?? null
}

/** What whoever asks is entitled to as a consumer. */
async function consumerOf(db: Db, uid: number | null, time: Date) {
  if (uid === null) return null
  const found = await memberTermsOf(db, uid, time)
  if (found === null) throw refuse('用户不存在', 'uid')
  return found
}

const NO_SOURCE = { sourceType: '', sourceId: null, sourceName: '', startTime: null, endTime: null }

const percentText = (rate: number): string => `${formatMoney(rate)}%`

/** The entitlements of a member, in words, and which of them decided the price. */
function memberPart(
  s1: { price: Cents; locked: boolean; isMemberPrice: 0 | 1 },
  terms: MemberTerms,
  names: Readonly<Record<MemberStep, string>>,
) {
  const price = memberPrice(s1, terms)
  const offers = memberOffers(s1.price, terms)
  const decided = price < s1.price ? offers.find((one) => one.price === price)?.step : undefined
  const rates: Partial<Record<MemberStep, number | null | undefined>> = {
    userLevel: terms.userLevelRate,
    orgLevelRate: terms.orgLevelRate,
  }
  const refusal = s1.locked ? '锁定价不再优惠' : s1.isMemberPrice === 0 ? '该商品不享受会员价' : ''
  const steps = offers.map((offer) => {
    const rate = rates[offer.step]
    const formula = rate == null ? '' : `${formatMoney(s1.price)} × ${percentText(rate)}`
    return {
      step: offer.step,
      label: MEMBER_LABELS[offer.step],
      name: names[offer.step],
      price: refusal !== '' && rate != null ? null : offer.price,
      note: refusal || formula,
      used: offer.step === decided ? (1 as const) : (0 as const),
    }
  })
  return { price, decided, rate: decided === undefined ? null : (rates[decided] ?? null), steps }
}

interface Question {
  channelId: number
  shoudaId: number | null
  payerId: number | null
  salesChannelId: number | null
  orgLevelId: number | null
  uid: number | null
  time: Date | null
  lines: readonly CalcLine[]
}

/** What lines cost and why: figures, the step that decided, and every step that was asked. Catalog §4.1. */
export async function priceLines(db: Db, who: Who, input: Question) {
  const { channelId, shoudaId, payerId, salesChannelId, uid } = input
  const time = input.time ?? new Date()
  const orgLevelId = input.orgLevelId ?? (await levelOf(db, shoudaId))
  const consumer = await consumerOf(db, uid, time)
  const cards = await skuCards(
    db,
    input.lines.map((line) => line.skuId),
  )
  const amounts = await quantities(db, input.lines, cards)
  const paidLevelId = consumer?.paidLevelId ?? null
  const priced = await getSkuPrices(
    db,
    { channelId, shoudaId, payerId, salesChannelId, orgLevelId, paidLevelId, time },
    input.lines.map((line, index) => ({ skuId: line.skuId, quantity: amounts[index] ?? 0 })),
  )
  const factsOf = await sourceFacts(
    db,
    priced.flatMap((one) =>
      [...one.steps.map((step) => step.source), one.level?.source, one.vip?.source].flatMap((it) => it ?? []),
    ),
  )
  const nameOf = await stepNames(db, who, channelId, priced)
  const rate = await orgLevelRate(db, orgLevelId)
  const rates = {
    userLevelRate: consumer?.levelRate ?? null,
    orgLevelRate: orgLevelId === null || rate === FULL_RATE ? null : rate,
  }
  const level = (await namesOf(db, 'orgLevel', [orgLevelId])).get(orgLevelId ?? 0) ?? ''
  const names = { userLevel: consumer?.levelName ?? '', orgLevelRate: level, orgLevel: level, vip: '' }
  const sourced = (source: PriceSource | null | undefined) =>
    source == null
      ? NO_SOURCE
      : {
          sourceType: source.sourceType,
          sourceId: source.sourceId,
          sourceName: factsOf(source).sourceName,
          startTime: source.startTime,
          endTime: source.endTime,
        }
  return priced.map((one, index) => {
    const card = cards.get(one.skuId)
    const quantity = amounts[index] ?? 0
    const taxRate = card?.taxRate ?? 0
    const { chosen } = one
    const member =
      chosen === null
        ? null
        : memberPart(
            { ...chosen, isMemberPrice: card?.isMemberPrice ?? 0 },
            { ...rates, levelPrice: one.level?.price ?? null, vipPrice: one.vip?.price ?? null },
            names,
          )
    const figures: { amount: Cents; net: Cents; tax: Cents } | null =
      member === null ? null : lineAmount(member.price, quantity, taxRate)
    // Step S1 stands unless a price of the member's own took its place */
    const isBase = member?.decided === undefined || member.rate !== null
    const isUsed = (step: TraceStep): boolean =>
      isBase && (step.step === chosen?.step || (step.step === 'payer' && chosen?.rate != null))
    const sources = { orgLevel: one.level?.source, vip: one.vip?.source, userLevel: null, orgLevelRate: null }
    return {
      skuId: one.skuId,
      productName: card?.productName ?? '',
      suk: card?.suk ?? '',
      unitName: card?.unitName ?? '',
      qty: quantity / 1000,
      s1Price: chosen?.price ?? null,
      price: member?.price ?? null,
      otPrice: chosen?.otPrice ?? null,
      locked: chosen?.locked ? (1 as const) : (0 as const),
      basePrice: one.basePrice,
      floorPrice: one.floorPrice,
      amount: figures?.amount ?? null,
      net: figures?.net ?? null,
      tax: figures?.tax ?? null,
      taxRate,
      reason: reasonOf(chosen, member),
      steps: [
        ...one.steps.map((step) => ({
          label: STEP_LABELS[step.step],
          name: nameOf(step),
          price: step.price,
          ...sourced(step.source),
          note: noteOf(step, quantity),
          used: isUsed(step) ? (1 as const) : (0 as const),
        })),
        ...(member?.steps ?? []).map(({ step, ...shown }) => ({ ...shown, ...sourced(sources[step]) })),
      ],
    }
  })
}

export const calcServed = read(calcCall, async (db, who, input) => {
  const lines = await priceLines(db, who, input)
  const sum = (name: 'amount' | 'net' | 'tax') => addMoney(...lines.map((line) => line[name] ?? 0))
  return { lines, amount: sum('amount'), net: sum('net'), tax: sum('tax') }
})

/** Where a price comes from, in one line. */
function reasonOf(
  chosen: PricedSku['chosen'],
  member: { decided: MemberStep | undefined; rate: number | null } | null,
): string {
  if (chosen === null || member === null) return UNPRICED
  const { decided, rate } = member
  if (decided !== undefined && rate === null) return MEMBER_LABELS[decided]
  const base = STEP_LABELS[chosen.step]
  if (chosen.rate !== null) return `${base} × 付款方折扣${percentText(chosen.rate)}`
  return decided === undefined || rate === null
    ? base
    : `${base} × ${MEMBER_LABELS[decided]}${percentText(rate)}`
}
