import { sql } from 'kysely'
import { declareScene, notify } from '#domains/settings/settings.door.ts'
import type { Db } from '#kit/server/database.ts'
import type { JobDefinition } from '#kit/server/room.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { warehouseTerms } from '../place/terms.server.ts'

const MARK = 'transferOnWay'

/** What the staff of both warehouses are told. Warehouse §13 transferWatch. */
export const transferScene = declareScene({
  mark: MARK,
  type: '调拨在途超期',
  description: '调拨商品在途天数超过调出仓的在途预警天数时，每天通知两个仓库的仓管员',
  sendType: 2,
  channels: ['notice'],
  content: '调拨单{sn}从{from}到{to}已在途{days}天，还有{qty}件未收货，请核实',
  link: '/wms/transfer?keywords={sn}',
})

interface Late {
  id: number
  sn: string
  outWarehouseId: number
  inWarehouseId: number
  days: number
  qty: number
  times: number
}

async function lateTransfers(db: Db): Promise<Late[]> {
  const { rows } = await sql<Late>`
    select t."id", t."transferSn" as "sn", t."outWarehouseId", t."inWarehouseId", t."openQty"::float8 as "qty", t."times",
      floor(extract(epoch from now() - t."shipTime") / 86400)::int as "days"
    from "transfer" t join "wareHouseConfig" c on c."warehouseId" = t."outWarehouseId"
    where t."isDel" = 0 and t."status" in (2, 3) and t."shipTime" < now() - make_interval(days => c."inTransitWarnDays")
    order by t."id"`.execute(db)
  return rows
}

/** Tells once a day whose goods have been on their way for long. Warehouse §13. */
export const transferWatch: JobDefinition = {
  name: 'warehouse.transferWatch',
  title: '调拨在途超期提醒',
  group: 'WMS',
  cron: '0 0 9 * * *',
  async run(db, _params, signal) {
    let told = 0
    for (const { id, sn, outWarehouseId, inWarehouseId, days, qty, times } of await lateTransfers(db)) {
      signal.throwIfAborted()
      const terms = await warehouseTerms(db, [outWarehouseId, inWarehouseId])
      const [from, to] = [terms.get(outWarehouseId), terms.get(inWarehouseId)]
      const senders = from?.staffIds ?? []
      const receivers = (to?.staffIds ?? []).filter((one) => !senders.includes(one))
      if (senders.length + receivers.length === 0) continue
      const params = {
        ...{ sn, days: String(days), qty: String(qty) },
        from: from?.name ?? '',
        to: to?.name ?? '',
      }
      const isBlind = to?.config.blindReceive === 1 && times === 0
      const people = (ids: readonly number[]) => ids.map((one) => ({ kind: 'admin' as const, id: one }))
      await asSystem(db, async (tx) => {
        await notify(tx, MARK, people(senders), params, `transfer:${id}:${days}`)
        // Who receives blind is not told how much is on its way.
        const theirs = isBlind ? { ...params, qty: '若干' } : params
        await notify(tx, MARK, people(receivers), theirs, `transfer:${id}:${days}:in`)
      })
      told++
    }
    return told
  },
}
