import { sql } from 'kysely'
import type { Demo } from '#kit/server/demo.ts'
import { pickAndCheck } from '../ship/demoPicked.server.ts'
import { ownAt } from './dailyCompare.server.ts'
import { billCalls } from './sapBill.calls.ts'
import { dailyStockCalls } from './sapDailyFullStock.calls.ts'
import { sapDeliveryCalls } from './sapDeliveryOrder.calls.ts'

/** The place of the main warehouse at SAP. */
const PLACE = { sapPlant: '1000', sapStorageLocation: '0001' } as const

interface Material {
  sapCode: string
}

interface Line extends Material {
  qty: number
}

/** Goods of one specification of which there is enough to send some. */
async function materials({ db, day }: Demo, warehouseId: number): Promise<Material[]> {
  const { rows } = await sql<Material>`
    select p."sapCode" from "stock" s join "sku" k on k."id" = s."skuId" join "product" p on p."id" = k."productId"
    where s."warehouseId" = ${warehouseId} and s."publicAvail" >= 60 and p."storageCondition" = 1 and p."sapCode" <> ''
      and (select count(*) from "sku" o where o."productId" = p."id" and o."isDel" = 0) = 1
      and (select coalesce(sum(l."lotFree"), 0) from "stockLot" l join "section" c on c."id" = l."sectionId" and c."sellable" = 1
        and c."countSn" = '' and c."status" = 1 where l."skuId" = s."skuId" and l."warehouseId" = s."warehouseId"
        and (l."expiryDate" is null or l."expiryDate" > ${day(30)}::date)) >= 60
    order by s."skuId" limit 6`.execute(db)
  return rows
}

/** What SAP told of the main warehouse: deliveries, what it booked, and what it says stood there yesterday. Warehouse §5.1. */
export async function fillSap(demo: Demo): Promise<void> {
  const warehouseId = await demo.idOf('warehouse', '福州总仓')
  const goods = await materials(demo, warehouseId)
  if (goods.length === 0) throw new Error('The demonstration has no goods for deliveries of SAP')
  await fillDeliveries(demo, warehouseId, goods)
  await fillBills(demo, warehouseId, goods)
  await fillDailyStock(demo, warehouseId)
}

/** So many stand ready for their vehicles; then one waits, one has its task, one belongs to an order and one was cancelled. */
const READY = 6

async function fillDeliveries(demo: Demo, warehouseId: number, goods: readonly Material[]): Promise<void> {
  const { db, as, day } = demo
  const lead = as('黄志强')
  const { rows: parties } = await sql<{ shoudaNum: string; shipToCode: string }>`
    select s."shoudaNum", t."shipToCode" from "shouda" s join "shipTo" t on t."companyId" = s."companyId"
    where s."shoudaNum" <> '' and t."shipToCode" <> '' and s."status" = 1 and t."status" = 1 and s."deliveryBlock" = 0
      and s."isDel" = 0 and t."isDel" = 0 order by s."id", t."id" limit 6`.execute(db)
  let made = 0
  const told = async (lines: readonly Line[], salesOrderNo = '') => {
    const party = parties[made % parties.length] ?? { shoudaNum: '', shipToCode: '' }
    const { id } = await lead(sapDeliveryCalls.save, {
      ...{ ...PLACE, ...party, salesOrderNo, sapDeliveryNo: `80000${12_340 + ++made}`, deliveryType: 'LF' },
      planGiDate: day(made > READY ? 1 : 0),
      lines: lines.map((line, at) => ({ ...line, itemNo: (at + 1) * 10, meins: 'EA' })),
    })
    return id
  }
  const some = (n: number) =>
    [0, 1].map((at) => ({ sapCode: goods[(n + at) % goods.length]?.sapCode ?? '', qty: 3 + ((n + at) % 4) }))
  for (let n = 0; n < READY; n++) {
    const id = await told(some(n))
    const { taskId } = await lead(sapDeliveryCalls.toTask, { id })
    await pickAndCheck(demo, { warehouseId, taskId, boxCount: 1 + (n % 3) })
  }
  await told(some(1))
  await lead(sapDeliveryCalls.toTask, { id: await told(some(2)) })
  const { rows: own } = await sql<{ orderSubSn: string; sapCode: string; qty: number }>`
    select t."orderSubSn", p."sapCode", sum(l."qty")::float8 as "qty" from "shipTask" t join "shipTaskLine" l on l."taskId" = t."id"
      join "sku" k on k."id" = l."skuId" join "product" p on p."id" = k."productId"
    where t."id" = (select max("id") from "shipTask" where "noteId" > 0 and "status" = 0 and "isDel" = 0)
    group by 1, 2 order by 2`.execute(db)
  const [first] = own
  if (first !== undefined)
    await lead(sapDeliveryCalls.match, {
      id: await told(
        own.map(({ sapCode, qty }) => ({ sapCode, qty })),
        first.orderSubSn,
      ),
    })
  await lead(sapDeliveryCalls.cancel, { id: await told(some(3)), reason: '客户取消采购' })
}

