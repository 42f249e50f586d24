import { sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import { pageOf } from '#kit/server/list.ts'
import { namesOf } from '#kit/server/refs.ts'
import { read } from '#kit/server/serve.ts'
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
import { calcCall, priceHistoryCall } from './price.calls.ts'
import { basisPoints, lineAmount, memberPrice, STEP_LABELS } from './price.rules.ts'
import { SCOPE_REFS } from './priceNotice.entity.ts'

const SOURCE_NAMES: Readonly<Record<string, string>> = {
  product: '商品资料',
  productChannel: '可售商品',
  payerProduct: '付款方商品',
}
/** Documents that set prices: their table, the column of the number, and what they are called. */
const DOCUMENTS: Readonly<Record<string, readonly [table: string, number: string, label: string]>> = {
  basePrice: ['basePrice', 'basePriceNo', '商品基础价格'],
  saleInfo: ['saleInfo', 'saleInfoNo', '商品销售信息'],
  priceNotice: ['priceNotice', 'noticeNo', '价格通知单'],
  productEdit: ['productEdit', 'editNo', '商品资料修改'],
  showApply: ['showApply', 'applyNo', '上架申请'],
}

type Named = Pick<PriceSource, 'sourceType' | 'sourceId'>
const keyOf = (one: Named): string => `${one.sourceType} ${one.sourceId}`

/** What people call the sources of prices: the document and its number, or the form. */
async function sourceNames(db: Db, sources: readonly Named[]): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  for (const [type, own] of Map.groupBy(sources, (one) => one.sourceType)) {
    const document = DOCUMENTS[type]
    for (const one of own) names.set(keyOf(one), document?.[2] ?? SOURCE_NAMES[type] ?? type)
    if (document === undefined) continue
    const [table, number, label] = document
    const { rows } = await sql<{ id: number; no: string }>`select "id", ${sql.ref(number)} as "no"
      from ${sql.table(table)} where "id" = any(${sql.val(own.map((one) => one.sourceId))}::int[])`.execute(
      db,
    )
    for (const { id, no } of rows) names.set(`${type} ${id}`, `${label} ${no}`)
  }
  return names
}

/** The objects of scopes by name: sales channels, sold-to parties, org levels. */
async function scopeNames(db: Db, scopes: readonly { scopeType: number; scopeId: number }[]) {
  const names = new Map<string, string>()
  for (const [scopeType, own] of Map.groupBy(scopes, (one) => one.scopeType)) {
    const entity = SCOPE_REFS[scopeType]
    if (entity === undefined) continue
    const found = await namesOf(
      db,
      entity,
      own.map((one) => one.scopeId),
    )
    for (const [id, name] of found) names.set(`${scopeType} ${id}`, name)
  }
  return names
}

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
    return step.rate === null ? '仅限定可购' : `按下列价格的${step.rate / 100}%锁定`
  }
  if (step.price === null) return '没有价格'
  return step.step === 'shouda' ? '锁定价' : ''
}

async function nameSteps(db: Db, channelId: number, priced: readonly PricedSku[]) {
  const steps = priced.flatMap((one) => one.steps)
  const idsOf = (wanted: TraceStep['step']) =>
    steps.filter((step) => step.step === wanted).map((step) => step.scopeId)
  const [payer, shouda, salesChannel] = await Promise.all([
    namesOf(db, 'payer', idsOf('payer')),
    namesOf(db, 'shouda', idsOf('shouda')),
    namesOf(db, 'salesChannel', idsOf('salesChannel')),
  ])
  const names = { payer, shouda, salesChannel, channel: new Map([[channelId, channelLabel(channelId)]]) }
  return (step: TraceStep): string => names[step.step].get(step.scopeId) ?? ''
}

