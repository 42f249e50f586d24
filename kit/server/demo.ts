import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import type { Call } from '#kit/shared/call.ts'
import { AppError } from '#kit/shared/errors.ts'
import { trust } from '#kit/shared/loose.ts'
import { formatDate, startOfDay, toSeconds } from '#kit/shared/time.ts'
import type { Db } from './database.ts'
import { admit, cleanInput, parseInput, runCall } from './dispatch.ts'
import { LOCKS } from './locks.ts'
import { listPoint, type Registration } from './points.ts'
import { referenceTo } from './refs.ts'
import type { CallRequest, Served } from './serve.ts'
import { openSheet } from './spreadsheet/spreadsheet.ts'
import { loadPerson } from './tasks/person.ts'
import { asSystem } from './transaction.ts'

// A company that lives, for who looks at the product for the first time (TS_DEMO). Every room brings what it keeps, through
// its own calls and by people who may ask them: what is shown then is what work with the product leaves. Decision 0122.

/** Rooms fill in their order, step by step: what others refer to, the documents, what was decided on them. */
const STEPS = ['masters', 'documents', 'decisions'] as const

/** Part of an input; what is left out begins as on a form. */
type Given<W> = W extends readonly (infer E)[]
  ? readonly Given<E>[]
  : W extends object
    ? { [K in keyof W]?: Given<W[K]> }
    : W

/** Asks a call as a person would; refused as they would be. Answers what goes on the wire. */
type Ask = <In, W, Out, OW>(call: Call<In, W, Out, OW>, input: Given<NoInfer<W>>) => Promise<OW>

/** What a room fills its part with. */
export interface Demo {
  db: Db
  /** the first administrator */
  admin: Ask
  /** a member of staff by name */
  as(realName: string): Ask
  /** id of the row of an entity that is called so (its title or code); throws where there is none */
  idOf(entity: string, name: string): Promise<number>
  /** yyyy-MM-dd, so many days after today */
  day(after: number): string
  /** seconds, so many days after now */
  time(after: number): number
  /** does something as if it had been done so many days ago: every time written meanwhile is set back */
  ago<T>(days: number, work: () => Promise<T>): Promise<T>
  /** the rows of a sheet of tests/data, by their headings */
  sheet(name: string): Promise<Record<string, string>[]>
}

const parts = listPoint<(demo: Demo) => Promise<void>>('Demonstration')

/** Registers what a room fills a demonstration with, at which step. Later rooms find what earlier ones made (idOf). */
export const declareDemo = (
  step: (typeof STEPS)[number],
  fill: (demo: Demo) => Promise<void>,
): Registration => parts.as(fill, step)

const MARK = 'demo'
const DAY_SECONDS = 86_400

async function markOf(db: Db): Promise<string | undefined> {
  const found = await db
    .selectFrom('installation')
    .select('value')
    .where('name', '=', MARK)
    .executeTakeFirst()
  return found?.value
}

/** Whether this installation was filled as a demonstration, wholly. */
export const isDemo = async (db: Db): Promise<boolean> => (await markOf(db)) === 'filled'

/** Whether people have made or changed anything here: rows carry who did, and so does the operation log. */
async function isUsed(db: Db): Promise<boolean> {
  const { rows } = await sql<{
    table: string
  }>`select "table_name" as "table" from "information_schema"."columns"
    where "table_schema" = 'public' and "column_name" = 'createBy'`.execute(db)
  const made = rows.map(
    ({ table }) => sql`exists (select 1 from ${sql.table(table)} where "createBy" is not null)`,
  )
  const logged = sql`exists (select 1 from "operLog" where "adminId" is not null and "adminId" <> 0)`
  const found = await sql<{ is: boolean }>`select ${sql.join([...made, logged], sql` or `)} as "is"`.execute(
    db,
  )
  return found.rows[0]?.is === true
}

/** What became of the wish for a demonstration. */
export type DemoOutcome = 'filled' | 'there' | 'broken' | 'used'

/**
 * Fills an empty installation with the demonstration of all rooms, once. `served` are the calls of the house; `begins` hears
 * that it is going to take a while. Answers
 * `there` when it was filled before, `broken` when that did not come to its end or still goes on, and `used`, having written
 * nothing, where people have made anything of their own. Throws with the call that was refused.
 */
