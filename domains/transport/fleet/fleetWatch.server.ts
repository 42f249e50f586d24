import { sql } from 'kysely'
import { declareScene, notify } from '#domains/settings/settings.door.ts'
import { warehouseTerms } from '#domains/warehouse/warehouse.door.ts'
import { date } from '#kit/fields/shared.ts'
import type { Db } from '#kit/server/database.ts'
import type { JobDefinition } from '#kit/server/room.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { daysUntil, today } from '#kit/shared/time.ts'
import { TOLD_DAYS } from './fleet.rules.ts'

const MARK = 'fleetPaperEnds'

/** What people are told before papers of vehicles and drivers end. Warehouse §13 fleetWatch. */
export const fleetScene = declareScene({
  mark: MARK,
  type: '车辆司机证件到期',
  description: '保险、年检、道路运输证、驾驶证、从业资格证到期前30、7天及当天通知司机和仓管员',
  sendType: 2,
  channels: ['notice', 'sms'],
  content: '{owner}的{paper}将于{day}到期，{left}，到期后不能派车，请及时续期',
  link: '/truck/truckCar?keywords={owner}',
})

interface Ending {
  kind: 'truckCar' | 'driver'
  id: number
  owner: string
  paper: string
  day: string
  warehouseId: number | null
  /** account of the driver, or of the usual driver of the vehicle */
  adminId: number | null
}

/** Papers that end between two days, of what is in use. */
async function endingPapers(db: Db, from: string): Promise<Ending[]> {
  const { rows } = await sql<Ending>`
    select * from (
      select 'truckCar' as "kind", c."id", c."plateNo" as "owner", p."paper", p."day"::text, c."warehouseId", d."adminId"
      from "truckCar" c left join "driver" d on d."id" = c."defaultDriverId" and d."isDel" = 0,
        lateral (values ('保险', c."insuranceEnd"), ('年检', c."inspectionEnd"), ('道路运输证', c."permitEnd")) p ("paper", "day")
      where c."isDel" = 0 and c."status" <> 0
      union all
      select 'driver', d."id", d."name", p."paper", p."day"::text, null, d."adminId"
      from "driver" d, lateral (values ('驾驶证', d."licenceEnd"), ('从业资格证', d."certEnd")) p ("paper", "day")
      where d."isDel" = 0 and d."status" = 1
    ) e where e."day" between ${from} and ((${from})::date + ${TOLD_DAYS[0]}::int)::text
    order by "kind", "id", "paper"`.execute(db)
  return rows
}

/** Those who drive are told by their account, those who keep the warehouse of a vehicle by theirs. */
async function receivers(db: Db, { adminId, warehouseId }: Ending) {
  const terms = warehouseId === null ? undefined : (await warehouseTerms(db, [warehouseId])).get(warehouseId)
  const ids = new Set([...(adminId === null ? [] : [adminId]), ...(terms?.staffIds ?? [])])
  return [...ids].map((id) => ({ kind: 'admin' as const, id }))
}

/**
 * Tells thirty, seven and no days before the end; a day on which it did not run is made up for by the next, and each mark
 * is told once. That what has ended is not sent out is checked where trips are planned. Warehouse §13.
 */
export const fleetWatch: JobDefinition = {
  name: 'transport.fleetWatch',
  title: '车辆司机证件到期提醒',
  cron: '0 0 8 * * *',
  params: { day: date('日期', { help: '留空为今天' }) },
  async run(db, params, signal) {
    const day = typeof params.day === 'string' && params.day !== '' ? params.day : today()
    let told = 0
    for (const ending of await endingPapers(db, day)) {
      signal.throwIfAborted()
      const { kind, id, owner, paper, day: end } = ending
      const left = daysUntil(end, day)
      const mark = TOLD_DAYS.findLast((days) => left <= days)
      const to = await receivers(db, ending)
      if (mark === undefined || to.length === 0) continue
      const source = `${kind}:${id}:${paper}:${end}:${mark}`
      const params = { owner, paper, day: end, left: left === 0 ? '今天是最后一天' : `还有${left}天` }
      await asSystem(db, (tx) => notify(tx, MARK, to, params, source))
      told += 1
    }
    return told
  },
}
