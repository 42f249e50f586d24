import { type Expression, type SqlBool, sql } from 'kysely'
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

/**
 * The records that hold every word, of every kind the person may read and within their data scope, at most `limit` of
 * each; what is called so exactly comes first. One statement for all kinds. Screens §7.
 */
export async function findRecords(db: Db, who: Who, words: string, limit: number): Promise<FoundRecords[]> {
  const asked = words.trim()
  if (asked === '') return []
  const readable = [...kinds.all(db).values()].filter(
    ({ read, unsearched }) => unsearched !== true && may(who, read.permission),
  )
  const parts = []
  for (const [index, kind] of readable.entries()) {
    const { of, name = of.facts.title, code = of.facts.code, picture = of.facts.picture, alsoFound } = kind
    const where = await conditionsOf(db, who, of, { keywords: asked }, alsoFound ? { alsoFound } : {})
    const column = (name: string) => sql.ref(`${of.name}.${name}`)
    const text = (name: string | undefined) => (name === undefined ? sql`''` : sql`${column(name)}::text`)
    const number = code ?? name
    parts.push(sql`(select ${sql.lit(index)} as "kind", ${column('id')} as "id", ${text(name)} as "name",
        ${text(code)} as "code", ${firstPicture(of, picture)} as "picture"
      from ${sql.table(of.name)} where ${sql.join(where, sql` and `)}
      order by (lower(${column(number)}::text) = ${asked.toLowerCase()}) desc, ${column('id')} desc
      limit ${sql.lit(limit)})`)
  }
  if (parts.length === 0) return []
  const { rows } = await sql<{ kind: number; id: number; name: string; code: string; picture: string }>`
    ${sql.join(parts, sql` union all `)}`.execute(db)
  return readable.flatMap((kind, index) => {
    const { name: type, label } = kind.of
    const records = rows
      .filter((row) => row.kind === index)
      .map(({ kind: _kind, ...row }) => ({ ...row, type, page: addressOf(kind, row.id) }))
    return records.length === 0 ? [] : [{ type, label, records }]
  })
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
