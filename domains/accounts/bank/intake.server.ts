import { sql } from 'kysely'
import { type Db, jsonText, type Tx } from '#kit/server/database.ts'
import { enqueueJob } from '#kit/server/jobs.ts'
import { actorOf, recordChange, touch } from '#kit/server/transaction.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { AppError } from '#kit/shared/errors.ts'
import type { RowOf } from '#kit/shared/field.ts'
import { bankLine, type LineSource, lineFields } from './bankLine.entity.ts'
import { MATCH_JOB } from './match.server.ts'

/** What the bank says of a movement. */
export type Told = RowOf<typeof lineFields>
type Row = EntityRow<typeof bankLine>
type Key = Pick<Told, 'mainAccount' | 'bankSerialNo'>

export const OTHER_CONTENT = '银行流水号已存在且内容不一致'
const INTERFACE = 1

export const keyOf = ({ mainAccount, bankSerialNo }: Key): string => `${mainAccount}\n${bankSerialNo}`

/** What must be the same where a movement is told again. The rest is put into words otherwise by other ways of telling. */
export const isSame = (one: Told, other: Told): boolean =>
  one.vacctNo.toLowerCase() === other.vacctNo.toLowerCase() &&
  one.direction === other.direction &&
  one.amount === other.amount &&
  one.tradeTime.getTime() === other.tradeTime.getTime()

/** Movements with their main account: that of their virtual account where it is left out. */
export async function withMainAccount<T extends Told>(db: Db, list: readonly T[]): Promise<T[]> {
  const numbers = [
    ...new Set(list.flatMap((one) => (one.mainAccount === '' ? [one.vacctNo.toLowerCase()] : []))),
  ]
  if (numbers.length === 0) return [...list]
  const { rows } = await sql<{ vacctNo: string; mainAccount: string }>`
    select lower("vacctNo") as "vacctNo", "mainAccount" from "vacct"
    where "isDel" = 0 and lower("vacctNo") = any(${sql.val(numbers)}::text[])`.execute(db)
  const main = new Map(rows.map((row) => [row.vacctNo, row.mainAccount]))
  return list.map((one) =>
    one.mainAccount === '' ? { ...one, mainAccount: main.get(one.vacctNo.toLowerCase()) ?? '' } : one,
  )
}

/** Stored movements with the numbers of some told ones, by their key. */
export async function knownLines(db: Db, list: readonly Key[]): Promise<Map<string, Row>> {
  if (list.length === 0) return new Map()
  const keys = jsonText(list.map(({ mainAccount, bankSerialNo }) => ({ mainAccount, bankSerialNo })))
  const { rows } = await sql<Row>`
    select b.* from "bankLine" b
    join jsonb_to_recordset(${keys}::jsonb) as "told" ("mainAccount" text, "bankSerialNo" text)
      on b."mainAccount" = "told"."mainAccount" and b."bankSerialNo" = "told"."bankSerialNo"
    where b."isDel" = 0 and b."source" <> 3`.execute(db)
  return new Map(rows.map((row) => [keyOf(row), row]))
}

const FACTS = Object.keys(lineFields)

/** Stores movements; those that somebody else stores at the same moment are waited for and left to them. */
async function insertNew(tx: Tx, list: readonly Told[], source: LineSource): Promise<Row[]> {
  if (list.length === 0) return []
  const by = actorOf(tx).adminId || null
  const values = list.map((one) => ({
    ...Object.fromEntries(Object.entries(one).filter(([name]) => FACTS.includes(name))),
    source,
  }))
  const { rows } = await sql<Row>`
    insert into "bankLine" (${sql.join([...FACTS, 'source'].map((name) => sql.ref(name)))}, "createBy", "updateBy")
    select ${sql.join([...FACTS, 'source'].map((name) => sql.ref(`given.${name}`)))}, ${by}::int, ${by}::int
    from jsonb_populate_recordset(null::"bankLine", ${jsonText(values)}::jsonb) as "given"
    on conflict ("mainAccount", "bankSerialNo") where "isDel" = 0 and "source" <> 3 do nothing
    returning *`.execute(tx)
  for (const row of rows)
    recordChange(tx, {
      type: bankLine.name,
      id: row.id,
      title: row.bankSerialNo,
      before: null,
      after: row,
    })
  if (rows.length > 0) touch(tx, bankLine.name)
  return rows
}

/** What became of each told movement, in their order; `known` is the stored one it repeats. */
interface Taken {
  accepted: number
  duplicated: number
  /** places of movements whose number is stored with other content */
  clashes: number[]
}

/**
 * Stores what the bank tells, each movement once whoever tells it and however often, and has it compared with the accounts.
 * A number that is stored with other content, or told twice with two contents, is a clash; then the caller undoes all.
 * What the interface tells of a movement that a sheet brought counts as told by the bank itself. Orders §2.10, §8, §9.
 */
export async function takeLines(tx: Tx, list: readonly Told[], source: LineSource): Promise<Taken> {
  const told = await withMainAccount(tx, list)
  const first = new Map<string, Told>()
  const clashes = new Set<number>()
  for (const [at, one] of told.entries()) {
    const before = first.get(keyOf(one))
    if (before === undefined) first.set(keyOf(one), one)
    else if (!isSame(before, one)) clashes.add(at)
  }
  // In the order of their numbers: two who tell the same movements wait for each other at the first of them.
  const sorted = [...first].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, one]) => one)
  const fresh = await insertNew(tx, sorted, source)
  const stored = await knownLines(tx, sorted)
  for (const [at, one] of told.entries()) {
    const row = stored.get(keyOf(one))
    if (row === undefined || !isSame(row, one)) clashes.add(at)
  }
  if (source === INTERFACE) await confirmByBank(tx, [...stored.values()], fresh)
  if (fresh.length > 0 || source === INTERFACE) await enqueueJob(tx, MATCH_JOB, {}, { uniqueKey: MATCH_JOB })
  return { accepted: fresh.length, duplicated: list.length - fresh.length, clashes: [...clashes] }
}

/** What a sheet brought and nobody has decided, the bank now says itself: it is compared once more, and may be posted. */
async function confirmByBank(tx: Tx, stored: readonly Row[], fresh: readonly Row[]): Promise<void> {
  const made = new Set(fresh.map(({ id }) => id))
  const ids = stored.flatMap((row) => (row.source === 2 && !made.has(row.id) ? [row.id] : []))
  if (ids.length === 0) return
  await sql`update "bankLine" set "source" = ${INTERFACE}, "waiting" = 1
    where "id" = any(${sql.val(ids)}::int[]) and "matchStatus" in (0, 3) and "handleBy" is null`.execute(tx)
  touch(tx, bankLine.name)
}

/** The refusal of movements that clash, at their places in the input. */
export const clashError = (places: readonly number[]): AppError =>
  new AppError(
    409,
    OTHER_CONTENT,
    places.map((at) => ({ field: `lines.${at}.bankSerialNo`, message: OTHER_CONTENT })),
  )
