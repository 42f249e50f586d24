import { type Compilable, CompiledQuery, type RawBuilder } from 'kysely'
import type { Connection, Submittable } from 'pg'
import { prepareValue } from 'pg/lib/utils.js'
import { serialize } from 'pg-protocol'
import { trust } from '#kit/shared/loose.ts'
import { type ObjectMaker, objectMaker } from '#kit/shared/objectMaker.ts'
import { readerOf } from './columnReaders.ts'
import { makeRoom, type Wire } from './connection.ts'
import { connectionsOf, type Db } from './database.ts'
import { preparedName } from './prepared.ts'
import { noteStatement } from './statements.ts'

/** A row as it is before its columns are read: it has a place for each of them, and for what is filled in later. */
type Blank = Readonly<Record<string, unknown>>

const NO_ROOM: Blank = {}

/**
 * The rows of a select that stands as text, for what lists read again and again: outside a transaction it goes to a
 * connection without the layers of the query builder, and once it is prepared the database is not asked anew which columns
 * it answers. Each row has room for what `blank` names beside its columns. Errors are those of the driver. Architecture §4.
 */
export async function textRows<R>(
  db: Db,
  text: string,
  values: readonly unknown[],
  blank: Blank = NO_ROOM,
): Promise<R[]> {
  const connections = connectionsOf(db)
  if (connections === undefined) {
    const { rows } = await db.executeQuery<object>(CompiledQuery.raw(text, [...values]))
    return trust(rows.map((row) => ({ ...blank, ...row })))
  }
  const client = await connections.connect()
  const begin = performance.now()
  try {
    const name = preparedName(text)
    if (name !== undefined) return await preparedRows<R>(trust(client), name, text, values, blank)
    const { rows } = await client.query<object>(text, [...values])
    return trust(rows.map((row) => ({ ...blank, ...row })))
  } catch (error) {
    // That of the driver leads to the socket, not to who asked.
    if (error instanceof Error) Error.captureStackTrace(error)
    throw error
  } finally {
    noteStatement(text, performance.now() - begin)
    client.release()
  }
}

/** The same of a statement that was put together by pieces, for lists that have one of their own. */
export function builtRows<R>(db: Db, statement: RawBuilder<R> | Compilable<R>): Promise<R[]> {
  const { sql, parameters } = statement.compile(db)
  return textRows<R>(db, sql, parameters)
}

interface Asking {
  query(asked: Submittable): void
}

/** The rows of a statement that the connection keeps under a name, prepared there when it is not yet; else as textRows. */
export function preparedRows<R>(
  client: Asking,
  name: string,
  text: string,
  values: readonly unknown[],
  blank: Blank = NO_ROOM,
): Promise<R[]> {
  return new Promise((resolve, reject) => {
    client.query(
      new PreparedRows(name, text, values, blank, (error, rows) =>
        error === null ? resolve(trust(rows)) : reject(error),
      ),
    )
  })
}

const TEXT = 25
const DESCRIBE = serialize.describe({ type: 'P', name: '' })
const RUN = Buffer.concat([serialize.execute(), serialize.sync()])
/**
 * How the rows of the prepared statements of a connection are made, by name: PostgreSQL refuses to run one whose columns would
 * be others than at first.
 */
const makersOf = new WeakMap<object, Map<string, WeakMap<Blank, ObjectMaker>>>()

/** The makers of a statement of a connection, one for each blank. */
function keptMakers(connection: Wire, name: string): WeakMap<Blank, ObjectMaker> {
  const ofNames = makersOf.get(connection) ?? new Map<string, WeakMap<Blank, ObjectMaker>>()
  makersOf.set(connection, ofNames)
  const known = ofNames.get(name)
  if (known !== undefined) return known
  for (const other of ofNames.keys())
    if (connection.parsedStatements[other] === undefined) ofNames.delete(other)
  const made = new WeakMap<Blank, ObjectMaker>()
  ofNames.set(name, made)
  return made
}

interface Described {
  fields: readonly { name: string; dataTypeID: number }[]
}

/** Makes rows of the columns in the order of the statement, with room for what is blank. */
function rowMaker(fields: Described['fields'], blank: Blank): ObjectMaker {
  const columns = fields.map(({ name, dataTypeID }, from) => ({
    name,
    from,
    change: dataTypeID === TEXT ? null : readerOf(dataTypeID, 'text'),
  }))
  const names = new Set(columns.map(({ name }) => name))
  const room = Object.keys(blank).filter((name) => !names.has(name))
  return objectMaker([...columns, ...room.map((name) => ({ name, from: undefined, change: null }))])
}

/** A prepared statement on its way, as the driver asks it to be sent and tells it of each message of the answer. */
class PreparedRows implements Submittable {
  readonly name: string
  readonly text: string
  readonly #values: readonly unknown[]
  readonly #blank: Blank
  readonly #done: (error: unknown, rows: Record<string, unknown>[]) => void
  readonly #rows: Record<string, unknown>[] = []
  #makers: WeakMap<Blank, ObjectMaker> | null = null
  #make: ObjectMaker | null = null
  #error: unknown = null

  constructor(
    name: string,
    text: string,
    values: readonly unknown[],
    blank: Blank,
    done: (error: unknown, rows: Record<string, unknown>[]) => void,
  ) {
    this.name = name
    this.text = text
    this.#values = values
    this.#blank = blank
    this.#done = done
  }

  submit(connection: Connection): Error | null {
    const { name, text } = this
    const wire: Wire = trust(connection)
    const { parsedStatements, stream } = wire
    makeRoom(wire, name)
    this.#makers = keptMakers(wire, name)
    this.#make = this.#makers.get(this.#blank) ?? null
    try {
      const packet = Buffer.concat([
        ...(parsedStatements[name] === undefined ? [serialize.parse({ name, text })] : []),
        serialize.bind({ statement: name, values: [...this.#values], valueMapper: prepareValue }),
        ...(this.#make === null ? [DESCRIBE] : []),
        RUN,
      ])
      // In one piece: each more costs about as much as the first. The driver tells of a connection that has ended.
      if (stream.writable) stream.write(packet)
      return null
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error))
    }
  }

  handleRowDescription({ fields }: Described): void {
    this.#make = rowMaker(fields, this.#blank)
    this.#makers?.set(this.#blank, this.#make)
  }

  handleDataRow({ fields: cells }: { fields: readonly (string | null)[] }): void {
    if (this.#error !== null || this.#make === null) return
    try {
      this.#rows.push(this.#make(cells))
    } catch (error) {
      this.#error = error
    }
  }

  handleCommandComplete(): void {}

  handleError(error: unknown): void {
    this.#done(error, [])
  }

  handleReadyForQuery(): void {
    this.#done(this.#error, this.#rows)
  }
}
