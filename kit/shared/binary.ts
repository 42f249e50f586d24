import type { Answer } from './call.ts'
import type { JsonSchema } from './field.ts'
import { trust } from './loose.ts'

/** What a binary handler gives: a stream or bytes with the name the browser saves it under. */
export interface BinaryAnswer {
  body: NodeJS.ReadableStream | Uint8Array
  fileName: string
  contentType: string
  inline?: boolean
  /** 304: the browser has it already; 200 unless given */
  status?: 304
  headers?: Record<string, string>
}

/** An answer that is kept as bytes, envelope and all, of which the browser reads a W. */
export function binaryOf<W>(json: JsonSchema): Answer<BinaryAnswer, W> {
  return { kind: 'binary', json, encode: (value) => trust(value) }
}

/** A download. */
export const binary = binaryOf<Blob>({ type: 'string', format: 'binary' })
