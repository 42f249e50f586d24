import { open } from 'node:fs/promises'
import { isAbsolute, normalize } from 'node:path'
import { z } from 'zod'

const CHUNK = 256 * 1024

/** A directory, or a file with exactly `size` bytes; paths have slashes and are relative. */
export interface ArchiveEntry {
  path: string
  size: number
  kind: 'file' | 'dir'
  content?: AsyncIterable<Buffer>
}

const HEAD = z.object({ path: z.string(), size: z.number().int().min(0), kind: z.enum(['file', 'dir']) })

/** An archive that cannot be read to its end. */
class ArchiveError extends Error {
  override name = 'ArchiveError'
}

/** Writes entries one behind the other: length of the head, head as JSON, content; a head of length 0 ends them. */
export async function* pack(entries: AsyncIterable<ArchiveEntry>): AsyncGenerator<Buffer, void, void> {
  for await (const { content, ...head } of entries) {
    const text = Buffer.from(JSON.stringify(head))
    const length = Buffer.alloc(4)
    length.writeUInt32BE(text.length)
    yield Buffer.concat([length, text])
    let left = head.size
    for await (const part of content ?? []) {
      left -= part.length
      if (left < 0) throw new ArchiveError(`${head.path} is longer than declared`)
      yield part
    }
    if (left > 0) throw new ArchiveError(`${head.path} is shorter than declared`)
  }
  yield Buffer.alloc(4)
}

/**
 * Reads what `pack` wrote. The content of an entry must be consumed before the next one is asked for; paths that
 * would leave the target directory are refused.
 */
export async function* unpack(source: AsyncIterable<Buffer>): AsyncGenerator<ArchiveEntry, void, void> {
  const iterator = source[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  const more = async (): Promise<void> => {
    const next = await iterator.next()
    if (next.done) throw new ArchiveError('the archive is cut off')
    rest = rest.length === 0 ? next.value : Buffer.concat([rest, next.value])
  }
  const take = async (bytes: number): Promise<Buffer> => {
    while (rest.length < bytes) await more()
    const taken = rest.subarray(0, bytes)
    rest = rest.subarray(bytes)
    return taken
  }
  async function* content(size: number): AsyncGenerator<Buffer, void, void> {
    let left = size
    while (left > 0) {
      if (rest.length === 0) await more()
      const part = rest.subarray(0, left)
      rest = rest.subarray(part.length)
      left -= part.length
      yield part
    }
  }
  for (;;) {
    const length = (await take(4)).readUInt32BE(0)
    if (length === 0) return
    if (length > 65_536) throw new ArchiveError('not an archive')
    const head = HEAD.parse(JSON.parse((await take(length)).toString('utf8')))
    const clean = normalize(head.path).replaceAll('\\', '/')
    if (clean !== head.path || isAbsolute(clean) || clean.split('/').includes('..'))
      throw new ArchiveError(`bad path ${head.path}`)
    yield head.kind === 'dir' ? head : { ...head, content: content(head.size) }
  }
}

/**
 * Exactly `size` bytes of a file that may be written to meanwhile: what grew is left out, what is missing is zeros.
 * The log of a base backup mends such a file.
 */
export async function* readExactly(path: string, size: number): AsyncGenerator<Buffer, void, void> {
  const file = await open(path, 'r')
  try {
    for (let done = 0; done < size; ) {
      const wanted = Math.min(CHUNK, size - done)
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(wanted), 0, wanted, done)
      yield bytesRead === 0 ? Buffer.alloc(wanted) : buffer.subarray(0, bytesRead)
      done += bytesRead === 0 ? wanted : bytesRead
    }
  } finally {
    await file.close()
  }
}

/** A text as an entry. */
export function textEntry(path: string, text: string): ArchiveEntry {
  const bytes = Buffer.from(text)
  return {
    path,
    size: bytes.length,
    kind: 'file',
    content: (async function* () {
      yield bytes
    })(),
  }
}
