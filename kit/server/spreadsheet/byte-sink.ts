import { createWriteStream } from 'node:fs'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'

const CLOSED = 'The stream was closed while it was written'

/** Writes a chunk and waits until the stream wants more; rejects when it fails or closes before that. */
export async function writeTo(stream: Writable, chunk: Uint8Array | string): Promise<void> {
  // A stream that is closed already takes no chunk and never says so.
  if (stream.destroyed) throw stream.errored ?? new Error(CLOSED)
  if (stream.write(chunk)) return
  await new Promise<void>((resolve, reject) => {
    const done = (error?: Error | null) => {
      stream.off('drain', done).off('close', closed).off('error', done)
      if (error) reject(error)
      else resolve()
    }
    const closed = () => done(stream.errored ?? new Error(CLOSED))
    stream.on('drain', done).on('close', closed).on('error', done)
  })
}

/** The end of a file being written: counts the bytes and keeps the writer from running ahead of the disk. */
export class ByteSink {
  bytes = 0
  #target: Writable

  constructor(target: string | Writable) {
    this.#target = typeof target === 'string' ? createWriteStream(target) : target
    // An error between two writes must not end the process; the next write reports it.
    this.#target.on('error', () => {})
  }

  async write(chunk: Uint8Array): Promise<void> {
    this.bytes += chunk.length
    await writeTo(this.#target, chunk)
  }

  async end(): Promise<void> {
    this.#target.end()
    await finished(this.#target, { readable: false })
  }

  abort(): void {
    this.#target.destroy()
  }
}
