import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { AppError, tooMany } from '#kit/shared/errors.ts'

/**
 * Platform §2.2 and decision 0047: counts wrong passwords by account and address together, so that a stranger locks
 * only themselves out; by account over all addresses, which slows down those who come from many; by address over all
 * accounts; and by account what somebody does who already has its password or a session.
 */
const IP_FAILURES = 20
const IP_MINUTES = 10
const LONGEST_LOCK_MINUTES = 1440
/** Failures of an account over all addresses within 24 hours that cost strangers nothing. */
const FREE_FAILURES = 20

type Scope = 'pair' | 'account' | 'inside' | 'ip'

export interface Guard {
  failCount: number
  /** minutes until the lock ends, begun ones counted whole; 0 when open */
  minutes: number
}

const OPEN: Guard = { failCount: 0, minutes: 0 }
const guardKey = (account: string): string => account.toLowerCase()
// An address holds no bar, so a name that does is told apart by the last one.
const pairKey = (account: string, ip: string): string => `${guardKey(account)}|${ip}`
const locked = (minutes: number): AppError => tooMany(`账号已锁定，请${minutes}分钟后再试`)

/** How it stands with an account's name (whether or not it exists) as seen from an address, and with the address. */
export async function readGuards(
  db: Db,
  account: string,
  ip: string,
): Promise<{ account: Guard; ip: Guard }> {
  const key = guardKey(account)
  // clock_timestamp: a transaction that waited for another attempt began before that one's lock.
  const found = await sql<Guard & { scope: Scope; isKnown: boolean }>`
    select "scope",
      case when "scope" = 'ip' and "windowStart" <= now() - make_interval(mins => ${IP_MINUTES})
        then 0 else "failCount" end as "failCount",
      greatest(0, ceil(extract(epoch from coalesce("lockUntil", clock_timestamp()) - clock_timestamp()) / 60))::int as "minutes",
      exists (select 1 from "adminSession" s join "admin" a on a."id" = s."adminId"
        where lower(a."account") = ${key} and s."ip" = ${ip}) as "isKnown"
    from "loginGuard" where ("scope" = 'pair' and "key" = ${pairKey(account, ip)})
      or ("scope" in ('account', 'inside') and "key" = ${key}) or ("scope" = 'ip' and "key" = ${ip})`.execute(
    db,
  )
  const of = (scope: Scope): Guard => found.rows.find((row) => row.scope === scope) ?? OPEN
  // Who has been in from this address is not held up by what strangers try from theirs.
  const whole = found.rows[0]?.isKnown ? OPEN : of('account')
  const own = [of('pair'), of('inside'), { failCount: 0, minutes: whole.minutes }]
  return {
    account: {
      failCount: Math.max(...own.map((guard) => guard.failCount)),
      minutes: Math.max(...own.map((guard) => guard.minutes)),
    },
    ip: of('ip'),
  }
}

/** Refuses with 429 while the address is blocked or the account is locked. */
export function refuseBlocked(guards: { ip: Guard }): void {
  if (guards.ip.minutes > 0) throw tooMany('登录过于频繁，请稍后再试')
}
export function refuseLocked(guard: Guard): void {
  if (guard.minutes > 0) throw locked(guard.minutes)
}

/**
 * Counts a wrong password in one statement, so that parallel attempts are each counted once and none after the
 * lock; answers the refusal to show. Lock times double with each lock inside 24 hours. `inside`: a wrong code or old
 * password of somebody who is past the password, counted over all addresses because no stranger gets there.
 */
export async function countFailure(
  tx: Tx,
  account: string,
  ip: string,
  rules: { lock_times: number; lock_minutes: number },
  wrong: string,
  from: 'outside' | 'inside' = 'outside',
): Promise<AppError> {
  const [scope, key] =
    from === 'outside' ? (['pair', pairKey(account, ip)] as const) : (['inside', guardKey(account)] as const)
  // Read committed sees the row as the last attempt left it: the conflicting insert waits for it.
  const counted = await sql<{ failCount: number; lockTimes: number; isLocked: boolean }>`
    insert into "loginGuard" as g ("scope", "key", "failCount", "lockUntil", "lockTimes")
    values (${scope}, ${key}, 1,
      case when ${rules.lock_times}::int <= 1 then now() + make_interval(mins => ${rules.lock_minutes}::int) end,
      case when ${rules.lock_times}::int <= 1 then 1 else 0 end)
    on conflict ("scope", "key") do update set
      "failCount" = case when g."lockUntil" is null then g."failCount" else 0 end + 1,
      "lockUntil" = case
        when case when g."lockUntil" is null then g."failCount" else 0 end + 1 >= ${rules.lock_times}::int
        then now() + make_interval(mins => least(
          ${rules.lock_minutes}::int * power(2, least(20,
            case when g."windowStart" > now() - interval '24 hours' then g."lockTimes" else 0 end)),
          ${LONGEST_LOCK_MINUTES}::int)::int) end,
      "lockTimes" = case when g."windowStart" > now() - interval '24 hours' then g."lockTimes" else 0 end
        + case when case when g."lockUntil" is null then g."failCount" else 0 end + 1 >= ${rules.lock_times}::int
          then 1 else 0 end,
      "windowStart" = case when g."windowStart" > now() - interval '24 hours' then g."windowStart" else now() end
    where g."lockUntil" is null or g."lockUntil" <= now()
    returning "failCount", "lockTimes", "lockUntil" is not null as "isLocked"`.execute(tx)
  const row = counted.rows[0]
  if (row === undefined) return locked((await readGuards(tx, account, ip)).account.minutes)
  if (from === 'outside') await countAccount(tx, account, rules)
  await countAddress(tx, ip)
  if (!row.isLocked) return new AppError(422, `${wrong}，还可尝试${rules.lock_times - row.failCount}次`)
  return locked(Math.min(rules.lock_minutes * 2 ** (row.lockTimes - 1), LONGEST_LOCK_MINUTES))
}

