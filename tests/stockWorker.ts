// A process that posts to the stock ledger: so many reservations at once, or steps at random until it is killed.
import type { StockSource } from '#domains/warehouse/stock/posting.ts'
import { receive } from '#domains/warehouse/stock/receive.server.ts'
import { allocate, release, reserve } from '#domains/warehouse/stock/reserve.server.ts'
import { shipOut } from '#domains/warehouse/stock/ship.server.ts'
import { openDatabase, openPool } from '#kit/server/database.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { AppError } from '#kit/shared/errors.ts'

const [mode = '', url = '', given = '{}'] = process.argv.slice(2)
const { warehouseId, sectionId, skuIds, channels, count, hands, from } = JSON.parse(given)
const pool = openPool(url, hands)
const db = openDatabase(pool)
const below = (n: number): number => Math.floor(Math.random() * n)

async function attempt(work: () => Promise<unknown>): Promise<unknown> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return null
  }
}

/** Reservations of one piece each, by buyers of the channels in turn; says how many there were. */
async function reserveMany(): Promise<void> {
  let left = count
  let done = 0
  await Promise.all(
    Array.from({ length: hands }, async () => {
      while (left > 0) {
        const id = from + left--
        const source = { type: 'order', id, sn: `D${id}` }
        const line = {
          lineId: 1,
          warehouseId,
          skuId: skuIds[0],
          q: 1000,
          channelId: channels[id % channels.length],
        }
        const made = await attempt(() => asSystem(db, (tx) => reserve(tx, source, [line])))
        if (made !== null) done++
      }
    }),
  )
  process.stdout.write(`${done}\n`)
  await pool.end()
}

/** One step for one of few orders, so that others, also in other processes, have done it before or do it now. */
async function step(): Promise<void> {
  const id = from + below(count)
  const order: StockSource = { type: 'order', id, sn: `D${id}` }
  const lines = skuIds.map((skuId: number, at: number) => ({ lineId: at + 1, skuId }))
  const kind = below(5)
  const posted = await attempt(() =>
    asSystem(db, async (tx) => {
      if (kind === 0) {
        const source = { type: 'stockin', id, sn: `R${id}` }
        const goods = lines.map((line: object) => ({ ...line, warehouseId, sectionId, q: 5000, price: 333 }))
        return (await receive(tx, { source, action: 'post' }, goods, 101)).postingId
      }
      if (kind === 1)
        return (
          await reserve(
            tx,
            order,
            lines.map((line: object) => ({
              ...line,
              warehouseId,
              q: 2000,
              channelId: channels[id % channels.length],
            })),
          )
        ).length
      if (kind === 2) return (await allocate(tx, { source: order, action: 'bind' }, lines)).length
      if (kind === 3) return (await release(tx, order, [{ lineId: 1 }])).length
      const goods = lines.slice(1).map((line: object) => ({ ...line, q: 2000 }))
      return (await shipOut(tx, { source: order, action: 'ship' }, goods, { moveType: 111 })).postingId
    }),
  )
  if (posted !== null) process.stdout.write(`${kind}:${id}\n`)
}

if (mode === 'reserve') await reserveMany()
else
  await Promise.all(
    Array.from({ length: hands }, async () => {
      for (;;) await step()
    }),
  )
