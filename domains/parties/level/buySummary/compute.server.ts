import { type Insertable, sql } from 'kysely'
import type { Db, Tables, Tx } from '#kit/server/database.ts'
import { deleteRow, insertRow, updateRow } from '#kit/server/rows.ts'
import { asSystem } from '#kit/server/transaction.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { monthKey } from '#kit/shared/time.ts'
import { rebateRates } from '../equity/targets.server.ts'
import type { PurchaseFigure } from '../figures.rules.ts'
import { figuresOf } from '../figures.server.ts'
import { buySummary } from './buySummary.entity.ts'
import {
  figuresChange,
  figuresFrom,
  isClosed,
  linesChange,
  linesFrom,
  rebateOf,
  type SummaryFigures,
  type SummaryLine,
} from './buySummary.rules.ts'

export type Summary = EntityRow<typeof buySummary>
type Party = Pick<Summary, 'companyId' | 'channelId' | 'agentId' | 'orgLevelId'> & { id: number }

const BATCH = 200
const LINE_BATCH = 2000

/** Sold-to parties with what their summaries tell of them. */
async function partiesOf(db: Db, after: number, only?: readonly number[]): Promise<Party[]> {
  let query = db
    .selectFrom('shouda')
    .innerJoin('company', 'company.id', 'shouda.companyId')
    .select(['shouda.id', 'shouda.companyId', 'shouda.channelId', 'company.agentId', 'company.orgLevelId'])
    .where('shouda.id', '>', after)
    .where('shouda.isDel', '=', 0)
  if (only !== undefined) query = query.where('shouda.id', 'in', [...only, 0])
  return query.orderBy('shouda.id').limit(BATCH).execute()
}

/** The stored lines of summaries, by summary. */
export async function linesOf(db: Db, ids: readonly number[]): Promise<Map<number, SummaryLine[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('buySummaryLine')
    .selectAll()
    .where('summaryId', 'in', [...ids])
    .orderBy('summaryId')
    .orderBy('orderSn')
    .orderBy('skuId')
    .execute()
  return Map.groupBy(rows, (row) => row.summaryId)
}

async function writeLines(tx: Tx, summaryId: number, lines: readonly SummaryLine[]): Promise<void> {
  await tx.deleteFrom('buySummaryLine').where('summaryId', '=', summaryId).execute()
  const rows: Insertable<Tables['buySummaryLine']>[] = lines.map((line) => ({ summaryId, ...line }))
  for (let at = 0; at < rows.length; at += LINE_BATCH)
    await tx
      .insertInto('buySummaryLine')
      .values(rows.slice(at, at + LINE_BATCH))
      .execute()
}

interface Wanted {
  party: Party
  payerId: number
  month: string
  adjustOf: string
  figures: SummaryFigures
  lines: SummaryLine[]
  rate: number
}

const FIGURES = [
  'companyId',
  'channelId',
  'agentId',
  'orgLevelId',
  'orderCount',
  'skuCount',
  'qty',
  'grossAmount',
  'discountAmount',
  'refundAmount',
  'netAmount',
  'paidAmount',
  'unpaidAmount',
  'rebateRate',
  'rebateAmount',
] as const

/** Writes a summary that nobody has agreed to; one that is confirmed or disputed stays. Answers whether it wrote. */
async function write(tx: Tx, known: Summary | undefined, wanted: Wanted): Promise<boolean> {
  const { party, payerId, month, adjustOf, figures, lines, rate } = wanted
  const { id: shoudaId, ...owner } = party
  const values = {
    ...owner,
    ...figures,
    rebateRate: rate,
    rebateAmount: rebateOf(figures.netAmount, rate),
  }
  if (known === undefined) {
    if (lines.length === 0) return false
    const row = await insertRow(
      tx,
      buySummary,
      { month, adjustOf, shoudaId, payerId, ...values },
      { anyScope: true },
    )
    await writeLines(tx, row.id, lines)
    return true
  }
  if (known.confirmStatus !== 0) return false
  if (lines.length === 0) {
    await deleteRow(tx, buySummary, known)
    await writeLines(tx, known.id, [])
    return true
  }
  const stored = (await linesOf(tx, [known.id])).get(known.id) ?? []
  const same = FIGURES.every((name) => known[name] === values[name])
  if (same && linesChange(lines, stored).length === 0) return false
  await updateRow(tx, buySummary, known, values, { anyField: true })
  await writeLines(tx, known.id, lines)
  return true
}