/**
 * Over all addresses: past the free failures every further batch makes strangers wait, 1, 2, 4 … minutes, at most as
 * long as a first lock lasts.
 */
async function countAccount(
  tx: Tx,
  account: string,
  rules: { lock_times: number; lock_minutes: number },
): Promise<void> {
  const isFresh = sql`g."windowStart" > now() - interval '24 hours'`
  const count: RawBuilder<number> = sql`case when ${isFresh} then g."failCount" + 1 else 1 end`
  const isDue = sql`${count} >= ${FREE_FAILURES}::int
    and (${count} - ${FREE_FAILURES}::int) % ${rules.lock_times}::int = 0`
  const times: RawBuilder<number> = sql`case when ${isFresh} then g."lockTimes" else 0 end`
  await sql`
    insert into "loginGuard" as g ("scope", "key", "failCount") values ('account', ${guardKey(account)}, 1)
    on conflict ("scope", "key") do update set
      "failCount" = ${count},
      "lockUntil" = case when ${isDue}
        then now() + make_interval(mins => least(power(2, least(20, ${times})), ${rules.lock_minutes}::int)::int)
        else g."lockUntil" end,
      "lockTimes" = ${times} + case when ${isDue} then 1 else 0 end,
      "windowStart" = case when ${isFresh} then g."windowStart" else now() end`.execute(tx)
}

async function countAddress(tx: Tx, ip: string): Promise<void> {
  await sql`
    insert into "loginGuard" as g ("scope", "key", "failCount") values ('ip', ${ip}, 1)
    on conflict ("scope", "key") do update set
      "failCount" = case when g."windowStart" > now() - make_interval(mins => ${IP_MINUTES})
        then g."failCount" + 1 else 1 end,
      "windowStart" = case when g."windowStart" > now() - make_interval(mins => ${IP_MINUTES})
        then g."windowStart" else now() end,
      "lockUntil" = case when g."windowStart" > now() - make_interval(mins => ${IP_MINUTES})
        and g."failCount" + 1 >= ${IP_FAILURES} then now() + make_interval(mins => ${IP_MINUTES})
        else g."lockUntil" end`.execute(tx)
}

/**
 * Ends the rows of failures of an account from an address after a right password; refuses when a parallel attempt has
 * locked it meanwhile.
 */
export async function clearFailures(tx: Tx, account: string, ip: string): Promise<void> {
  const own = sql`(("scope" = 'pair' and "key" = ${pairKey(account, ip)})
    or ("scope" = 'inside' and "key" = ${guardKey(account)}))`
  const found = await sql<{ minutes: number }>`
    select greatest(0, ceil(extract(epoch from coalesce("lockUntil", clock_timestamp()) - clock_timestamp()) / 60))::int as "minutes"
    from "loginGuard" where ${own} order by "scope", "key" for update`.execute(tx)
  const minutes = Math.max(0, ...found.rows.map((row) => row.minutes))
  if (minutes > 0) throw locked(minutes)
  await sql`update "loginGuard" set "failCount" = 0, "lockUntil" = null where ${own}`.execute(tx)
}

/** The condition for the guards `g` of an account whose name is in the given column, from wherever it was tried. */
export const guardsOf = (account: string): string =>
  `((g."scope" in ('account', 'inside') and g."key" = lower(${account}))
    or (g."scope" = 'pair' and starts_with(g."key", lower(${account}) || '|')))`

/** 解锁 by an administrator: the account starts afresh from every address. */
export async function unlock(tx: Tx, account: string): Promise<void> {
  await sql`delete from "loginGuard" as g using (select ${account}::text as "name") as "asked"
    where ${sql.raw(guardsOf('"asked"."name"'))}`.execute(tx)
}
