import { sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import { writeErrorLog } from '#kit/server/log.ts'
import type { JobDefinition } from '#kit/server/room.ts'
import { asSystem } from '#kit/server/transaction.ts'

const RANGE = 20_000
/** So many users are named in a report; more of them mean one cause. */
const MOST_NAMED = 20

/** Users of a range whose books do not agree, and in what. Members §13, 1 and 2. */
async function driftsIn(db: Db, after: number, to: number): Promise<{ uid: number; what: string }[]> {
  const { rows } = await sql<{ uid: number; what: string }>`
    with "some" as (select "id", "experience", "level", "customerLevel", "paidLevel" from "user"
      where "id" > ${after} and "id" <= ${to}),
    "grown" as (select "uid", sum(case when "type" = 1 then "experience" else -"experience" end) as "n"
      from "userExperienceRecord" where "uid" > ${after} and "uid" <= ${to} group by 1),
    "newest" as (select distinct on ("uid", "levelType") "uid", "levelType", "afterId" from "userLevel"
      where "uid" > ${after} and "uid" <= ${to} order by "uid", "levelType", "id" desc)
    select s."id" as "uid", '成长值与流水不符' as "what" from "some" s left join "grown" g on g."uid" = s."id"
      where s."experience" <> coalesce(g."n", 0)
    union all select s."id", '等级与变更记录不符' from "some" s join "newest" n on n."uid" = s."id"
      where (case n."levelType" when 1 then s."level" when 2 then s."paidLevel" else s."customerLevel" end)
        is distinct from n."afterId"
    union all select p."uid", '付费会员有效期重叠' from "userPaidMember" p join "userPaidMember" q
      on q."uid" = p."uid" and q."id" > p."id" and q."status" in (0, 1)
      where p."uid" > ${after} and p."uid" <= ${to} and p."status" in (0, 1)
        and p."startTime" < coalesce(q."endTime", 'infinity') and q."startTime" < coalesce(p."endTime", 'infinity')
    order by 1`.execute(db)
  return rows
}

/** Looks whether growth, levels and memberships agree with what is kept of them; answers how many do not, and reports them. */
export async function reconcileLevels(db: Db, signal?: AbortSignal): Promise<number> {
  const found: { uid: number; what: string }[] = []
  for (let last = 0; !(signal?.aborted ?? false); ) {
    const { rows } = await sql<{ to: number | null }>`
      select max("id") as "to" from (select "id" from "user" where "id" > ${last} order by "id" limit ${RANGE}) r`.execute(
      db,
    )
    const to = rows[0]?.to
    if (to == null) break
    found.push(...(await driftsIn(db, last, to)))
    last = to
  }
  if (found.length > 0)
    await asSystem(db, (tx) =>
      writeErrorLog(tx, {
        ...{ requestId: '', source: 'server', path: 'members.level.reconcile', adminId: null, stack: '' },
        message: `会员对账：${found.length}处不符，${found
          .slice(0, MOST_NAMED)
          .map(({ uid, what }) => `用户${uid}${what}`)
          .join('、')}`,
      }),
    )
  return found.length
}

/** Members §13, doors §7.3. */
export const reconcileJob: JobDefinition = {
  name: 'members.level.reconcile',
  title: '会员成长值与等级对账',
  group: 'SYSTEM',
  cron: '0 30 4 * * *',
  timeoutSec: 3600,
  run: (db, _params, signal) => reconcileLevels(db, signal),
}
