import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { forgetAllTerms, forgetTermsOf } from '../level/terms.server.ts'
import { usersOf, type Within, withinSql } from '../rule/compile.server.ts'
import type { Rule } from '../rule/rule.rules.ts'
import { settleImplied, uidsOf } from './moves.server.ts'
import { impliedBy, rivalsOf, type TagNet } from './tag.rules.ts'
import { RUNNING } from './userTag.entity.ts'

/** What a computation needs to know of its tag. */
export interface Computed {
  id: number
  conditions: Rule
  /** 1 移除, 2 保留 when it no longer matches */
  removeMode: number
  validDays: number
}

export interface Outcome {
  matched: number
  added: number
  removed: number
  conflicts: number
}

/** A range of a run: who computes it, behind which uid and up to which one. */
export interface RunPart {
  id: number
  holder: string
  after: number
  to: number
}

/** Thrown where another has taken a run over in the meantime: what this one did of its range is undone. */
export class Lost extends Error {}

interface Counted extends Outcome {
  evicted: Readonly<Record<string, number>> | null
  kept: number
}

/**
 * Brings the users of an automatic tag into accordance with its rule, among those of `within`, in one statement: matching
 * users get it (source 2), users whom only the rule had given it lose it, tags given by hand or taken away by hand stay. Of
 * two tags that nobody has together one by hand wins, and of two by rules that with the smaller sort. Members §4.3, §4.5.
 */
export async function computeTag(
  tx: Tx,
  net: TagNet,
  tag: Computed,
  { asOf, within, run }: { asOf: Date; within: Within; run: RunPart | null },
): Promise<Outcome> {
  const { id: tagId } = tag
  const hits = usersOf(tx, tag.conditions, asOf, within)
  const { stronger, weaker } = rivalsOf(net, tagId)
  const rivals = [...stronger, ...weaker]
  // A person may be giving one of the rivals this very moment: whoever of the two comes second sees what the first has done.
  if (rivals.length > 0)
    await uidsOf(
      tx,
      sql`select "id" as "uid" from "user" where "id" in (select h."id" from (${hits}) as h
        where not exists (select 1 from "userTagRel" r where r."tagId" = ${tagId} and r."uid" = h."id"))
        order by "id" for update`,
    )
  const { rows } =
    await sql<Counted>`${statementOf(tag, { hits, rivals, stronger, weaker, within, run })}`.execute(tx)
  const [counted] = rows
  if (counted === undefined) throw new Error(`Tag ${tagId} was not computed`)
  const { evicted, kept, ...outcome } = counted
  if (run !== null && kept === 0) throw new Lost()
  for (const [id, n] of Object.entries(evicted ?? {}).sort(([a], [b]) => Number(a) - Number(b)))
    await sql`update "userTag" set "userNum" = "userNum" - ${n} where "id" = ${Number(id)}`.execute(tx)
  const moved = outcome.added + outcome.removed > 0 ? [tagId] : []
  const changed = [...moved, ...Object.keys(evicted ?? {}).map(Number)]
  if (changed.length > 0) {
    if (within.kind === 'these') forgetTermsOf(tx, within.uids)
    else forgetAllTerms(tx)
  }
  if (changed.some((id) => impliedBy(net, id).length > 0))
    await settleImplied(tx, net, changed, within, run?.id ?? null)
  return outcome
}

interface Parts {
  hits: RawBuilder<unknown>
  rivals: readonly number[]
  stronger: readonly number[]
  weaker: readonly number[]
  within: Within
  run: RunPart | null
}

const list = (ids: readonly number[]) => sql`${sql.val([...ids])}::int[]`

