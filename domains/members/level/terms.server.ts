import { sql } from 'kysely'
import { cacheGroup, clearCaches } from '#kit/server/cache.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { perDatabase } from '#kit/server/points.ts'
import { notFound } from '#kit/shared/errors.ts'
import { type GroupBuyTerms, getGroupBuyTerms } from '../groupBuying/month.server.ts'
import { hadPaidBefore } from '../privacy/erasedPhone.server.ts'
import type { Equity } from './equity.rules.ts'
import { rateOf } from './level.rules.ts'
import { levelCache } from './levels.server.ts'

/** A paid membership in force or to come. */
interface Paid {
  levelId: number
  startTime: Date
  endTime: Date | null
}

/** What is read of a user and kept; what follows from the time is worked out at each asking. */
interface Facts {
  levelId: number | null
  customerLevelId: number | null
  paid: Paid[]
  groupIds: number[]
  tagIds: number[]
  isNew: boolean
  groupBuying: GroupBuyTerms | null
}

/** What a consumer is entitled to. Doors §4, Members §3.2. */
export interface MemberTerms {
  levelId: number | null
  grade: number
  /** the level whose discount it is; '' without one */
  levelName: string
  /** what they pay of a price, hundredths of a percent: 9500 is 95.00 % */
  levelRate: number
  isPaidMember: boolean
  paidLevelId: number | null
  customerLevelId: number | null
  groupIds: number[]
  tagIds: number[]
  /** never paid an order, nor had before an account was erased lately */
  isNew: boolean
  equities: Equity[]
  groupBuying: Facts['groupBuying']
}

const GROUP = 'memberTerms'
const MOST_KEPT = 20_000
const KEPT_MS = 60_000
const kept = perDatabase(() => new Map<number, { time: number; facts: Facts }>())

/** What was read of users lately, as 缓存监控 shows it. */
export const termsCache = cacheGroup(GROUP, '会员权益', {
  keys: (db) => [...kept(db).keys()].map(String),
  value: (db, key) => kept(db).get(Number(key))?.facts,
  clear(db, key) {
    if (key === undefined) kept(db).clear()
    else kept(db).delete(Number(key))
  },
})

/** After the commit every process reads anew what a user is entitled to. For whatever changes levels, groups, tags, orders. */
export function forgetTerms(tx: Tx, uid: number): void {
  clearCaches(tx, GROUP, String(uid))
}

/** From so many users on everything is read anew, rather than each of them told to every process. */
const MANY = 100

/** The same for several users at once, as when tags are computed. */
export function forgetTermsOf(tx: Tx, uids: readonly number[]): void {
  if (uids.length > MANY) clearCaches(tx, GROUP, '')
  else for (const uid of uids) forgetTerms(tx, uid)
}

/** The same for everybody, as when a tag is computed for thousands. */
export const forgetAllTerms = (tx: Tx): void => clearCaches(tx, GROUP, '')

interface FoundUser {
  levelId: number | null
  customerLevelId: number | null
  groupId: number | null
  customerGroupId: number | null
  phone: string
  payCount: number
  tagIds: number[]
}

async function readFacts(db: Db, uid: number): Promise<Facts> {
  const { rows } = await sql<FoundUser>`
    select u."level" as "levelId", u."customerLevel" as "customerLevelId", u."groupId", u."customerGroupId", u."phone",
      u."payCount", array(select r."tagId" from "userTagRel" r where r."uid" = u."id" and r."source" <> -1
        and (r."expireTime" is null or r."expireTime" > now()) order by 1) as "tagIds"
    from "user" u where u."id" = ${uid} and u."isDel" = 0 and u."lifeStatus" in (0, 1)`.execute(db)
  const row = rows[0]
  if (row === undefined) throw notFound('用户不存在')
  const paid = await db
    .selectFrom('userPaidMember')
    .select(['levelId', 'startTime', 'endTime'])
    .where('uid', '=', uid)
    .where('status', 'in', [0, 1])
    .execute()
  const { groupId, customerGroupId, levelId, customerLevelId, phone, payCount, tagIds } = row
  return {
    ...{ levelId, customerLevelId, paid, tagIds },
    isNew: payCount === 0 && !(await hadPaidBefore(db, phone)),
    groupIds: [groupId, customerGroupId].flatMap((id) => (id === null ? [] : [id])),
    groupBuying: await getGroupBuyTerms(db, uid),
  }
}

async function factsOf(db: Db, uid: number): Promise<Facts> {
  // Inside an order's transaction nothing older than the order may count.
  if (db.isTransaction) return readFacts(db, uid)
  const found = kept(db).get(uid)
  const isFresh = found !== undefined && Date.now() - found.time < KEPT_MS
  termsCache.note(db, isFresh)
  if (isFresh) return found.facts
  const facts = await readFacts(db, uid)
  if (kept(db).size >= MOST_KEPT) kept(db).clear()
  kept(db).set(uid, { time: Date.now(), facts })
  return facts
}

/**
 * What a consumer is entitled to at a moment: levels of the three types, the lowest of their discounts, paid membership,
 * groups, tags, benefits. 404 用户不存在, also of one who was erased or merged. Doors §4, Members §3.2.
 */
export async function getMemberTerms(db: Db, uid: number, at: Date = new Date()): Promise<MemberTerms> {
  const facts = await factsOf(db, uid)
  const levels = await levelCache.read(db)
  const paid = facts.paid.find((one) => one.startTime <= at && (one.endTime === null || one.endTime >= at))
  const ids = [facts.levelId, facts.customerLevelId, paid?.levelId ?? null]
  const held = ids.flatMap((id) => (id === null ? [] : (levels.get(id) ?? [])))
  const levelRate = rateOf(held.map((one) => one.discount))
  return {
    levelId: facts.levelId,
    grade: (facts.levelId === null ? undefined : levels.get(facts.levelId))?.grade ?? 0,
    levelName:
      held.find((one) => one.discount !== null && Math.round(one.discount * 100) === levelRate)?.name ?? '',
    levelRate,
    isPaidMember: paid !== undefined,
    paidLevelId: paid?.levelId ?? null,
    customerLevelId: facts.customerLevelId,
    groupIds: facts.groupIds,
    tagIds: facts.tagIds,
    isNew: facts.isNew,
    equities: held.flatMap((one) => one.equities.filter((equity) => equity.status === 1)),
    groupBuying: facts.groupBuying,
  }
}