/** One that is a document of ours, one that became one, one that concerns nobody here and one that waits. */
async function fillBills(
  { db, as, day }: Demo,
  warehouseId: number,
  goods: readonly Material[],
): Promise<void> {
  const lead = as('黄志强')
  let made = 0
  const told = async (moveType: string, lines: readonly Line[], { days = -1, referenceNo = '' } = {}) => {
    const { id } = await lead(billCalls.save, {
      ...{ ...PLACE, moveType, sapBillNo: `49000${56_780 + ++made}`, sapYear: day(days).slice(0, 4) },
      postingDate: day(days),
      referenceNo,
      lines: lines.map((line, at) => ({ ...line, itemNo: at + 1, meins: 'EA' })),
    })
    return id
  }
  const some = (n: number, qty: number) => [{ sapCode: goods[n % goods.length]?.sapCode ?? '', qty }]
  const { rows: used } = await sql<{ sn: string; sapCode: string; qty: number }>`
    select m."sourceSn" as "sn", p."sapCode", sum(-m."dOnHand")::float8 as "qty" from "stockMove" m join "sku" k on k."id" = m."skuId"
      join "product" p on p."id" = k."productId"
    where m."warehouseId" = ${warehouseId} and m."moveType" = 162 and p."sapCode" <> '' group by 1, 2 order by 1, 2`.execute(
    db,
  )
  const [first] = used
  if (first !== undefined) {
    const own = used.filter(({ sn }) => sn === first.sn)
    const lines = own.map(({ sapCode, qty }) => ({ sapCode, qty }))
    await lead(billCalls.match, { id: await told('201', lines, { days: -5, referenceNo: first.sn }) })
  }
  await lead(billCalls.generate, { id: await told('501', some(0, 24)) })
  await lead(billCalls.ignore, {
    id: await told('311', some(1, 6)),
    reason: 'SAP库存地点间转储，本系统不记账',
  })
  await told('101', [...some(2, 48), ...some(3, 36)])
}

/** What SAP counts more of one material than stands here. */
const TOO_MANY = 2

async function fillDailyStock({ db, as, day }: Demo, warehouseId: number): Promise<void> {
  const stockDate = day(-1)
  const { rows: known } = await sql<{ id: number; sapCode: string }>`
    select "id", "sapCode" from "product" where "sapCode" <> '' and "isDel" = 0 order by "sapCode"`.execute(
    db,
  )
  const own = Map.groupBy(await ownAt(db, warehouseId, stockDate), (one) => one.productId)
  const lines = known.flatMap(({ id, sapCode }) => {
    const lots = own.get(id)
    if (lots === undefined) return []
    const sum = (kind: 'labst' | 'umlme' | 'insme' | 'speme') =>
      lots.reduce((total, one) => total + one[kind], 0) / 1000
    return [
      {
        sapCode,
        meins: 'EA',
        labst: sum('labst'),
        umlme: sum('umlme'),
        insme: sum('insme'),
        speme: sum('speme'),
      },
    ]
  })
  await as('黄志强')(dailyStockCalls.save, {
    ...{ ...PLACE, stockDate },
    lines: lines.map((line, at) => (at === 0 ? { ...line, labst: line.labst + TOO_MANY } : line)),
  })
}