function statementOf(tag: Computed, { hits, rivals, stronger, weaker, within, run }: Parts) {
  const tagId = sql`${tag.id}::int`
  const runId = run?.id ?? null
  const among = withinSql(within)
  const until =
    tag.validDays > 0 ? sql`now() + make_interval(days => ${tag.validDays}::int)` : sql`null::timestamptz`
  const barred =
    rivals.length === 0
      ? sql`select "id" from "hit" where false`
      : sql`select h."id" from "hit" h where exists (select 1 from "userTagRel" r where r."uid" = h."id"
          and (r."tagId" = any(${list(rivals)}) and r."source" in (1, 3, 4)
            or r."tagId" = any(${list(stronger)}) and r."source" in (2, 5)))`
  const evicted =
    weaker.length === 0
      ? sql`select 0 as "tagId", 0 as "uid" where false`
      : sql`delete from "userTagRel" r where r."tagId" = any(${list(weaker)}) and r."source" in (2, 5)
          and r."uid" in (select "uid" from "added") returning r."tagId", r."uid"`
  const stays = tag.removeMode === 1 ? sql`"wanted"` : sql`"hit"`
  const goes =
    tag.removeMode === 1
      ? sql`not exists (select 1 from ${stays} w where w."id" = r."uid")`
      : sql`exists (select 1 from "barred" b where b."id" = r."uid")`
  return sql`
    with "hit" as materialized (${hits}),
    "barred" as materialized (${barred}),
    "wanted" as materialized (select "id" from "hit" where not exists
      (select 1 from "barred" b where b."id" = "hit"."id")),
    "added" as (insert into "userTagRel" ("tagId", "uid", "source", "expireTime")
      select ${tagId}, w."id", 2, ${until} from "wanted" w where not exists
        (select 1 from "userTagRel" r where r."tagId" = ${tagId} and r."uid" = w."id")
      on conflict do nothing returning "uid"),
    "renewed" as (${
      tag.validDays > 0
        ? sql`update "userTagRel" r set "expireTime" = ${until} from "wanted" w
            where r."tagId" = ${tagId} and r."uid" = w."id" and r."source" = 2 returning 1`
        : sql`select 1 where false`
    }),
    "removed" as (delete from "userTagRel" r where r."tagId" = ${tagId} and ${among('r."uid"')}
      and r."source" = 2 and ${goes} returning r."uid"),
    "evicted" as (${evicted}),
    "logged" as (insert into "userTagLog" ("uid", "tagId", "action", "source", "runId")
      select "uid", ${tagId}, 1, 2, ${runId}::int from "added"
      union all select "uid", ${tagId}, 2, 2, ${runId}::int from "removed"
      union all select "uid", "tagId", 2, 2, ${runId}::int from "evicted"),
    "counts" as (select (select count(*)::int from "hit") as "matched", (select count(*)::int from "added") as "added",
      (select count(*)::int from "removed") as "removed", (select count(*)::int from "barred") as "conflicts"),
    "numbered" as (update "userTag" set "userNum" = "userNum" + c."added" - c."removed" from "counts" c
      where "id" = ${tagId} and c."added" <> c."removed"),
    "kept" as (${run === null ? sql`select 1 where false` : keptSql(run)})
    select "counts".*, (select count(*)::int from "kept") as "kept", (select jsonb_object_agg("tagId", "n") from
      (select "tagId", count(*)::int as "n" from "evicted" group by 1) as e) as "evicted" from "counts"`
}

/** The run goes on behind the range, for as long as it is this holder's: of what another has taken over nothing is kept. */
const keptSql = ({ id, holder, after, to }: RunPart) => sql`
  update "tagRun" as t set "lastUid" = ${to}::int, "heartbeat" = now(), "matched" = t."matched" + c."matched",
    "added" = t."added" + c."added", "removed" = t."removed" + c."removed", "conflicts" = t."conflicts" + c."conflicts"
  from "counts" c
  where t."id" = ${id}::int and t."holder" = ${holder} and t."status" = ${RUNNING}::int and t."lastUid" = ${after}::int
  returning 1`

/**
 * Takes the tags away whose days are over, a part at a time; answers how many. Members §4.2 有效天数.
 */
export async function takeExpired(tx: Tx, net: TagNet, most: number): Promise<number> {
  const { rows } = await sql<{ tagId: number; uid: number; source: number }>`
    delete from "userTagRel" where ("tagId", "uid") in (select "tagId", "uid" from "userTagRel"
      where "expireTime" < now() and "source" <> -1 order by "expireTime" limit ${most} for update skip locked)
    returning "tagId", "uid", "source"`.execute(tx)
  for (const [tagId, some] of [...Map.groupBy(rows, (row) => row.tagId)].sort(([a], [b]) => a - b)) {
    await sql`insert into "userTagLog" ("uid", "tagId", "action", "source")
      select "uid", ${tagId}::int, 2, "source" from jsonb_to_recordset(${JSON.stringify(some)}::jsonb)
        as x ("uid" int, "source" int)`.execute(tx)
    await sql`update "userTag" set "userNum" = "userNum" - ${some.length} where "id" = ${tagId}`.execute(tx)
    await settleImplied(tx, net, [tagId], { kind: 'these', uids: some.map((row) => row.uid) })
  }
  return rows.length
}
