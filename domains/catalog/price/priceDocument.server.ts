import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { nextNumber } from '#kit/server/number.ts'
import type { ServerPart } from '#kit/server/room.ts'
import { insertRow, lockRow, readRow, updateRow, wholeRow } from '#kit/server/rows.ts'
import { change } from '#kit/server/serve.ts'
import { type DocumentCalls, serveDocument } from '#kit/server/serveDocument.ts'
import { actorOf } from '#kit/server/transaction.ts'
import { may, type Who } from '#kit/server/who.ts'
import type { Call, Paging } from '#kit/shared/call.ts'
import type { Document } from '#kit/shared/declareDocument.ts'
import type { Entity, EntityRow } from '#kit/shared/entity.ts'
import { AppError, conflict, type FieldError, refuse, refuseFields } from '#kit/shared/errors.ts'
import { type Field, type Shape, valuesIn } from '#kit/shared/field.ts'
import type { OptionsAsked } from '#kit/shared/standardCalls.ts'
import { guardState, stateLabel } from '#kit/shared/states.ts'
import { pricedCards, type pricedCards as readCards, skuCards } from '../lines/skuLines.server.ts'
import { dropPlanned, followTime, type NewPrice, setSkuPrice } from '../product/price.server.ts'
import { belowFloor, guardFloor } from './floor.server.ts'
import type { PriceTerms } from './getPrice.server.ts'
import { BELOW_FLOOR } from './price.rules.ts'
import { execStates, MOST_LINES, type priceDocumentFields } from './priceDocument.ts'

/** A line as far as all price documents share it. */
export interface PriceLine {
  skuId: number
  productName: string
  skuCode: string
  suk: string
  unitName: string
  cost: number | null
  result: string
}

/** The fields price documents share; most have an expireTime as well. */
type PriceShape<L extends PriceLine> = typeof priceDocumentFields & {
  effectTime: Field<Date, number>
  lines: Field<L[], unknown[]>
}
type PriceEntity<L extends PriceLine> = Entity<string, PriceShape<L>>
type PriceRow<L extends PriceLine> = EntityRow<PriceEntity<L>>

/** What the lists of price documents are asked. */
type PriceAsked = Paging & { salesChannelId?: string; productId?: number | null }

interface PriceCalls extends DocumentCalls<PriceAsked, OptionsAsked> {
  revoke: Call<{ id: number; reason: string }>
  copy: Call<{ id: number }, unknown, { id: number }, { id: number }>
}

export type PricedCard = Awaited<ReturnType<typeof readCards>>[number]

/** What a kind of price document adds. Catalog §4.2. */
export interface PriceDocument<E extends PriceEntity<L>, L extends PriceLine> {
  document: Document<E, PriceCalls>
  /** refuses a head that breaks a rule, and completes it */
  check(db: Db, who: Who, row: EntityRow<E>, before: EntityRow<E> | null): Promise<void>
  /** for whom the prices that are shown beside the lines are asked; null: what the sku shows */
  terms(row: EntityRow<E>): PriceTerms | null
  /** the figures of a line that follow from its sku and from what is typed */
  fill(line: L, card: PricedCard, row: EntityRow<E>): Partial<L>
  /** why a line breaks a rule of its own: the field and the reason */
  brokenLine?(line: L): { field: string; message: string } | null
  /** the price of a line that must not lie below the floor, and its field; none: it is no selling price */
  guarded?(line: L): { price: number; field: string }
  /** what has changed since a line was entered, said at its approval */
  changed?(line: L, card: PricedCard): string
  /** what of a line is taken again at its approval */
  again?(line: L, card: PricedCard): Partial<L>
  /** the channel its prices hold in, where the document does not name it */
  channelOf?(db: Db, row: EntityRow<E>): Promise<number>
  /** the prices a line sets */
  prices(
    row: EntityRow<E>,
    line: L,
    channelId: number,
  ): Omit<NewPrice, 'sourceId' | 'startTime' | 'endTime'>[]
  /** after it was approved: whoever must hear of it */
  told?(tx: Tx, row: EntityRow<E>): Promise<void>
  /** after it was taken back before it took effect */
  revoked?(tx: Tx, row: EntityRow<E>): Promise<void>
  /** when its prices begin */
  begun?(tx: Tx, row: EntityRow<E>): Promise<void>
  /** fields its lists join */
  joined: Shape
  /** narrows its list by further filters */
  where?(input: PriceAsked): Expression<SqlBool>[]
  /** what its page tells besides */
  details?(db: Db, rows: EntityRow<E>[]): Promise<Record<string, unknown>[]>
}

