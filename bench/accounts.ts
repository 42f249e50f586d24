import { sql } from 'kysely'
import { openAccounts, postAccount } from '#domains/accounts/accounts.door.ts'
import { type Db, openDatabase, openPool } from '#kit/server/database.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { atLeast, type Figure } from './report.ts'
import type { Bench } from './run.ts'

const HANDS = 16
const PARALLEL = 200
const ACCOUNTS = 1000
const SECONDS = 6
/** Consumers nobody else has. */
const FIRST = 1_500_000_000

/**
 * Postings on one account by 200 at once, and on 1,000 accounts beside the single-row inserts that the same database makes
 * durable in the same time, of one text into a table with one index. Told as well: these each in a transaction, as every change of
 * the product is. Orders §5, architecture §9, decision 0207.
 */
export async function postings({ databaseUrl }: Bench): Promise<Figure[]> {
  const pool = openPool(databaseUrl, HANDS)
  const db = openDatabase(pool)
  try {
    await asSystem(db, (tx) =>
      openAccounts(
        tx,
        Array.from({ length: ACCOUNTS }, (_, at) => ({
          holder: { accountType: 1, uid: FIRST + at },
          accountName: '压测',
        })),
      ),
    )
    await sql`create table if not exists "benchRow" ("id" bigint primary key generated always as identity, "text" text not null)`.execute(
      db,
    )
    await Promise.all(Array.from({ length: ACCOUNTS }, (_, at) => post(db, FIRST + at, 1_000_000)))
    const one = await perSecond(PARALLEL, () => post(db, FIRST, 1))
    // The machine is not always equally fast: both are measured in turns.
    const rates = { inserts: 0, inTransactions: 0, many: 0 }
    const insert = (on: Db) => sql`insert into "benchRow" ("text") values ('一行')`.execute(on)
    for (const _turn of [1, 2]) {
      rates.inserts += await perSecond(HANDS, () => insert(db))
      rates.inTransactions += await perSecond(HANDS, () => asSystem(db, insert))
      rates.many += await perSecond(HANDS, (at) => post(db, FIRST + (at % ACCOUNTS), 1))
    }
    await checkBooks(db)
    return [
      atLeast(`postings on one account, ${PARALLEL} at once`, one, 300, '/s'),
      atLeast(
        `postings on ${ACCOUNTS} accounts: ${Math.round(rates.many / 2)}/s beside ${Math.round(rates.inserts / 2)} durable inserts/s (${Math.round(rates.inTransactions / 2)}/s in transactions)`,
        rates.many / rates.inserts,
        0.5,
        '× inserts',
      ),
    ]
  } finally {
    await pool.end()
  }
}

let last = 0
const post = (db: Db, uid: number, amount: number): Promise<unknown> =>
  asSystem(db, (tx) => {
    const id = ++last
    return postAccount(tx, {
      holder: { accountType: 1, uid },
      ...(amount > 1 ? { pm: 1, transactionType: 3 } : { pm: 0, transactionType: 2 }),
      amount,
      source: { type: 'bench', id },
      linkId: `B${id}`,
      title: '压测',
    })
  })

/** How often something is done in a second by so many at once. */
async function perSecond(hands: number, work: (at: number) => Promise<unknown>): Promise<number> {
  const start = performance.now()
  const until = start + SECONDS * 1000
  let done = 0
  await Promise.all(
    Array.from({ length: hands }, async () => {
      while (performance.now() < until) await work(++done)
    }),
  )
  return (done * 1000) / (performance.now() - start)
}

/** A fast ledger that is wrong is none. */
async function checkBooks(db: Db): Promise<void> {
  const { rows } = await sql`select a."id" from "account" a
    left join (select "accountId", sum(case when "pm" = 1 then "amount" else -"amount" end) as "sum" from "accountEntry" group by 1) e
      on e."accountId" = a."id"
    where a."uid" >= ${FIRST} and a."balance" <> coalesce(e."sum", 0)`.execute(db)
  if (rows.length > 0) throw new Error(`${rows.length} accounts are not the sum of their entries`)
}
