import { sql } from 'kysely'
import type { Db, Tx } from './database.ts'
import { namedPoint, type Registration } from './points.ts'

// Consumers become one (Members §10.3) or are erased (§10.4). Every room says for each of its tables with a column `uid`
// what becomes of the rows; the start fails where nobody does. Doors §3.

/** What becomes of the rows of a table when a consumer is merged into another. Everything lies in one transaction. */
export interface ConsumerMerge {
  /** what people call the rows: 收货地址 */
  title: string
  /** locks of what stands above the user in the order of locks (doors §5), before both users are locked */
  lock?(tx: Tx, from: number, to: number): Promise<void>
  /** why the two may not become one, as a person reads it before 不能合并; null: nothing is in the way */
  refuses?(db: Db, from: number, to: number): Promise<string | null>
  /** gives the rows of `from` to `to`, both locked; answers how many moved */
  merge(tx: Tx, from: number, to: number): Promise<number>
}

/** Something a consumer still has, which stands in the way of the erasure or is lost by it. */
export interface ConsumerHolding {
  /** as a person reads it: 未完成订单2笔 */
  text: string
  /** where it is settled; none: nothing to be done */
  to?: string
}

/** What becomes of the rows of a table when a consumer is erased. */
export interface ConsumerErase {
  /** what people call the rows, as the certificate names the step */
  title: string
  /** what stands in the way of an erasure */
  guards?(db: Db, uid: number): Promise<ConsumerHolding[]>
  /** what the consumer loses by it and agrees to lose: 积分200 */
  forfeits?(db: Db, uid: number): Promise<ConsumerHolding[]>
  /** deletes the rows, or leaves nothing personal in them; done twice it changes nothing more; answers how many */
  erase(tx: Tx, uid: number): Promise<number>
}

const merges = namedPoint<ConsumerMerge>('Merge of consumers for')
const erases = namedPoint<ConsumerErase>('Erasure of consumers for')
const others = namedPoint<string>('Column uid of')

/** Registers what a merge does with a table. Doors §3, Members §10.3. */
export const declareMerge = (table: string, merge: ConsumerMerge): Registration => merges.as(table, merge)

/** Registers what an erasure does with a table. Doors §3, Members §10.4. */
export const declareErase = (table: string, erase: ConsumerErase): Registration => erases.as(table, erase)

/** Says that the column `uid` of a table names nobody who could be merged or erased, and why. */
export const declareNoConsumer = (table: string, reason: string): Registration => others.as(table, reason)

/** What merges do, by table, in the order of the rooms. */
export const allMerges = (db: Db): ReadonlyMap<string, ConsumerMerge> => merges.all(db)

/** What erasures do, by table, in the order of the rooms. */
export const allErases = (db: Db): ReadonlyMap<string, ConsumerErase> => erases.all(db)

/** Of which rows a consumer has one at most for each value of these columns, and what becomes of what the other has already. */
interface OneEach {
  by: readonly string[]
  /** stays with the one merged, or is deleted */
  left: 'stays' | 'goes'
}

/** The rows of a table go from one consumer to the other as they are; of `once` only those that the other has not. */
export const movesUid = (table: string, title: string, once?: OneEach): ConsumerMerge => ({
  title,
  async merge(tx, from, to) {
    const rows = sql.table(table)
    const same = (once?.by ?? []).map((name) => sql`other.${sql.ref(name)} = own.${sql.ref(name)}`)
    const isFree =
      once === undefined
        ? sql`true`
        : sql`not exists (select 1 from ${rows} other where ${sql.join([sql`other."uid" = ${to}`, ...same], sql` and `)})`
    const done =
      await sql`update ${rows} own set "uid" = ${to} where own."uid" = ${from} and ${isFree}`.execute(tx)
    if (once?.left === 'goes') await sql`delete from ${rows} where "uid" = ${from}`.execute(tx)
    return Number(done.numAffectedRows ?? 0)
  },
})

/** The rows of a table stay with the consumer they belong to, who can still be found as the one merged. */
export const staysWith = (title: string): ConsumerMerge => ({ title, merge: async () => 0 })

/** The rows of a table are deleted. */
export const deletesRows = (table: string, title: string): ConsumerErase => ({
  title,
  async erase(tx, uid) {
    const done = await sql`delete from ${sql.table(table)} where "uid" = ${uid}`.execute(tx)
    return Number(done.numAffectedRows ?? 0)
  },
})

/** The rows of a table no longer say whose they were. */
export const clearsUid = (table: string, title: string): ConsumerErase => ({
  title,
  async erase(tx, uid) {
    const done = await sql`update ${sql.table(table)} set "uid" = null where "uid" = ${uid}`.execute(tx)
    return Number(done.numAffectedRows ?? 0)
  },
})

/** The rows of a table hold nothing personal besides the number of the consumer, and stay. */
export const keepsRows = (title: string): ConsumerErase => ({ title, erase: async () => 0 })

/** Tables with a column `uid` for which nobody says what a merge or an erasure does. */
export async function forgottenTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ table: string }>`
    select c."table_name" as "table" from information_schema.columns c
    join information_schema.tables t
      on t."table_schema" = c."table_schema" and t."table_name" = c."table_name" and t."table_type" = 'BASE TABLE'
    where c."table_schema" = current_schema() and c."column_name" = 'uid' order by 1`.execute(db)
  const [merged, erased, other] = [merges.all(db), erases.all(db), others.all(db)]
  return rows.flatMap(({ table }) =>
    other.has(table) || (merged.has(table) && erased.has(table)) ? [] : [table],
  )
}

/** Stops the start where a table with a column `uid` would be forgotten by a merge or an erasure. Doors §3. */
export async function checkUidTables(db: Db): Promise<void> {
  const forgotten = await forgottenTables(db)
  if (forgotten.length > 0)
    throw new Error(
      `Nobody says what becomes of ${forgotten.join(', ')} when consumers are merged or erased (declareMerge, declareErase)`,
    )
}