/** The discount of an org level, hundredths of a percent; null without one. */
async function levelRate(db: Db, orgLevelId: number | null): Promise<number | null> {
  if (orgLevelId === null) return null
  const { rows } = await sql<{ discount: number | null }>`select "discount" from "orgLevel"
    where "id" = ${orgLevelId} and "isDel" = 0 and "status" = 1`.execute(db)
  const discount = rows[0]?.discount ?? null
  return discount === null ? null : basisPoints(discount)
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

const calcServed = read(calcCall, async (db, _who, input) => {
  const { channelId, shoudaId, payerId, salesChannelId } = input
  const orgLevelId = input.orgLevelId ?? (await levelOf(db, shoudaId))
  const cards = await skuCards(
    db,
    input.lines.map((line) => line.skuId),
  )
  const amounts = await quantities(db, input.lines, cards)
  const time = input.time ?? new Date()
  const priced = await getSkuPrices(
    db,
    { channelId, shoudaId, payerId, salesChannelId, orgLevelId, time },
    input.lines.map((line, index) => ({ skuId: line.skuId, quantity: amounts[index] ?? 0 })),
  )
  const sources = await sourceNames(
    db,
    priced.flatMap((one) => one.steps.flatMap((step) => step.source ?? [])),
  )
  const nameOf = await nameSteps(db, channelId, priced)
  const orgLevelRate = await levelRate(db, orgLevelId)
  const userLevelRate = input.userLevelRate === null ? null : basisPoints(input.userLevelRate)
  const levels = await namesOf(db, 'orgLevel', [orgLevelId])
  const lines = priced.map((one, index) => {
    const card = cards.get(one.skuId)
    const quantity = amounts[index] ?? 0
    const isMemberPrice = card?.isMemberPrice ?? 0
    const taxRate = card?.taxRate ?? 0
    const { levelPrice, chosen } = one
    const price =
      chosen === null
        ? null
        : memberPrice({ ...chosen, isMemberPrice }, { userLevelRate, orgLevelRate, levelPrice })
    const figures: { amount: Cents; net: Cents; tax: Cents } | null =
      price === null ? null : lineAmount(price, quantity, taxRate)
    const member = {
      label: '会员价',
      name: levels.get(orgLevelId ?? 0) ?? '',
      price: levelPrice,
      sourceName: '',
      note: memberNote(chosen, isMemberPrice, orgLevelRate ?? userLevelRate),
    }
    return {
      skuId: one.skuId,
      productName: card?.productName ?? '',
      suk: card?.suk ?? '',
      unitName: card?.unitName ?? '',
      qty: quantity / 1000,
      s1Price: chosen?.price ?? null,
      price,
      otPrice: chosen?.otPrice ?? null,
      locked: chosen?.locked ? (1 as const) : (0 as const),
      basePrice: one.basePrice,
      floorPrice: one.floorPrice,
      amount: figures?.amount ?? null,
      net: figures?.net ?? null,
      tax: figures?.tax ?? null,
      taxRate,
      reason:
        chosen === null
          ? UNPRICED
          : chosen.rate === null
            ? STEP_LABELS[chosen.step]
            : `${STEP_LABELS[chosen.step]} × ${chosen.rate / 100}%`,
      steps: [
        ...one.steps.map((step) => ({
          label: STEP_LABELS[step.step],
          name: nameOf(step),
          price: step.price,
          sourceName: step.source === null ? '' : (sources.get(keyOf(step.source)) ?? ''),
          note: noteOf(step, quantity),
        })),
        ...(orgLevelId === null && userLevelRate === null ? [] : [member]),
      ],
    }
  })
  const sum = (name: 'amount' | 'net' | 'tax') => addMoney(...lines.map((line) => line[name] ?? 0))
  return { lines, amount: sum('amount'), net: sum('net'), tax: sum('tax') }
})

function memberNote(chosen: PricedSku['chosen'], isMemberPrice: 0 | 1, rate: number | null): string {
  if (chosen?.locked) return '锁定价不再折扣'
  if (isMemberPrice === 0) return '该商品不享受会员价'
  return rate === null ? '' : `等级折扣${formatMoney(rate)}%`
}

const historyServed = read(priceHistoryCall, async (db, _who, input) => {
  const { skuId, channelId, scopeType, scopeId, time, page, limit } = input
  let query = db.selectFrom('skuPrice').where('skuId', '=', skuId)
  if (channelId !== null) query = query.where('channelId', '=', channelId)
  if (scopeType !== '') query = query.where('scopeType', 'in', scopeType.split(',').map(Number))
  if (scopeId !== null) query = query.where('scopeId', '=', scopeId)
  if (time !== null)
    // Of every scope the one record that rules then.
    query = query.where('id', 'in', (ruling) =>
      ruling
        .selectFrom('skuPrice')
        .distinctOn(['channelId', 'scopeType', 'scopeId'])
        .select('id')
        .where('skuId', '=', skuId)
        .where('startTime', '<=', time)
        .where((where) => where.or([where('endTime', 'is', null), where('endTime', '>', time)]))
        .orderBy('channelId')
        .orderBy('scopeType')
        .orderBy('scopeId')
        .orderBy('startTime', 'desc')
        .orderBy('id', 'desc'),
    )
  const { count } = await query
    .select((builder) => builder.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const rows = await query
    .selectAll()
    .orderBy('startTime', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const sources = await sourceNames(db, rows)
  const scopes = await scopeNames(db, rows)
  const now = new Date()
  const list = rows.map((row) => ({
    ...row,
    scopeType: scopeTypeOf(row.scopeType),
    scopeName: scopes.get(`${row.scopeType} ${row.scopeId}`) ?? '',
    sourceName: sources.get(keyOf(row)) ?? row.sourceType,
    state:
      row.startTime > now
        ? (0 as const)
        : row.endTime !== null && row.endTime <= now
          ? (2 as const)
          : (1 as const),
  }))
  return pageOf(list, count, { page, limit, exactTotal: '1' })
})

const TYPES = [0, 1, 2, 3, 9] as const
const scopeTypeOf = (type: number) => TYPES.find((one) => one === type) ?? 0

export const calcHandlers = [calcServed, historyServed]
