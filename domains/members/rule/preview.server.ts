import { sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import { isStatementTimeout } from '#kit/server/dbErrors.ts'
import { rowScope, scopeCondition } from '#kit/server/scope.ts'
import { readTogether } from '#kit/server/transaction.ts'
import { may, type Who } from '#kit/server/who.ts'
import { conflict } from '#kit/shared/errors.ts'
import { maskedPhone, PHONE } from '../members.rules.ts'
import { user } from '../user/user.entity.ts'
import { checkRule, ruleText } from './check.server.ts'
import { LIVING, usersOf, type Within, withinSql } from './compile.server.ts'
import { fromSample } from './rule.rules.ts'

/** So long the exact number is looked for. */
const EXACT_MS = 3000
/** So long that of a part of the users. */
const SAMPLE_MS = 15_000
const ONE_OF = 50
const SHOWN = 20

interface Shown {
  uid: number
  userNo: string
  nickname: string
  avatar: string
  phone: string
}

export interface Preview {
  num: number
  sampled: boolean
  margin: number
  text: string
  sample: Shown[]
}

/** The statements of one preview; undefined when they took longer than they may. */
async function inTime<T>(db: Db, ms: number, work: (tx: Db) => Promise<T>): Promise<T | undefined> {
  try {
    return await readTogether(db, async (tx) => {
      await sql`select set_config('statement_timeout', ${String(ms)}, true)`.execute(tx)
      return work(tx)
    })
  } catch (error) {
    if (isStatementTimeout(error)) return undefined
    throw error
  }
}

/**
 * Whom a rule means among those within the person's data scope: exactly where that takes no more than 3 s, else counted in a
 * fiftieth of the users, with the margin of 95 %; 20 of them; and the rule in words. 422 as checkRule. Members §4.4, §4.5.
 */
export async function previewRule(
  db: Db,
  who: Who,
  given: unknown,
  { exactMs = EXACT_MS }: { exactMs?: number } = {},
): Promise<Preview> {
  const rule = await checkRule(db, who, given)
  const scope = scopeCondition(await rowScope(db, who, user), 'u')
  const own = scope === null ? sql`true` : sql`${scope}`
  const asOf = new Date()
  const text = await ruleText(db, who, rule)

  const read = (ms: number, within: Within) =>
    inTime(db, ms, async (tx) => {
      const hits = usersOf(tx, rule, asOf, within)
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as "n" from "user" as u where u."id" in (${hits}) and ${own}`.execute(tx)
      const sample = await sql<Shown>`
        select u."id" as "uid", u."userNo", u."nickname", u."avatar", u."phone" from "user" as u
        where u."id" in (${hits}) and ${own} order by u."id" desc limit ${SHOWN}`.execute(tx)
      return { hits: rows[0]?.n ?? 0, sample: sample.rows.map((row) => shown(who, row)) }
    })
  const counted = (within: Within) =>
    inTime(db, SAMPLE_MS, async (tx) => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as "n" from "user" as u where ${withinSql(within)('u."id"')} and ${LIVING} and ${own}`.execute(
        tx,
      )
      return rows[0]?.n ?? 0
    })

  const exact = exactMs === 0 ? undefined : await read(exactMs, { kind: 'all' })
  if (exact !== undefined) return { num: exact.hits, sampled: false, margin: 0, text, sample: exact.sample }
  const part: Within = { kind: 'sample', oneOf: ONE_OF }
  const [found, size, all] = [
    await read(SAMPLE_MS, part),
    await counted(part),
    await counted({ kind: 'all' }),
  ]
  if (found === undefined || size === undefined || all === undefined)
    throw conflict('条件过于复杂，无法预览，请减少条件后重试')
  return { ...fromSample(found.hits, size, all), sampled: true, text, sample: found.sample }
}

const shown = (who: Who, row: Shown): Shown => ({
  ...row,
  phone: may(who, PHONE) ? row.phone : maskedPhone(row.phone),
})
