import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { trust } from '#kit/shared/loose.ts'
import { fileChunks } from './file-chunks.ts'
import type { SheetRow } from './xlsx-read.ts'

const CHUNK = 256 * 1024
/** A sheet that takes more is parsed again each time: a few shared texts can be told in a thousand times their size. */
const MOST_KEPT = 128 * 1024 * 1024

/**
 * The rows of a sheet that is read several times, parsed once: when they have all been read, they are kept in a temporary
 * file, a line each, from which the later readers get them. Taking a workbook apart costs ten times as much.
 */
export class KeptRows {
  readonly #parse: () => AsyncGenerator<SheetRow>
  #file: FileHandle | null = null
  #isKept = false
  #isGivenUp = false

  constructor(parse: () => AsyncGenerator<SheetRow>) {
    this.#parse = parse
  }

  async *rows(): AsyncGenerator<SheetRow> {
    if (this.#file !== null && this.#isKept) yield* readLines(this.#file)
    else if (this.#isGivenUp) yield* this.#parse()
    else yield* this.#keeping()
  }

  /** Lets go of the file. */
  async close(): Promise<void> {
    await this.#file?.close()
    this.#file = null
  }

  async *#keeping(): AsyncGenerator<SheetRow> {
    let lines = ''
    let size = 0
    const write = async (): Promise<void> => {
      if (this.#isGivenUp) return
      const bytes = Buffer.from(lines)
      lines = ''
      try {
        this.#file ??= await openTemporary()
        if (size + bytes.length > MOST_KEPT) throw new Error('too much')
        await this.#file.write(bytes, 0, bytes.length, size)
        size += bytes.length
      } catch {
        // Too much, or no room on the disk: then the sheet is parsed again.
        this.#isGivenUp = true
        await this.close()
      }
    }
    for await (const row of this.#parse()) {
      if (!this.#isGivenUp) lines += `${JSON.stringify(row)}\n`
      if (lines.length > CHUNK) await write()
      yield row
    }
    await write()
    this.#isKept = !this.#isGivenUp
  }
}

async function* readLines(file: FileHandle): AsyncGenerator<SheetRow> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of fileChunks(file)) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield trust<SheetRow>(JSON.parse(line))
  }
}

/** A file without a name: it goes with the process, however that ends. */
async function openTemporary(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'rows-'))
  try {
    return await open(join(folder, 'rows'), 'wx+', 0o600)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
