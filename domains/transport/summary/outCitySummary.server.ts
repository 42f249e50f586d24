import { type SqlBool, sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import { conditionsOf } from '#kit/server/list.ts'
import { change, read } from '#kit/server/serve.ts'
import { startTask } from '#kit/server/tasks/start.ts'
import type { Who } from '#kit/server/who.ts'
import type { InOf, OutOf } from '#kit/shared/call.ts'
import { CONSIGN, CONSIGN_STATES, consignmentNote, PAY_METHODS } from '../consign/consignmentNote.entity.ts'
import { daysOf, type Group, numberOf, reportExport, TOTAL, textOf } from './report.server.ts'
import { BY_PAPER, CONSIGN_GROUPS, outCitySummaryCalls as calls, outCitySummaryRow } from './summary.calls.ts'
import { CONSIGN_SUMS, type ConsignSums, consignRates, summed } from './summary.rules.ts'

type Wanted = InOf<typeof calls.report>
type Rows = OutOf<typeof calls.report>

const BY_DAY: Group = { key: sql`c."day"::text`, name: sql`c."day"::text` }
const GROUPS: ReadonlyMap<number, Group> = new Map([
  [1, BY_DAY],
  [
    2,
    {
      key: sql`c."logisticsProviderId"::text`,
      name: sql`(select "providerName" from "logisticsProvider" where "id" = c."logisticsProviderId")`,
    },
  ],
  [3, { key: sql`c."cityId"::text`, name: sql`coalesce(c."cityName", '')` }],
  [4, { key: sql`c."consignee"`, name: sql`c."consignee"` }],
  [BY_PAPER, { key: sql`c."id"::text`, name: sql`c."consignSn"` }],
])
const groupOf = (by: number | null): Group => GROUPS.get(by ?? 1) ?? BY_DAY

/**
 * What consignment notes that were handed over came to, in groups, and their sum: only those to another city than that of their warehouse.
 * In time is what arrived by its planned day. Warehouse §5.7.
 */
async function outCitySummary(db: Db, who: Who, wanted: Wanted): Promise<Rows> {
  const { from, to } = daysOf(wanted.dateLimit)
  const { warehouseId, logisticsProviderId, cityId, payMethod, status, within, key } = wanted
  const carried = sql.join([CONSIGN.onWay, CONSIGN.signed, CONSIGN.trouble].map((one) => sql.lit(one)))
  const isSeen = sql<SqlBool>`"consignmentNote"."status" in (${carried})
    and "consignmentNote"."dispatchTime" >= (${from}::date)::timestamp at time zone 'Asia/Shanghai'
    and "consignmentNote"."dispatchTime" < (${to}::date + 1)::timestamp at time zone 'Asia/Shanghai'
    and (${warehouseId}::int is null or "consignmentNote"."warehouseId" = ${warehouseId})
    and (${logisticsProviderId}::int is null or "consignmentNote"."logisticsProviderId" = ${logisticsProviderId})
    and (${payMethod}::int is null or "consignmentNote"."payMethod" = ${payMethod})
    and (${status}::int is null or "consignmentNote"."status" = ${status})`
  const conditions = await conditionsOf(db, who, consignmentNote, {}, { where: [isSeen] })
  const group = groupOf(wanted.by)
  const { rows } = await sql<{ key: string; name: string } & ConsignSums>`
    with "carried" as (
      select "consignmentNote"."id", "consignSn", "logisticsProviderId", "consignee", "boxCount", "weight", "volume",
        coalesce("freight", 0) as "total", "insuranceFee", "consignmentNote"."status", "planArriveDate", "actualArriveTime", d."n",
        ("dispatchTime" at time zone 'Asia/Shanghai')::date as "day", y."id" as "cityId", y."name" as "cityName", y."parentId"
      from "consignmentNote" join (select "id" as "homeId", "cityId" as "homeCityId" from "warehouse") w on "homeId" = "consignmentNote"."warehouseId"
      cross join lateral (select count(*)::int as "n", min("cityId") as "cityId" from "wtsDelivery"
        where "carrySn" = "consignmentNote"."consignSn" and "isDel" = 0 and "status" <> 9) d
      left join "systemCity" y on y."id" = coalesce(d."cityId", "consignmentNote"."toCityId")
      where ${sql.join(conditions, sql` and `)} and y."id" is distinct from "homeCityId")
    select c."key", min(c."name") as "name", count(*)::int as "notes", sum(c."n")::int as "deliveries",
      sum(c."boxCount")::int as "boxes", sum(c."weight") as "weight", sum(c."volume") as "volume",
      sum(c."total" - c."insuranceFee")::bigint as "freight", sum(c."insuranceFee")::bigint as "insuranceFee", sum(c."total")::bigint as "total",
      count(*) filter (where c."status" = ${sql.lit(CONSIGN.signed)})::int as "signed",
      count(*) filter (where c."actualArriveTime" is not null and c."planArriveDate" is not null)::int as "planned",
      count(*) filter (where (c."actualArriveTime" at time zone 'Asia/Shanghai')::date <= c."planArriveDate")::int as "onTime",
      count(*) filter (where c."status" = ${sql.lit(CONSIGN.trouble)})::int as "troubles"
    from (select c.*, ${group.key} as "key", ${group.name} as "name" from "carried" c
      where (${cityId}::int is null or c."cityId" = ${cityId} or c."parentId" = ${cityId})
        and (${within}::int is null or ${groupOf(within).key} = ${key})) c
    group by c."key" order by 2, 1`.execute(db)
  if (rows.length === 0) return []
  const own = rows.map((row) => ({ ...row, isTotal: 0, ...consignRates(row) }))
  const total = summed(CONSIGN_SUMS, rows)
  return [...own, { ...TOTAL, ...total, ...consignRates(total) }]
}

const wantedOf = (params: Record<string, unknown>): Wanted => ({
  dateLimit: textOf(params.dateLimit),
  key: textOf(params.key),
  by: CONSIGN_GROUPS.find((one) => one.value === numberOf(params.by))?.value ?? 1,
  within: numberOf(params.within),
  warehouseId: numberOf(params.warehouseId),
  logisticsProviderId: numberOf(params.logisticsProviderId),
  cityId: numberOf(params.cityId),
  payMethod: PAY_METHODS.find((one) => one.value === numberOf(params.payMethod))?.value ?? null,
  status: CONSIGN_STATES.find((one) => one.value === numberOf(params.status))?.value ?? null,
})

const { permission } = calls.exportRows
const sheet = reportExport(
  { bizType: 'outCityTransportSummary', title: '市外运输汇总', permission },
  outCitySummaryRow,
  async (db, who, params) => (await outCitySummary(db, who, wantedOf(params))).map((row) => ({ ...row })),
)

/** 市外运输汇总. Warehouse §5.7. */
export const outCitySummaryServed = {
  served: [
    read(calls.report, outCitySummary),
    read(calls.print, outCitySummary),
    change(calls.exportRows, (tx, who, input) => startTask(tx, who, sheet, { ...input })),
  ],
  tasks: [sheet],
}
