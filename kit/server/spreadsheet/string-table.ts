import { SpreadsheetError } from './error.ts'

const CHUNK = 1024 * 1024
const MAX_BYTES = 96 * CHUNK

/**
 * The shared texts of a workbook. They are kept as UTF-8 outside the heap: two million cells of text would be
 * far more as strings than the memory an import may use.
 */
export class StringTable {
  #chunks: Buffer[] = []
  #used = CHUNK
  #starts = new Uint32Array(1024)
  #count = 0

  /** Appends a text; SpreadsheetError when the table or the text is too big. */
  add(text: string): void {
    const length = Buffer.byteLength(text)
    if (length >= CHUNK) throw new SpreadsheetError()
    // One more byte, the zero that ends the text; XML knows no such character.
    if (this.#used + length + 1 > CHUNK) {
      if (this.#chunks.length * CHUNK >= MAX_BYTES) throw new SpreadsheetError()
      this.#chunks.push(Buffer.alloc(CHUNK))
      this.#used = 0
    }
    if (this.#count === this.#starts.length) {
      const longer = new Uint32Array(this.#count * 2)
      longer.set(this.#starts)
      this.#starts = longer
    }
    this.#starts[this.#count] = (this.#chunks.length - 1) * CHUNK + this.#used
    this.#chunks.at(-1)?.write(text, this.#used)
    this.#used += length + 1
    this.#count += 1
  }

  /** The text of a number; SpreadsheetError when there is none. */
  get(index: number): string {
    const start = index < this.#count ? this.#starts[index] : undefined
    const chunk = start === undefined ? undefined : this.#chunks[Math.floor(start / CHUNK)]
    if (start === undefined || !chunk) throw new SpreadsheetError()
    const at = start % CHUNK
    return chunk.toString('utf8', at, chunk.indexOf(0, at))
  }
}
