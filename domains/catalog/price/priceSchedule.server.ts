import { datetime } from '#kit/fields/shared.ts'
import type { JobDefinition } from '#kit/server/room.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { followTime, isAnyDue } from '../product/price.server.ts'
import { basePricePart } from './basePrice.server.ts'
import { priceNoticePart } from './priceNotice.server.ts'
import { saleInfoPart } from './saleInfo.server.ts'

export const PRICE_PARTS = [basePricePart, saleInfoPart, priceNoticePart] as const

const AT_ONCE = 1000

/**
 * Lets documents and shown prices know what time has brought: each row and each document once, in transactions of
 * their own. What is charged does not wait for it. Catalog §4.2, §8.7.
 */
export const priceSchedule: JobDefinition = {
  name: 'catalog.priceSchedule',
  title: '价格生效与失效',
  cron: '20 * * * * *',
  params: { time: datetime('时间') },
  async due(db) {
    const time = new Date()
    for (const document of PRICE_PARTS) if ((await document.due(db, time)).length > 0) return true
    return isAnyDue(db, time)
  },
  async run(db, params, signal) {
    const { time: given } = params
    const time = typeof given === 'number' ? new Date(given * 1000) : new Date()
    let handled = 0
    for (const document of PRICE_PARTS)
      for (const id of await document.due(db, time)) {
        signal.throwIfAborted()
        const moved = await asSystem(db, (tx) => document.advance(tx, id, time))
        if (moved) handled += 1
      }
    const except = PRICE_PARTS.map((one) => one.name)
    for (;;) {
      signal.throwIfAborted()
      const moved = await asSystem(db, (tx) => followTime(tx, { except }, time, AT_ONCE))
      handled += moved
      if (moved < AT_ONCE) return handled
    }
  },
}