export async function fillDemo(
  db: Db,
  served: readonly Served[],
  begins: () => void = () => undefined,
): Promise<DemoOutcome> {
  const before = await asSystem(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(${LOCKS.demo})`.execute(tx)
    const mark = await markOf(tx)
    if (mark !== undefined) return mark === 'filled' ? 'there' : 'broken'
    if (await isUsed(tx)) return 'used'
    await tx.insertInto('installation').values({ name: MARK, value: 'begun' }).execute()
    return null
  })
  if (before !== null) return before
  begins()
  await makeSetBack(db)
  const demo = demoOf(db, served)
  for (const step of STEPS) for (const fill of parts.of(db, step)) await fill(demo)
  await dropSetBack(db)
  await db.updateTable('installation').set({ value: 'filled' }).where('name', '=', MARK).execute()
  return 'filled'
}

const REQUEST: CallRequest = {
  id: 'demo',
  ip: '127.0.0.1',
  userAgent: '',
  token: '',
  body: {},
  header: () => '',
  async *files() {},
  setHeader: () => undefined,
}

function demoOf(db: Db, served: readonly Served[]): Demo {
  const now = new Date()
  const byPath = new Map(served.map((one) => [`${one.call.method} ${one.call.path}`, one]))

  async function idOf(entity: string, name: string): Promise<number> {
    const found = await referenceTo(db, entity)?.named?.(db, [name])
    const [id] = found?.get(name.toLowerCase()) ?? []
    if (id === undefined) throw new Error(`The demonstration has no ${entity} ${name}`)
    return id
  }

  function as(realName: string): Ask {
    return async (call, input) => {
      const one = byPath.get(`${call.method} ${call.path}`)
      if (one === undefined) throw new Error(`Nobody serves ${call.path}`)
      try {
        const who = await loadPerson(db, await idOf('admin', realName))
        if (who === null) throw new Error(`${realName} is not enabled`)
        admit(db, one.call, who)
        const read = await cleanInput(one.call, parseInput(one.call, trust(input)))
        return trust(await runCall(one, db, who, read, REQUEST))
      } catch (error) {
        const said =
          error instanceof AppError ? `${error.message} ${JSON.stringify(error.data)}` : String(error)
        throw new Error(`${realName} ${call.path}: ${said}`, { cause: error })
      }
    }
  }

  return {
    db,
    admin: as('管理员'),
    as,
    idOf,
    day: (after) => formatDate(toSeconds(startOfDay(now, after))),
    time: (after) => toSeconds(new Date()) + after * DAY_SECONDS,
    async ago(days, work) {
      await sql`delete from ${WRITTEN}`.execute(db)
      const { rows } = await sql<{ from: string }>`
        select clock_timestamp()::text as "from"`.execute(db)
      const done = await work()
      await sql`select ${SET_BACK}(${rows[0]?.from}::timestamptz, make_interval(days => ${days}))`.execute(db)
      return done
    },
    sheet: readSheet,
  }
}

const SET_BACK = sql.id('demoSetBack')
const WRITTEN = sql.id('demoWritten')
/** Entries of ledgers refuse to be changed by anybody; of a demonstration alone their times are set back. */
const UNGUARDED = `perform set_config('session_replication_role', 'replica', true);`

/**
 * Makes a function of the database that sets every time written since a moment so many days back, in the tables that were
 * written meanwhile: a few of some hundred, which is why each of them notes when it is written until all is filled.
 */
async function makeSetBack(db: Db): Promise<void> {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select "table_name" as "table", array_agg("column_name"::text) as "columns" from "information_schema"."columns"
    where "table_schema" = 'public' and "data_type" = 'timestamp with time zone' group by 1`.execute(db)
  const updates = rows.map(({ table, columns }) => {
    // No column is called as the parameters are. What was typed has no fractions of a second.
    const since = (column: string) =>
      `("${column}" between "$since" and now() or "${column}" = date_trunc('second', "$since"))`
    const moved = columns.map(
      (column) => `"${column}" = case when ${since(column)} then "${column}" - "$back" else "${column}" end`,
    )
    return `if '${table}' = any("$written") then update "${table}" set ${moved.join(', ')}
      where ${columns.map(since).join(' or ')}; end if;`
  })
  await sql`create table ${WRITTEN} ("table" text primary key)`.execute(db)
  await sql`create function ${WRITTEN}() returns trigger language plpgsql as ${sql.lit(
    `begin insert into "demoWritten" values (tg_table_name) on conflict do nothing; return null; end`,
  )}`.execute(db)
  for (const { table } of rows)
    await sql`create trigger ${WRITTEN} after insert or update on ${sql.table(table)}
      execute function ${WRITTEN}()`.execute(db)
  await sql`create function ${SET_BACK}("$since" timestamptz, "$back" interval) returns void language plpgsql as ${sql.lit(
    `declare "$written" text[] := (select array_agg("table") from "demoWritten");
    begin ${UNGUARDED} ${updates.join('\n')} end`,
  )}`.execute(db)
}

/** Takes away what set times back. */
async function dropSetBack(db: Db): Promise<void> {
  await sql`drop function ${SET_BACK}`.execute(db)
  await sql`drop function ${WRITTEN} cascade`.execute(db)
  await sql`drop table ${WRITTEN}`.execute(db)
}

async function readSheet(name: string): Promise<Record<string, string>[]> {
  const sheet = await openSheet(fileURLToPath(new URL(`../../tests/data/${name}`, import.meta.url)), {
    fileName: name,
  })
  const [headings = [], ...rows] = await Array.fromAsync(sheet.rows(), ({ cells }) => cells)
  await sheet.close()
  return rows.map((cells) => Object.fromEntries(headings.map((heading, at) => [heading, cells[at] ?? ''])))
}
