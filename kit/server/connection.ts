import { CompiledQuery } from 'kysely'
import pg from 'pg'
import { trust } from '#kit/shared/loose.ts'
import type { Tx } from './database.ts'
import { outdated, preparedName } from './prepared.ts'

const CONNECT_MS = 5000

/** Begins the text of a statement of a transaction that is sent without waiting for its answer. */
const UNANSWERED = '/* unanswered */ '

/**
 * Sends a write of a transaction whose answer nobody needs, without waiting: what follows, the commit too, goes to the database
 * behind it. Where it fails the next statement, or the commit, is refused with its error.
 */
export async function sendWrite(tx: Tx, { sql, parameters }: CompiledQuery): Promise<void> {
  if (!tx.isTransaction) throw new Error('Only a transaction hears of an error that comes later')
  await tx.executeQuery(CompiledQuery.raw(UNANSWERED + sql, [...parameters]))
}

/**
 * A connection whose transactions wait only for answers that are needed: the begin is sent with the first statement, and what
 * nobody waits for (sendWrite) with the commit. What repeats is prepared (prepared.ts). Statements come from Kysely as a text
 * and its values. Decision 0215.
 */
export class Client extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    // The pool has one limit for connecting and for waiting one's turn, so the shorter one is the client's own.
    super({ ...config, connectionTimeoutMillis: CONNECT_MS })
    const driver: Driver = trust(this)
    const ask: Ask = trust(this.query.bind(this))
    /** the first error of a statement that nobody waits for */
    let failed: unknown = null
    let isGathering = false

    const send = (text: string, values: readonly unknown[] | undefined, done: Done): void => {
      const name = values === undefined ? undefined : preparedName(text)
      if (name !== undefined) makeRoom(driver.connection, name)
      if (name === undefined) ask(text, values, done)
      else ask({ name, text, values }, undefined, done)
    }

    /** What is sent until the program waits for something goes to the database as one piece. */
    const gather = (): void => {
      if (isGathering) return
      isGathering = true
      const { stream } = driver.connection
      stream.cork()
      process.nextTick(() => {
        isGathering = false
        stream.uncork()
      })
    }

    const begin = (text: string): void => {
      // The driver waits for each answer before it sends the next statement, unless it is told not to.
      driver.pipeline = true
      gather()
      send(text, undefined, (error) => {
        // What comes after it would be no part of a transaction.
        if (error !== null) driver.connection.stream.destroy()
      })
    }

    /**
     * What is waited for. What was sent before it has been answered by then: where it was not refused, the error of a statement
     * that nobody waited for belonged to a part that is undone.
     */
    const sendAnswered = async (text: string, values?: readonly unknown[]): Promise<unknown> => {
      let first: unknown = null
      const result = await answered((done) =>
        send(text, values, (error, answer) => {
          if (error !== null || (text === 'commit' && isUndone(answer))) first = failed
          failed = null
          done(error, answer)
        }),
      ).catch((error: unknown) => {
        throw first ?? error
      })
      if (first !== null) throw first
      return result
    }

    const end = (text: string): Promise<unknown> =>
      sendAnswered(text).finally(() => {
        driver.pipeline = false
      })

    this.query = trust((text: unknown, values?: unknown, ...rest: unknown[]) => {
      if (typeof text !== 'string' || typeof values === 'function' || rest.length > 0)
        return ask(text, values, ...rest)
      if (text === 'commit' || text === 'rollback') return end(text)
      const isBegin = /^(?:begin|start transaction)\b/.test(text)
      const given = Array.isArray(values) ? values : undefined
      if (!isBegin && !text.startsWith(UNANSWERED)) return sendAnswered(text, given)
      if (isBegin) begin(text)
      else {
        gather()
        send(text.slice(UNANSWERED.length), given, (error) => {
          failed ??= error
        })
      }
      return Promise.resolve(DONE)
    })
  }
}

/** What nobody waits for is answered as the driver would. */
const DONE = { command: '', rows: [] }

/** Whether a commit has undone its transaction, since a statement of it had failed. */
const isUndone = (answer: unknown): boolean => trust<{ command?: string }>(answer).command === 'ROLLBACK'

type Ask = (...given: unknown[]) => unknown
type Done = (error: Error | null, result: unknown) => void

/** What of the driver's client its types do not tell. */
interface Driver {
  pipeline: boolean
  connection: Wire
}

/** What of the driver's connection its types do not tell. */
export interface Wire extends Pick<pg.Connection, 'stream'> {
  parsedStatements: Record<string, string | undefined>
  submittedNamedStatements: Record<string, string | undefined>
  close(what: { type: 'S'; name: string }): void
}

/** Ends statements that the connection has prepared and that gave way to others, before it prepares one of this name. */
export function makeRoom(connection: Wire, name: string): void {
  const { parsedStatements, submittedNamedStatements } = connection
  if (parsedStatements[name] !== undefined) return
  for (const one of outdated(Object.keys(parsedStatements))) {
    connection.close({ type: 'S', name: one })
    delete parsedStatements[one]
    delete submittedNamedStatements[one]
  }
}

/**
 * What the driver answers, taken by a callback. Of the promise that the driver makes itself the rows stay reachable for V8 until
 * they are moved among the old objects, where only a collection of all memory finds that nobody needs them. Decision 0158.
 */
function answered(ask: (done: Done) => void): Promise<unknown> {
  return new Promise((resolve, reject) => {
    ask((error, result) => {
      if (error === null) return resolve(result)
      reject(error)
    })
  })
}
