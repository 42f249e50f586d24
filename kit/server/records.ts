import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Call } from '#kit/shared/call.ts'
import type { Entity } from '#kit/shared/entity.ts'
import { notFound } from '#kit/shared/errors.ts'
import type { Db } from './database.ts'
import { conditionsOf } from './list.ts'
import { namedPoint, type Registration } from './points.ts'
import { readRow } from './rows.ts'
import { may, type Who } from './who.ts'

/** How the records of an entity are found, who may read them and where they are shown. Screens §3, §7. */
export interface RecordKind {
  of: Entity
  /** whoever may ask this call may read a record, within their data scope */
  read: Pick<Call, 'permission'>
  /** address of its page; {id} stands for its id */
  page: string
  /** field of its name; what names a row to a person (facts.title) unless given */
  name?: string
  /** field of its number; that of the entity (facts.code) unless given */
  code?: string
  /** field of its picture, or of its pictures; that of the entity (facts.picture) unless given */
  picture?: string
  /** rows that a word finds besides by the searched fields of the entity, e.g. the barcode of a sku */
  alsoFound?(word: string): Expression<SqlBool>
  /** true: the search passes over it, e.g. because it belongs to another record that is found itself */
  unsearched?: boolean
  /** answers the row, or refuses (404) who may not read it, where something else than the data scope decides */
  readBy?(db: Db, who: Who, id: number): Promise<object>
  /** names of fields whose changes the time line does not tell this person now, where more than their permissions decides */
  hides?(db: Db, who: Who, id: number): Promise<readonly string[]>
}

const kinds = namedPoint<RecordKind>('Record')

/** Registers the records of an entity for search, time line and notes. Doors §3. */
export const declareRecord = (kind: RecordKind): Registration => kinds.as(kind.of.name, kind)

/** A record that was found. */
export interface FoundRecord {
  type: string
  id: number
  name: string
  code: string
  picture: string
  /** address of its page */
  page: string
}

/** Found records of one kind. */
export interface FoundRecords {
  type: string
  label: string
  records: FoundRecord[]
}

const addressOf = ({ page }: RecordKind, id: number): string => page.replace('{id}', String(id))

/** The kinds that the search of everything looks through. */
export const searchedKinds = (db: Db): RecordKind[] =>
  [...kinds.all(db).values()].filter(({ unsearched }) => unsearched !== true)

/** So many rows of a kind are looked at first, the latest: words that many rows hold are found among them. */
const LATEST = 300

/** A row that was found, and the place of its kind among those that were searched. */
type FoundRow = Pick<FoundRecord, 'id' | 'name' | 'code' | 'picture'> & { kind: number }

/** The same kind searched in three ways. */
interface Search {
  latest: RawBuilder<FoundRow>
  exact: RawBuilder<FoundRow>
  all: RawBuilder<FoundRow>
}

/**
 * The records that hold every word, of every kind the person may read and within their data scope, at most `limit` of
 * each; what is called so exactly comes first, then the latest. Two statements for all kinds: the second one looks through
 * all rows of those kinds only whose latest rows were not enough. Screens §7.
 */
export async function findRecords(db: Db, who: Who, words: string, limit: number): Promise<FoundRecords[]> {
  const asked = words.trim()
  if (asked === '') return []
  const readable = searchedKinds(db).filter(({ read }) => may(who, read.permission))
  const searches: Search[] = []
  for (const [index, kind] of readable.entries())
    searches.push(await searchOf(db, who, kind, { asked, index, limit }))
  const latest = await foundBy(
    db,
    searches.map((one) => one.latest),
  )
  const isEnough = (index: number): boolean => latest[index]?.length === limit
  const others = await foundBy(
    db,
    searches.map(({ exact, all }, index) => (isEnough(index) ? exact : all)),
  )
  return readable.flatMap((kind, index) => {
    const { name: type, label } = kind.of
    const rows = [...(others[index] ?? []), ...(isEnough(index) ? (latest[index] ?? []) : [])]
    const records = [...new Map(rows.map((row) => [row.id, row])).values()]
      .slice(0, limit)
      .map(({ kind: _kind, ...row }) => ({ ...row, type, page: addressOf(kind, row.id) }))
    return records.length === 0 ? [] : [{ type, label, records }]
  })
}

/** The rows that each of some searches finds, by one statement. */
async function foundBy(db: Db, searches: readonly RawBuilder<FoundRow>[]): Promise<FoundRow[][]> {
  const found: FoundRow[][] = searches.map(() => [])
  if (searches.length === 0) return found
  const { rows } = await sql<FoundRow>`${sql.join(searches, sql` union all `)}`.execute(db)
  for (const row of rows) found[row.kind]?.push(row)
  return found
}

/** The field that says what a row is called exactly: its number, or its name where it has none. A test asks for its index. */
export const calledBy = ({ of, name = of.facts.title, code = of.facts.code }: RecordKind): string =>
  code ?? name

async function searchOf(
  db: Db,
  who: Who,
  kind: RecordKind,
  { asked, index, limit }: { asked: string; index: number; limit: number },
): Promise<Search> {
  const { of, name = of.facts.title, code = of.facts.code, picture = of.facts.picture, alsoFound } = kind
  const table = sql.table(of.name)
  const id = sql.ref(`${of.name}.id`)
  const text = (field: string | undefined) =>
    field === undefined ? sql`''` : sql`${sql.ref(`${of.name}.${field}`)}::text`
  const where = sql.join(
    await conditionsOf(db, who, of, { keywords: asked }, alsoFound ? { alsoFound } : {}),
    sql` and `,
  )
  const rows = (condition: Expression<unknown>, order: Expression<unknown>) =>
    sql<FoundRow>`(select ${sql.lit(index)} as "kind", ${id} as "id", ${text(name)} as "name",
        ${text(code)} as "code", ${firstPicture(of, picture)} as "picture"
      from ${table} where ${condition} order by ${order} limit ${sql.lit(limit)})`
  const newest = sql`${id} desc`
  const since = sql`coalesce((select "id" from ${table} order by "id" desc offset ${sql.lit(LATEST - 1)} limit 1), 0)`
  const called = text(calledBy(kind))
  const isCalled = sql`lower(${called}) = ${asked.toLowerCase()} and ${called} <> ''`
  return {
    latest: rows(sql`${where} and ${id} >= ${since}`, newest),
    exact: rows(sql`${where} and ${isCalled}`, newest),
    all: rows(where, sql`(${isCalled}) desc, ${newest}`),
  }
}

/** The picture of a row, the first where there are several; '' without one. */
function firstPicture(of: Entity, name: string | undefined) {
  if (name === undefined) return sql`''`
  const column = sql.ref(`${of.name}.${name}`)
  return of.all[name]?.type === 'images' ? sql`coalesce(${column}[1], '')` : sql`coalesce(${column}, '')`
}

/**
 * The kind of a record and its row, for who may read it; 404 for everybody else, and where nobody has registered the kind.
 * Answers the address of its page as well. Screens §3.
 */
export async function readRecord(
  db: Db,
  who: Who,
  type: string,
  id: number,
): Promise<{ kind: RecordKind; title: string; page: string }> {
  const kind = kinds.of(db, type)
  if (kind === undefined || !may(who, kind.read.permission)) throw notFound()
  const { of } = kind
  const row = await (kind.readBy?.(db, who, id) ?? readRow(db, who, of, id))
  const title: unknown = Reflect.get(row, kind.name ?? of.facts.title)
  return { kind, title: String(title ?? id), page: addressOf(kind, id) }
}
