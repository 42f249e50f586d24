import { sql } from 'kysely'
import type { Demo } from '#kit/server/demo.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { vacctCalls } from '../vacct/vacct.calls.ts'
import { closeDays } from './daily.server.ts'
import { cacheStock } from './jobs.server.ts'
import type { ReceiptLine, StockSource } from './posting.ts'
import { receive } from './receive.server.ts'
import { reserve } from './reserve.server.ts'
import { shipOut } from './ship.server.ts'

interface Good {
  skuId: number
  cost: number
  batchManaged: 0 | 1
}

/** Days before now on which something was sold. */
const TRADED = [46, 40, 35, 29, 24, 20, 16, 13, 10, 8, 6, 4, 3, 2, 1]
const DAY_MS = 86_400_000

/** Stock of a company that has traded for two months: what came in, what was sold, what is promised, and who has a share of it. */
export async function fillStock({ db, as, ago, idOf }: Demo): Promise<void> {
  const { rows: goods } = await sql<Good>`
    select k."id" as "skuId", k."cost", p."batchManaged" from "sku" k join "product" p on p."id" = k."productId"
    where k."isDel" = 0 and p."isDel" = 0 and p."auditStatus" = 1 and p."stockMode" = 0 and p."productKind" in (0, 2)
    order by k."id"`.execute(db)
  if (goods.length === 0) return
  const places = new Map<string, { warehouseId: number; sectionId: number }>()
  for (const name of ['福州总仓', '厦门分仓']) {
    const warehouseId = await idOf('warehouse', name)
    const { rows } = await sql<{ id: number }>`select "id" from "section" where "warehouseId" = ${warehouseId}
      and "type" = 1 and "level" = 1 and "isDel" = 0 order by "id" limit 1`.execute(db)
    places.set(name, { warehouseId, sectionId: rows[0]?.id ?? 0 })
  }
  let number = 0
  const source = (type: string, prefix: string): StockSource => {
    number++
    return { type, id: number, sn: `${prefix}${String(number).padStart(6, '0')}` }
  }
  const lotOf = (one: Good, days: number) =>
    one.batchManaged === 0
      ? {}
      : {
          lot: {
            lotNo: `P${days}`,
            productionDate: new Date(Date.now() - (days + 10) * DAY_MS).toISOString().slice(0, 10),
          },
        }
  const bring = (days: number, place: string, list: readonly Good[], q: (at: number) => number) =>
    ago(days, () => {
      const at = places.get(place) ?? { warehouseId: 0, sectionId: 0 }
      const lines = list.map(
        (one, n): ReceiptLine => ({
          ...{ lineId: n + 1, ...at, skuId: one.skuId, q: q(n) * 1000, price: one.cost },
          ...lotOf(one, days),
        }),
      )
      return asSystem(db, (tx) => receive(tx, { source: source('demo', 'QC'), action: 'post' }, lines, 181))
    })
  await bring(60, '福州总仓', goods, (n) => 60 + ((n * 37) % 240))
  await bring(
    55,
    '厦门分仓',
    goods.filter((_, n) => n % 2 === 0),
    (n) => 30 + ((n * 23) % 90),
  )
  const { warehouseId } = places.get('福州总仓') ?? { warehouseId: 0 }
  for (const [turn, days] of TRADED.entries())
    await ago(days, async () => {
      for (let n = 0; n < 4; n++) {
        const order = source('demoOrder', 'DD')
        const lines = [0, 1, 2].map((at) => ({
          ...{
            lineId: at + 1,
            warehouseId,
            skuId: goods[(turn * 5 + n * 3 + at) % goods.length]?.skuId ?? 0,
          },
          ...{ q: (1 + ((turn + n + at) % 5)) * 1000, channelId: 1201 },
        }))
        await asSystem(db, async (tx) => {
          await reserve(tx, order, lines)
          // The newest still wait for the warehouse.
          if (days > 2) await shipOut(tx, { source: order, action: 'ship' }, lines, { moveType: 111 })
        })
      }
    })
  const lead = as('黄志强')
  const { id } = await lead(vacctCalls.save, {
    ...{
      code: 'QD-1204',
      name: '企业渠道专供',
      ownerType: 1,
      channelId: 1204,
      warehouseId,
      mode: 1,
      overflow: 1,
    },
  })
  await ago(12, () =>
    lead(vacctCalls.assign, {
      id,
      lines: goods.slice(0, 6).map(({ skuId }, n) => ({ skuId, qty: 10 + n * 2 })),
    }),
  )
  await closeDays(db, new Date())
  await cacheStock(db, new Date(Date.now() - 90 * DAY_MS))
}
