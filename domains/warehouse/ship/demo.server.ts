import { sql } from 'kysely'
import type { Demo } from '#kit/server/demo.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { pickCalls } from '../pick/pick.calls.ts'
import { strategyCalls } from '../pick/strategy.calls.ts'
import { reserve } from '../stock/reserve.server.ts'
import { pickAndCheck, pickTasks } from './demoPicked.server.ts'
import { makeTask } from './tasks.server.ts'

const CUSTOMERS = [
  { name: '望江路便利店', contact: '周莉', phone: '13805910021', address: '福州市台江区望江路 18 号' },
  { name: '榕城大酒店', contact: '郑伟', phone: '13805910022', address: '福州市鼓楼区五四路 99 号' },
  { name: '闽江学院食堂', contact: '黄敏', phone: '13805910023', address: '福州市闽侯县溪源宫路 200 号' },
  { name: '鹭岛生鲜馆', contact: '吴强', phone: '13805910024', address: '福州市仓山区金山大道 6 号' },
  { name: '三坊七巷礼品店', contact: '林静', phone: '13805910025', address: '福州市鼓楼区南后街 12 号' },
]
/** Names of what orders will number one day. */
const FIRST_NOTE = 900_001

/** Deliveries on their way through the warehouse: some wait, some are being picked, one is ready for its vehicle. Warehouse §8. */
export async function fillShip(demo: Demo): Promise<void> {
  const { db, as, idOf, day } = demo
  const warehouseId = await idOf('warehouse', '福州总仓')
  const { rows } = await sql<{ skuId: number }>`
    select s."skuId" from "stock" s join "sku" k on k."id" = s."skuId" join "product" p on p."id" = k."productId"
    where s."warehouseId" = ${warehouseId} and s."publicAvail" >= 40 and p."storageCondition" = 1
      and (select coalesce(sum(l."lotFree"), 0) from "stockLot" l join "section" c on c."id" = l."sectionId" and c."sellable" = 1
        and c."countSn" = '' and c."status" = 1 where l."skuId" = s."skuId" and l."warehouseId" = s."warehouseId"
        and (l."expiryDate" is null or l."expiryDate" > ${day(30)}::date)) >= 40
    order by s."skuId" limit 6`.execute(db)
  if (rows.length < 3) return
  const taskIds: number[] = []
  for (const [at, customer] of CUSTOMERS.entries()) {
    const noteId = FIRST_NOTE + at
    const sn = `DD${noteId}`
    const lines = [0, 1, 2].map((n) => ({ skuId: rows[(at + n) % rows.length]?.skuId ?? 0, qty: 2 + n + at }))
    const task = await asSystem(db, async (tx) => {
      await reserve(
        tx,
        { type: 'order', id: noteId, sn },
        lines.map(({ skuId, qty }, line) => ({ lineId: line + 1, warehouseId, skuId, q: qty * 1000 })),
      )
      return makeTask(tx, {
        ...{ noteId, noteSn: `FH${noteId}`, orderSn: sn, orderSubSn: `${sn}-1`, warehouseId },
        ...{ channelId: 1202, shippingType: 3, rank: at, shoudaId: null, goodsAmount: 26_800 + at * 1000 },
        ...{ collectAmount: at === 1 ? 26_800 : 0 },
        shipTo: { ...customer, shipToId: null, cityId: null, timeWindow: '08:00-11:00' },
        lines: lines.map(({ skuId, qty }, line) => ({
          ...{ lineId: noteId * 10 + line, skuId, q: qty * 1000 },
          reserved: { type: 'order', sn, lineId: line + 1 },
        })),
      })
    })
    taskIds.push(task)
  }
  const lead = as('黄志强')
  const [first = 0, second = 0, third = 0, fourth = 0] = taskIds
  await pickAndCheck(demo, { warehouseId, taskId: first, boxCount: 2 })
  // These were picked together and are still to be sorted; the next is still to be picked.
  await pickTasks(demo, { warehouseId, taskIds: [second, third], pickType: 2 })
  await lead(pickCalls.generate, {
    ...{ warehouseId, pickType: 1, taskIds: String(fourth), onlyComplete: 0 },
  })
  await lead(strategyCalls.save, {
    ...{ name: '市内早班', warehouseId, aheadDays: 1, logisticsModes: [3], pickType: 2, maxTasks: 40 },
    ...{ everyMinutes: 60, hours: '05:00,08:00', status: 1 },
  })
  await lead(strategyCalls.save, {
    ...{ name: '单品快拣', warehouseId, aheadDays: 0, pickType: 1, singleFirst: 1, status: 1 },
  })
}
