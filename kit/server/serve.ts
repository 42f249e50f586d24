import type { Readable } from 'node:stream'
import type { Call } from '#kit/shared/call.ts'
import { trust } from '#kit/shared/loose.ts'
import type { Db, Tx } from './database.ts'
import type { DocumentType } from './document.ts'
import type { Who } from './who.ts'

/** A part of a multipart request: a file with its stream. */
export interface UploadedFile {
  field: string
  fileName: string
  mimeType: string
  stream: Readable
  /** true after the stream ended because the file was larger than the limit */
  truncated(): boolean
}

/** What a handler may know of the request besides its input. */
export interface CallRequest {
  id: string
  ip: string
  userAgent: string
  token: string
  /** what was sent, as it came: query, path and body before they were read */
  body: Readonly<Record<string, unknown>>
  /** a request header, by its lower-case name */
  header(name: string): string
  /** the files of a multipart call, one after the other */
  files(options?: { maxBytes?: number }): AsyncIterable<UploadedFile>
  setHeader(name: string, value: string): void
}

export interface Served {
  readonly call: Call
  /** the dispatcher opens the transaction */
  readonly inTransaction: boolean
  /** the documents it decides: marked by decides() */
  readonly decides?: DocumentType
  handle(db: Db, who: Who, input: unknown, request: CallRequest): Promise<unknown>
}

/** What a handler gives: the answer its call declares; whatever it likes where that is none. */
type Given<Out> = NoInfer<Out> | ([Out] extends [null] ? unknown : never)
/** A handler of a change: inside its transaction. */
type ChangeHandler<In, Out> = (tx: Tx, who: Who, input: In, request: CallRequest) => Promise<Given<Out>>
/** A handler of a read. */
type ReadHandler<In, Out> = (db: Db, who: Who, input: In, request: CallRequest) => Promise<Out>

/** Serves a read: no transaction. */
export function read<In, W, Out, OW>(call: Call<In, W, Out, OW>, handle: ReadHandler<In, Out>): Served {
  if (call.change) throw new Error(`${call.path} changes data: serve it with change() or own()`)
  return { call: trust(call), handle: trust(handle), inTransaction: false }
}

/** Serves a change: the dispatcher opens one transaction, checks the Idempotency-Key and writes the operation log. */
export function change<In, W, Out, OW>(call: Call<In, W, Out, OW>, handle: ChangeHandler<In, Out>): Served {
  if (!call.change) throw new Error(`${call.path} is a read: serve it with read()`)
  return { call: trust(call), handle: trust(handle), inTransaction: true }
}

/**
 * Serves a change that opens its transactions itself: uploads, outside systems, log-in. No HTTP, file or timer may
 * lie inside a transaction, so such calls split their work. Architecture §4.
 */
export function own<In, W, Out, OW>(call: Call<In, W, Out, OW>, handle: ReadHandler<In, Given<Out>>): Served {
  return { call: trust(call), handle: trust(handle), inTransaction: false }
}
