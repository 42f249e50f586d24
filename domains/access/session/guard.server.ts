import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { AppError, tooMany } from '#kit/shared/errors.ts'

/** Platform §2.2: counts wrong passwords by account and by address, and locks both for a while. */
const IP_FAILURES = 20
const IP_MINUTES = 10
const LONGEST_LOCK_MINUTES = 1440

export interface Guard {
  failCount: number
  /** minutes until the lock ends, begun ones counted whole; 0 when open */
  minutes: number
}

const OPEN: Guard = { failCount: 0, minutes: 0 }
const guardKey = (account: string): string => account.toLowerCase()
const locked = (minutes: number): AppError => tooMany(`账号已锁定，请${minutes}分钟后再试`)

/** How it stands with an account's name (whether or not it exists) and an address. */
export async function readGuards(
  db: Db,
  account: string,
  ip: string,
): Promise<{ account: Guard; ip: Guard }> {
  // clock_timestamp: a transaction that waited for another attempt began before that one's lock.
  const found = await sql<Guard & { scope: string }>`
    select "scope",
      case when "scope" = 'ip' and "windowStart" <= now() - make_interval(mins => ${IP_MINUTES})
        then 0 else "failCount" end as "failCount",
      greatest(0, ceil(extract(epoch from coalesce("lockUntil", clock_timestamp()) - clock_timestamp()) / 60))::int as "minutes"
    from "loginGuard" where ("scope" = 'account' and "key" = ${guardKey(account)})
      or ("scope" = 'ip' and "key" = ${ip})`.execute(db)
  const of = (scope: string): Guard => found.rows.find((row) => row.scope === scope) ?? OPEN
  return { account: of('account'), ip: of('ip') }
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
 * lock; answers the refusal to show. Lock times double with each lock inside 24 hours.
 */
export async function countFailure(
  tx: Tx,
  account: string,
  ip: string,
  rules: { lock_times: number; lock_minutes: number },
  wrong: string,
): Promise<AppError> {
  const key = guardKey(account)
  // Read committed sees the row as the last attempt left it: the conflicting insert waits for it.
  const counted = await sql<{ failCount: number; lockTimes: number; isLocked: boolean }>`
    insert into "loginGuard" as g ("scope", "key", "failCount", "lockUntil", "lockTimes")
    values ('account', ${key}, 1,
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
  await countAddress(tx, ip)
  if (!row.isLocked) return new AppError(422, `${wrong}，还可尝试${rules.lock_times - row.failCount}次`)
  return locked(Math.min(rules.lock_minutes * 2 ** (row.lockTimes - 1), LONGEST_LOCK_MINUTES))
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

/** Ends a row of failures after a right password; refuses when a parallel attempt has locked the account meanwhile. */
export async function clearFailures(tx: Tx, account: string): Promise<void> {
  const row = await sql<{ minutes: number }>`
    select greatest(0, ceil(extract(epoch from coalesce("lockUntil", clock_timestamp()) - clock_timestamp()) / 60))::int as "minutes"
    from "loginGuard" where "scope" = 'account' and "key" = ${guardKey(account)} for update`.execute(tx)
  const minutes = row.rows[0]?.minutes ?? 0
  if (minutes > 0) throw locked(minutes)
  await tx
    .updateTable('loginGuard')
    .set({ failCount: 0, lockUntil: null })
    .where('scope', '=', 'account')
    .where('key', '=', guardKey(account))
    .execute()
}

/** 解锁 by an administrator: the account starts afresh. */
export async function unlock(tx: Tx, account: string): Promise<void> {
  await tx
    .deleteFrom('loginGuard')
    .where('scope', '=', 'account')
    .where('key', '=', guardKey(account))
    .execute()
}
