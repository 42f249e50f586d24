import { sql } from 'kysely'
import { declareScene, notify } from '#domains/settings/settings.door.ts'
import { warehouseTerms } from '#domains/warehouse/warehouse.door.ts'
import { date } from '#kit/fields/shared.ts'
import type { Db } from '#kit/server/database.ts'
import type { JobDefinition } from '#kit/server/room.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { today } from '#kit/shared/time.ts'
import { SHEET } from './attachSheet.entity.ts'
import { LATE_DAYS } from './papers.rules.ts'

const MARK = 'attachNotBack'

/** What people are told of papers that did not come back. Warehouse §13 attachWatch. */
export const attachScene = declareScene({
  mark: MARK,
  type: '附表未回收',
  description: `随车的附表超过${LATE_DAYS}天仍有未回收的份数时，每天通知仓管员和司机`,
  sendType: 2,
  channels: ['notice'],
  content: '{owner}有{count}张附表随车超过{days}天，共{copies}份未回收，最早的是{sn}，请催收',
  link: '/wts/attachmentSheet?keywords={sn}',
})

interface Late {
  kind: 'warehouse' | 'driver'
  id: number
  owner: string
  /** account of the driver */
  adminId: number | null
  sheets: number
  copies: number
  sn: string
}

/** Papers that are out for long, by their warehouse and by their driver. */
async function lateSheets(db: Db, day: string): Promise<Late[]> {
  const { rows } = await sql<Late>`
    with "late" as (
      select a."warehouseId", a."driverId", a."openCount", a."attachSn" from "attachSheet" a
      where a."isDel" = 0 and a."status" in (${SHEET.sent}, ${SHEET.partly}) and a."openCount" > 0
        and a."sentTime" < ${day}::date::timestamp at time zone 'Asia/Shanghai' - make_interval(days => ${LATE_DAYS}))
    select 'warehouse' as "kind", l."warehouseId" as "id", w."name" as "owner", null::int as "adminId", count(*)::int as "sheets",
      sum(l."openCount")::int as "copies", min(l."attachSn") as "sn"
    from "late" l join "warehouse" w on w."id" = l."warehouseId" group by l."warehouseId", w."name"
    union all
    select 'driver', l."driverId", d."name", d."adminId", count(*)::int, sum(l."openCount")::int, min(l."attachSn")
    from "late" l join "driver" d on d."id" = l."driverId" and d."isDel" = 0 and d."adminId" is not null
    group by l."driverId", d."name", d."adminId"
    order by 1, 2`.execute(db)
  return rows
}

async function receivers(db: Db, { kind, id, adminId }: Late) {
  const staff = kind === 'driver' ? [] : ((await warehouseTerms(db, [id])).get(id)?.staffIds ?? [])
  return [...staff, ...(adminId === null ? [] : [adminId])].map((one) => ({
    kind: 'admin' as const,
    id: one,
  }))
}

/** Tells once a day whose papers are out for long. Warehouse §13. */
export const attachWatch: JobDefinition = {
  name: 'transport.attachWatch',
  title: '附表未回收提醒',
  cron: '0 0 9 * * *',
  params: { day: date('日期', { help: '留空为今天' }) },
  async run(db, params, signal) {
    const day = typeof params.day === 'string' && params.day !== '' ? params.day : today()
    let told = 0
    for (const late of await lateSheets(db, day)) {
      signal.throwIfAborted()
      const to = await receivers(db, late)
      if (to.length === 0) continue
      const { kind, id, owner, sheets, copies, sn } = late
      const words = { owner, count: String(sheets), days: String(LATE_DAYS), copies: String(copies), sn }
      await asSystem(db, (tx) => notify(tx, MARK, to, words, `${kind}:${id}:${day}`))
      told += 1
    }
    return told
  },
}
