import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { type Fifths, fifthOf, recencyScore, rfmTypeOf } from './rfm.rules.ts'
import { daysBetween } from './user.rules.ts'

const YEAR = sql`(now() at time zone 'Asia/Shanghai')::date - 365`

/** How often and for how much people bought in the last 365 days, as the ends of fifths of those who did; null: nobody did. */
export async function fifthsOfYear(db: Db): Promise<{ often: Fifths; much: Fifths } | null> {
  const fifths = (column: string) =>
    sql`percentile_disc(array[0.2, 0.4, 0.6, 0.8]) within group (order by ${sql.ref(column)})::float8[]`
  const { rows } = await sql<{ often: number[] | null; much: number[] | null }>`
    select ${fifths('often')} as "often", ${fifths('much')} as "much" from (
      select sum("payCount")::float8 as "often", sum("payAmount" - "refundAmount")::float8 as "much"
      from "userDayStat" where "day" >= ${YEAR} group by "uid" having sum("payCount") > 0) as "bought"`.execute(
    db,
  )
  const [row] = rows
  if (row?.often == null || row.much === null) return null
  return { often: fourOf(row.often), much: fourOf(row.much) }
}

const fourOf = ([a = 0, b = 0, c = 0, d = 0]: readonly number[]): Fifths => [a, b, c, d]

interface Bought {
  uid: number
  lastPayTime: Date
  often: number
  much: number
  rfmType: number | null
  rScore: number | null
  fScore: number | null
  mScore: number | null
}

/** Scores and groups of a range of users who have ever bought; answers how many were others before. Members §12, §16. */
export async function scoreRange(
  tx: Tx,
  from: number,
  to: number,
  { often, much }: { often: Fifths; much: Fifths },
  now: Date,
): Promise<number> {
  const { rows } = await sql<Bought>`
    select s."uid", s."lastPayTime", s."rfmType", s."rScore", s."fScore", s."mScore",
      coalesce(d."often", 0)::float8 as "often", coalesce(d."much", 0)::float8 as "much"
    from "userStat" s left join (
      select "uid", sum("payCount") as "often", sum("payAmount" - "refundAmount") as "much" from "userDayStat"
      where "uid" > ${from} and "uid" <= ${to} and "day" >= ${YEAR} group by 1) d on d."uid" = s."uid"
    where s."uid" > ${from} and s."uid" <= ${to} and s."lastPayTime" is not null`.execute(tx)
  const changed = rows.flatMap((row) => {
    const rScore = recencyScore(daysBetween(row.lastPayTime, now))
    const [fScore, mScore] = [fifthOf(row.often, often), fifthOf(row.much, much)]
    const rfmType = rfmTypeOf(rScore, fScore, mScore)
    const isSame =
      row.rfmType === rfmType && row.rScore === rScore && row.fScore === fScore && row.mScore === mScore
    return isSame ? [] : [{ uid: row.uid, rScore, fScore, mScore, rfmType }]
  })
  if (changed.length === 0) return 0
  await sql`update "userStat" s set "rScore" = r."rScore", "fScore" = r."fScore", "mScore" = r."mScore",
      "rfmType" = r."rfmType", "updateTime" = now()
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb)
      as r ("uid" int, "rScore" int, "fScore" int, "mScore" int, "rfmType" smallint)
    where s."uid" = r."uid"`.execute(tx)
  return changed.length
}
