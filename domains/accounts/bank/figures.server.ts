import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { touch } from '#kit/server/transaction.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { formatDate, startOfDay, toSeconds } from '#kit/shared/time.ts'
import { isOfBank } from './entries.server.ts'
import { icbcLog } from './icbcLog.entity.ts'
import type { vacct } from './vacct.entity.ts'

export interface Day {
  /** yyyy-MM-dd */
  text: string
  from: Date
  to: Date
}

/** The day of the server's zone that a moment lies in. */
export const dayOf = (moment: Date): Day => ({
  text: formatDate(toSeconds(moment)),
  from: startOfDay(moment),
  to: startOfDay(moment, 1),
})

/**
 * Writes what bank and accounts say of a virtual account on the day of a moment, and in which state that is. Ours count
 * on the day of the movement they answer to, so that what is entered later evens out the day it belongs to; a movement that
 * a payment was confirmed with counts on both sides. `compared`: this is the comparison; else a day that was not compared
 * stays 未对账. Orders §2.10, decision 0148.
 */
export async function refreshLog(
  tx: Tx,
  account: EntityRow<typeof vacct>,
  moment: Date,
  compared = false,
): Promise<{ different: boolean }> {
  const { text, from, to } = dayOf(moment)
  const inDay = sql`"at" >= ${from} and "at" < ${to}`
  const { rows } = await sql<{ status: number }>`
    with "lines" as (
      select "tradeTime" as "at", "direction", "amount", "matchStatus", "source", "entryId", "handleBy"
      from "bankLine" where "vacctId" = ${account.id} and "isDel" = 0
    ), "moved" as (
      select 'bank' as "side", "at", "direction", "amount" from "lines" where "source" <> 3
      union all
      select 'ours', "at", "direction", "amount" from "lines"
      where "source" <> 3 and "matchStatus" = 1 and "entryId" is null
      union all
      select 'ours', coalesce(b."tradeTime", e."createTime"), e."pm", e."amount"
      from "accountEntry" e
      left join "bankLine" b on b."entryId" = e."id" and b."isDel" = 0 and b."source" <> 3
      where e."accountId" = ${account.accountId} and ${isOfBank}
        and (b."id" is not null or e."createTime" >= ${account.createTime})
    ), "sums" as (
      select
        ${sumOf('bank', 1, inDay)} as "bankIn", ${sumOf('bank', 0, inDay)} as "bankOut",
        ${sumOf('ours', 1, inDay)} as "ourIn", ${sumOf('ours', 0, inDay)} as "ourOut",
        ${sumBefore('bank', from)} as "bankOpening", ${sumBefore('ours', from)} as "ourOpening"
      from "moved"
    ), "states" as (
      select count(*) filter (where "matchStatus" in (0, 2, 3, 4))::int as "open",
        count(*) filter (where "matchStatus" = 5 or "handleBy" is not null)::int as "handled"
      from "lines" where ${inDay}
    )
    insert into "icbcLog" as "log" ("bizDate", "vacctId", "vacctNo", "companyId",
      "bankOpening", "bankIn", "bankOut", "bankClosing", "ourOpening", "ourIn", "ourOut", "ourClosing",
      "diffAmount", "diffCount", "status", "runTime")
    select ${text}::date, ${account.id}, ${account.vacctNo}, ${account.companyId}::int,
      "bankOpening", "bankIn", "bankOut", "bankOpening" + "bankIn" - "bankOut",
      "ourOpening", "ourIn", "ourOut", "ourOpening" + "ourIn" - "ourOut",
      "bankIn" - "bankOut" - ("ourIn" - "ourOut"), "open",
      case when not ${compared}::boolean then 0 when "open" > 0 then 2 when "handled" > 0 then 3 else 1 end,
      case when ${compared}::boolean then now() end
    from "sums", "states"
    on conflict ("bizDate", "vacctId") do update set
      "vacctNo" = excluded."vacctNo", "companyId" = excluded."companyId",
      "bankOpening" = excluded."bankOpening", "bankIn" = excluded."bankIn", "bankOut" = excluded."bankOut",
      "bankClosing" = excluded."bankClosing", "ourOpening" = excluded."ourOpening", "ourIn" = excluded."ourIn",
      "ourOut" = excluded."ourOut", "ourClosing" = excluded."ourClosing", "diffAmount" = excluded."diffAmount",
      "diffCount" = excluded."diffCount", "updateTime" = now(), "version" = "log"."version" + 1,
      "runTime" = coalesce(excluded."runTime", "log"."runTime"),
      "status" = case when coalesce(excluded."runTime", "log"."runTime") is null then 0
        when excluded."diffCount" > 0 then 2
        when (select "handled" from "states") > 0 then 3 else 1 end
    returning "status"`.execute(tx)
  touch(tx, icbcLog.name)
  return { different: rows[0]?.status === 2 }
}

const sumOf = (side: 'bank' | 'ours', direction: 0 | 1, inDay: ReturnType<typeof sql>) =>
  sql`coalesce(sum("amount") filter (where "side" = ${sql.lit(side)} and "direction" = ${sql.lit(direction)}
    and ${inDay}), 0)::bigint`

const sumBefore = (side: 'bank' | 'ours', from: Date) =>
  sql`coalesce(sum(case when "direction" = 1 then "amount" else -"amount" end)
    filter (where "side" = ${sql.lit(side)} and "at" < ${from}), 0)::bigint`
