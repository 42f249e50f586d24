import { sql } from 'kysely'
import type { Demo } from '#kit/server/demo.ts'
import { planCalls } from '../count/count.document.ts'
import { freezeCalls } from '../freeze/freeze.document.ts'
import { sectionCalls } from '../place/section.calls.ts'
import { shiftingCalls } from '../shifting/shifting.document.ts'
import { stockoutCalls } from '../stockout/stockout.document.ts'
import { transferCalls } from '../transfer/transfer.document.ts'

interface Standing {
  skuId: number
  sectionId: number
  lotNo: string
}

/** Documents of a warehouse at work: what was taken, moved and frozen, some of it still to be decided. Warehouse §3. */
export async function fillDocuments({ db, as, admin, ago, idOf, day }: Demo): Promise<void> {
  const keeper = as('陈建军')
  const warehouseId = await idOf('warehouse', '福州总仓')
  const { rows } = await sql<Standing>`
    select s."skuId", s."sectionId", s."lotNo" from "stockLot" s join "sku" k on k."id" = s."skuId"
      join "product" p on p."id" = k."productId"
    where s."warehouseId" = ${warehouseId} and s."lotFree" >= 20 and p."storageCondition" = 1 order by s."id" limit 12`.execute(
    db,
  )
  const line = (at: number, qty: number, more = {}) => ({ ...(rows[at] ?? rows[0]), qty, ...more })
  if (rows.length === 0) return
  const head = { warehouseId, submit: 1 } as const
  const used = await keeper(stockoutCalls.save, {
    ...{ ...head, type: 3, bizDate: day(-5), department: '市场部', receiver: '林晓燕' },
    ...{ costCenter: 'CC1001', lines: [line(0, 3), line(1, 2)], remark: '品鉴会用' },
  })
  await admin(stockoutCalls.examine, { id: used.id, auditStatus: 1 })
  await keeper(stockoutCalls.save, {
    ...{ ...head, type: 4, bizDate: day(0) },
    lines: [line(2, 1, { reason: 1 }), line(3, 2, { reason: 3 })],
  })
  const moved = await keeper(shiftingCalls.save, {
    ...{ ...head, reason: 1, bizDate: day(-3) },
    lines: [line(4, 12, { toSectionId: await idOf('section', '小件拣货区') })],
  })
  await admin(shiftingCalls.examine, { id: moved.id, auditStatus: 1 })
  await keeper(shiftingCalls.save, {
    ...{ ...head, reason: 2, bizDate: day(0) },
    lines: [line(5, 6, { toSectionId: await idOf('section', '小件拣货区') })],
  })
  const branch = await idOf('warehouse', '厦门分仓')
  const way = { outWarehouseId: warehouseId, inWarehouseId: branch, bizDate: day(0), submit: 1 } as const
  const sent = await keeper(transferCalls.save, {
    ...{ ...way, transferType: 1, planOutDate: day(0), planInDate: day(1), carryMode: 3 },
    lines: [line(8, 15), line(9, 6)],
  })
  await admin(transferCalls.examine, { id: sent.id, auditStatus: 1 })
  await keeper(transferCalls.ship, {
    id: sent.id,
    lines: [1, 2].map((lineNo) => ({ lineNo, qty: lineNo === 1 ? 15 : 6 })),
  })
  const { list: stores } = await admin(sectionCalls.list, { warehouseId: String(branch), type: '1' })
  await admin(transferCalls.receive, {
    id: sent.id,
    lines: [{ lineNo: 1, qty: 10, sectionId: stores.find((one) => one.level === 1)?.id ?? 0 }],
  })
  await keeper(transferCalls.save, {
    ...{ ...way, transferType: 2, planOutDate: day(1), planInDate: day(2), carryMode: 3 },
    lines: [line(10, 5)],
  })
  const frozen = await ago(2, () =>
    keeper(freezeCalls.save, {
      ...{ ...head, reason: 1, bizDate: day(-2), planUnfreezeDate: null },
      ...{ lines: [line(6, 10), line(7, 5)], remark: '待质检报告' },
    }),
  )
  await admin(freezeCalls.examine, { id: frozen.id, auditStatus: 1 })
  const lead = as('黄志强')
  const { list } = await lead(freezeCalls.open, { freezeId: frozen.id })
  await lead(freezeCalls.unfreeze, {
    lines: list.slice(0, 1).map(({ freezeLineId }) => ({ freezeLineId, qty: 4, remark: '' })),
    submit: 1,
  })
  const counters = [await idOf('admin', '陈建军'), await idOf('admin', '杨晓梅')].join(',')
  const count = { warehouseId, planDate: day(0), counterIds: counters, blind: 1 } as const
  const running = await admin(planCalls.save, {
    ...{
      ...count,
      countType: 1,
      scopeType: 2,
      sectionIds: String(await idOf('section', '小件拣货区')),
      countMode: 2,
    },
  })
  await admin(planCalls.generate, { id: running.id })
  await admin(planCalls.start, { id: running.id })
  await admin(planCalls.save, { ...count, countType: 2, scopeType: 1, countMode: 1, remark: '月底盘点' })
}