const DELETED = '商品已删除'

/** As many prices are set by one document: its lines times the objects they hold for. */
const MOST_PRICES = 20_000

/** A kind of price document with everything the house needs of it. */
export interface PriceDocumentPart extends ServerPart {
  name: string
  /** takes one document a step further in time; false: nothing was due */
  advance(tx: Tx, id: number, time: Date): Promise<boolean>
  /** ids of those due */
  due(db: Db, time: Date): Promise<number[]>
  /**
   * refuses what a draft of these values would be refused for, all of it; writes nothing. Of values that are not whole
   * (cells that could not be read are undefined, a sku that is not there is 0) it says what can be said
   */
  verify(db: Db, who: Who, values: Record<string, unknown>, isWhole: boolean): Promise<void>
  /** a new draft from outside its form; answers the id */
  draft(tx: Tx, values: Record<string, unknown>): Promise<number>
}

/** The usual handlers of a document, and what prices add: figures, floor, effect by time, 撤回, 复制. Catalog §4.2. */
export function priceDocument<L extends PriceLine>(
  kind: PriceDocument<PriceEntity<L>, L>,
): PriceDocumentPart {
  type Row = PriceRow<L>
  const { of, calls, states, number = ['', ''] } = kind.document
  const name = of.name
  const endOf = (row: Row & { expireTime?: Date | null }): Date | null => row.expireTime ?? null

  /** The lines with what follows from their skus; refuses what is not there or stands twice. */
  async function filled(db: Db, row: Row, lines: readonly L[]): Promise<L[]> {
    const cards = await pricedCards(
      db,
      kind.terms(row),
      lines.map((line) => line.skuId),
    )
    const bySku = new Map(cards.map((card) => [card.skuId, card]))
    const seen = new Set<number>()
    return lines.map((line, index) => {
      const card = bySku.get(line.skuId)
      if (card === undefined) throw refuse('商品不存在', `lines.${index}.skuId`)
      if (seen.has(line.skuId)) throw refuse(`商品${card.skuCode}重复`, `lines.${index}.skuId`)
      seen.add(line.skuId)
      const { productName, skuCode, suk, unitName, cost } = card
      const shown = { ...line, productName, skuCode, suk, unitName, cost, result: '' }
      const whole = { ...shown, ...kind.fill(shown, card, row) }
      const broken = kind.brokenLine?.(whole) ?? null
      if (broken !== null) throw refuse(broken.message, `lines.${index}.${broken.field}`)
      return whole
    })
  }

  const entered = (lines: readonly L[]) =>
    lines.flatMap((line, index) => {
      const one = kind.guarded?.(line)
      return one === undefined
        ? []
        : [{ skuId: line.skuId, price: one.price, field: `lines.${index}.${one.field}` }]
    })

  async function prepare(db: Db, who: Who, values: Partial<Row>, before: Row | null): Promise<Partial<Row>> {
    const row = wholeRow(of, before, values)
    const { effectTime, lines } = row
    const expireTime = endOf(row)
    if (expireTime !== null && expireTime <= effectTime) throw refuse('失效时间须晚于生效时间', 'expireTime')
    if (lines.length > MOST_LINES) throw refuse(`明细不能超过${MOST_LINES}行`, 'lines')
    await kind.check(db, who, row, before)
    const whole = await filled(db, row, lines)
    const [first] = whole
    if (first !== undefined && whole.length * kind.prices(row, first, 0).length > MOST_PRICES)
      throw refuse(`商品数与适用对象数之积不能超过${MOST_PRICES}`, 'lines')
    const isBelow = await guardFloor(db, who, entered(whole))
    return {
      ...values,
      lines: whole,
      lineCount: whole.length,
      goods: [...new Set(whole.flatMap((line) => [line.productName, line.skuCode]))].join(' '),
      belowFloor: isBelow ? 1 : 0,
    }
  }

  /** Everything that is wrong with a draft; prepare stops at the first of it. */
  async function faultsOf(db: Db, who: Who, row: Row, isWhole: boolean): Promise<FieldError[]> {
    const { effectTime, lines } = row
    const expireTime = endOf(row)
    const errors: FieldError[] = []
    if (expireTime instanceof Date && effectTime instanceof Date && expireTime <= effectTime)
      errors.push({ field: 'expireTime', message: '失效时间须晚于生效时间' })
    const refused = isWhole ? await refusalOf(() => kind.check(db, who, row, null)) : null
    if (refused !== null) errors.push(...fieldsOf(refused))
    if (lines.length > MOST_LINES)
      return [...errors, { field: 'lines', message: `明细不能超过${MOST_LINES}行` }]
    const cards = await skuCards(
      db,
      lines.map((line) => line.skuId),
    )
    const seen = new Set<number>()
    for (const [index, line] of lines.entries()) {
      const at = (field: string, message: string) =>
        errors.push({ field: `lines.${index}.${field}`, message })
      if (line.skuId !== 0 && seen.has(line.skuId))
        at('skuId', `商品${cards.get(line.skuId)?.skuCode ?? ''}重复`)
      seen.add(line.skuId)
      const broken = kind.brokenLine?.(line) ?? null
      if (broken !== null) at(broken.field, broken.message)
    }
    const priced = entered(lines).filter(({ skuId, price }) => skuId !== 0 && typeof price === 'number')
    const below = await refusalOf(() => guardFloor(db, who, priced))
    return below === null ? errors : [...errors, ...fieldsOf(below)]
  }

  /** The effect of the approval: the price rows of every living line, once. */
  async function approved(tx: Tx, row: Row): Promise<void> {
    const { id, effectTime, lines, belowFloor: isBelow } = row
    const expireTime = endOf(row)
    const now = new Date()
    if (expireTime !== null && expireTime <= now) throw conflict('失效时间已过，请驳回后修改')
    const who = actorOf(tx)
    const errors = isBelow === 1 || may(who, BELOW_FLOOR) ? [] : await belowFloor(tx, entered(lines))
    if (errors.length > 0) throw refuseFields(errors)
    const cards = await pricedCards(
      tx,
      kind.terms(row),
      lines.map((line) => line.skuId),
    )
    const bySku = new Map(cards.map((card) => [card.skuId, card]))
    const told = lines.map((line) => {
      const card = bySku.get(line.skuId)
      if (card === undefined) return { ...line, result: DELETED }
      return { ...line, ...kind.again?.(line, card), result: kind.changed?.(line, card) ?? '' }
    })
    const channelId = (await kind.channelOf?.(tx, row)) ?? 0
    const living = told.filter((line) => line.result !== DELETED)
    const startTime = effectTime <= now ? null : effectTime
    await setSkuPrice(
      tx,
      living.flatMap((line) =>
        kind.prices(row, line, channelId).map((one) => ({
          ...one,
          sourceId: id,
          sourceLineId: line.skuId,
          startTime,
          endTime: expireTime,
        })),
      ),
      name,
    )
    const begins = startTime === null
    const written = await updateRow(tx, of, row, {
      lines: told,
      execStatus: begins ? outcomeOf(told) : 0,
      revokeReason: '',
    })
    await kind.told?.(tx, written)
    if (begins) await kind.begun?.(tx, written)
  }

  const outcomeOf = (lines: readonly L[]): 1 | 2 => (lines.some((line) => line.result === DELETED) ? 2 : 1)

  const handlers = serveDocument(kind.document, {
    chosen: 'any',
    prepare: (tx, values, before) => prepare(tx, actorOf(tx), values, before),
    joined: kind.joined,
    ...(kind.details === undefined ? {} : { details: kind.details }),
    list: (_who, input) => ({
      dateColumn: 'effectTime',
      where: kind.where?.(input) ?? [],
      // The lines of a page of documents would be thousands.
      columns: Object.keys(of.all).filter((field) => field !== 'lines' && field !== 'goods'),
    }),
    approved,
    process: {
      fields: [
        { name: 'lineCount', label: '商品数' },
        { name: 'belowFloor', label: '低于最低限价' },
      ],
      vars: (_tx, { lines, belowFloor: isBelow }) => ({ lineCount: lines.length, belowFloor: isBelow }),
    },
  })

  async function draft(tx: Tx, values: Record<string, unknown>): Promise<number> {
    const ready = await prepare(tx, actorOf(tx), valuesIn(of.shape, values), null)
    const [field, prefix] = number
    Reflect.set(ready, field, await nextNumber(tx, prefix))
    return (await insertRow(tx, of, ready)).id
  }

  const exec = execStates(calls)
  const more = [
    change(calls.revoke, async (tx, _who, { id, reason }) => {
      const row = await lockRow(tx, of, id)
      const { auditStatus, execStatus, effectTime } = row
      if (execStatus === null) throw conflict(`当前状态为${stateLabel(states, auditStatus)}，不能撤回`)
      guardState(exec, 'revoke', execStatus)
      if (effectTime <= new Date()) guardState(exec, 'revoke', 1)
      await dropPlanned(tx, { sourceType: name, sourceId: id })
      await kind.revoked?.(tx, await updateRow(tx, of, row, { execStatus: 3, revokeReason: reason }))
    }),
    change(calls.copy, async (tx, who, { id }) => {
      const row = await readRow(tx, who, of, id)
      const cards = await skuCards(
        tx,
        row.lines.map((line) => line.skuId),
      )
      const lines = row.lines.filter((line) => cards.get(line.skuId)?.isLiving)
      if (lines.length === 0) throw conflict('单据中的商品都已删除，不能复制')
      return { id: await draft(tx, { ...typedOf(of, row), lines }) }
    }),
  ]

  return {
    ...handlers,
    name,
    served: [...handlers.served, ...more],
    async verify(db, who, values, isWhole) {
      const given = valuesIn(of.shape, values)
      const first = isWhole ? await refusalOf(() => prepare(db, who, given, null)) : null
      if (isWhole && first === null) return
      const errors = await faultsOf(db, who, wholeRow(of, null, given), isWhole)
      if (errors.length > 0) throw refuseFields(errors)
      if (first !== null) throw first
    },
    draft,
    async due(db, time) {
      const { rows } = await sql<{ id: number }>`select d."id" from ${sql.table(name)} d
        where d."isDel" = 0 and (d."execStatus" = 0 and d."effectTime" <= ${time}
          or d."execStatus" in (1, 2) and not exists (${rulingRows(name, sql`d."id"`, time)}))
        order by d."id"`.execute(db)
      return rows.map((row) => row.id)
    },
    async advance(tx, id, time) {
      const row = await lockRow(tx, of, id, { anyScope: true })
      const { execStatus, effectTime, lines } = row
      const source = { sourceType: name, sourceId: id }
      const follow = () => followTime(tx, source, time, Number.MAX_SAFE_INTEGER)
      if (execStatus === 0 && effectTime <= time) {
        const cards = await skuCards(
          tx,
          lines.map((line) => line.skuId),
        )
        const told = lines.map((line) =>
          cards.get(line.skuId)?.isLiving ? line : { ...line, result: DELETED },
        )
        await follow()
        const begun = await updateRow(tx, of, row, { lines: told, execStatus: outcomeOf(told) })
        await kind.begun?.(tx, begun)
        return true
      }
      if (execStatus !== 1 && execStatus !== 2) return false
      const { rows } = await rulingRows(name, sql`${id}`, time).execute(tx)
      if (rows.length > 0) return false
      await follow()
      await updateRow(tx, of, row, { execStatus: 4 })
      return true
    },
  }
}

/** Why something was refused; null when it was not. */
async function refusalOf(work: () => Promise<unknown>): Promise<AppError | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

const fieldsOf = ({ data, message }: AppError): readonly FieldError[] =>
  Array.isArray(data) ? data : [{ field: '', message }]

/** Prices of a document that have not ended by a moment; one is enough. */
function rulingRows(name: string, id: RawBuilder<unknown>, time: Date) {
  return sql`select 1 from "skuPrice" p where p."sourceType" = ${name} and p."sourceId" = ${id}
    and (p."endTime" is null or p."endTime" > ${time}) limit 1`
}

/** What a person typed of a row, without what the system wrote. */
function typedOf(of: Entity, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(of.shape)
      .filter(([, field]) => !field.readOnly)
      .map(([name]) => [name, values[name]]),
  )
}