/** Rows of sold-to parties that belong to a month: its own and those that adjust it; locked. */
function rowsOf(tx: Tx, month: string, shoudaIds: readonly number[]): Promise<Summary[]> {
  return tx
    .selectFrom('buySummary')
    .selectAll()
    .where((or) =>
      or.or([or.and([or('month', '=', month), or('adjustOf', '=', '')]), or('adjustOf', '=', month)]),
    )
    .where('shoudaId', 'in', [...shoudaIds])
    .where('isDel', '=', 0)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** The summaries of some parties for a month, as orders tell it now; of a closed month only adjustments. */
async function computeParties(
  tx: Tx,
  month: string,
  parties: readonly Party[],
  now: Date,
  closed: boolean,
): Promise<number> {
  const ids = parties.map((one) => one.id)
  await sql`select pg_advisory_xact_lock(hashtext('buySummary'), hashtext(${month}))`.execute(tx)
  const figures = await figuresOf(tx, month, ids)
  const rates = await rebateRates(
    tx,
    month,
    parties.map((one) => one.companyId),
  )
  const keyOf = (row: { shoudaId: number; payerId: number }): string => `${row.shoudaId} ${row.payerId}`
  const found = Map.groupBy<string, PurchaseFigure>(figures, keyOf)
  const stored = Map.groupBy(await rowsOf(tx, month, ids), keyOf)
  const byId = new Map(parties.map((one) => [one.id, one]))
  const current = monthKey(now)
  let written = 0
  for (const key of new Set([...found.keys(), ...stored.keys()])) {
    const [shoudaId = 0, payerId = 0] = key.split(' ').map(Number)
    const party = byId.get(shoudaId)
    if (party === undefined) continue
    const lines = linesFrom(found.get(key) ?? [])
    const rows = stored.get(key) ?? []
    const rate = rates.get(party.companyId) ?? 0
    const base = { party, payerId, rate }
    if (!closed) {
      const own = rows.find((row) => row.adjustOf === '')
      const wanted = { ...base, month, adjustOf: '', figures: figuresFrom(lines), lines }
      if (await write(tx, own, wanted)) written += 1
      continue
    }
    const isOpen = (row: Summary): boolean => row.adjustOf === month && row.month === current
    const told = rows.filter((row) => !isOpen(row))
    const before = [
      ...(
        await linesOf(
          tx,
          told.map((row) => row.id),
        )
      ).values(),
    ].flat()
    const change = linesChange(lines, before)
    const wanted = {
      ...base,
      month: current,
      adjustOf: month,
      figures: figuresChange(figuresFrom(lines), sumOf(told)),
      lines: change,
    }
    if (await write(tx, rows.find(isOpen), wanted)) written += 1
  }
  return written
}

function sumOf(rows: readonly SummaryFigures[]): SummaryFigures {
  const sum = { ...figuresFrom([]) }
  for (const row of rows) {
    sum.orderCount += row.orderCount
    sum.skuCount += row.skuCount
    sum.qty += row.qty
    sum.grossAmount += row.grossAmount
    sum.discountAmount += row.discountAmount
    sum.refundAmount += row.refundAmount
    sum.netAmount += row.netAmount
    sum.paidAmount += row.paidAmount
    sum.unpaidAmount += row.unpaidAmount
  }
  return sum
}

/** Whether a month only takes adjustments: it is closed, and was told before. */
async function isFixed(db: Db, month: string, now: Date): Promise<boolean> {
  if (!isClosed(month, now)) return false
  const told = await db
    .selectFrom('buySummary')
    .select('id')
    .where('month', '=', month)
    .where('adjustOf', '=', '')
    .where('isDel', '=', 0)
    .limit(1)
    .executeTakeFirst()
  return told !== undefined
}

type Work = (tx: Tx) => Promise<number>

/**
 * The summaries of all sold-to parties for a month; answers how many rows were written. In batches, so that a run that
 * was killed is taken up where it stopped; a month that is closed before it was ever told is told as a whole, for the
 * next run would find it told and write the rest as adjustments. Catalog §8.7.
 */
export async function computeMonth(db: Db, month: string, now: Date, signal?: AbortSignal): Promise<number> {
  const fixed = await isFixed(db, month, now)
  const each = async (reader: Db, run: (work: Work) => Promise<number>): Promise<number> => {
    let written = 0
    let last = 0
    for (;;) {
      signal?.throwIfAborted()
      const parties = await partiesOf(reader, last)
      last = parties.at(-1)?.id ?? 0
      if (parties.length === 0) return written
      written += await run((tx) => computeParties(tx, month, parties, now, fixed))
    }
  }
  return !fixed && isClosed(month, now)
    ? asSystem(db, (tx) => each(tx, (work) => work(tx)))
    : each(db, (work) => asSystem(db, work))
}

/** The same for given sold-to parties within a transaction. */
export async function computeSome(tx: Tx, month: string, shoudaIds: readonly number[]): Promise<number> {
  const wanted = [...new Set(shoudaIds)].sort((a, b) => a - b)
  const now = new Date()
  const closed = await isFixed(tx, month, now)
  let written = 0
  for (let at = 0; at < wanted.length; at += BATCH) {
    const parties = await partiesOf(tx, 0, wanted.slice(at, at + BATCH))
    written += await computeParties(tx, month, parties, now, closed)
  }
  return written
}
