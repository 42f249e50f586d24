import type { Readable, Writable } from 'node:stream'
import { ByteSink } from '#kit/server/spreadsheet/byte-sink.ts'
import { ZipWriter } from '#kit/server/spreadsheet/zip-write.ts'

/** A file of a zip: the name a person sees and how its bytes are opened; null when they are gone. */
export interface ZipPart {
  name: string
  open(): Promise<Readable | null>
}

/** Equal names get (2), (3) … in front of the extension. Platform §10. */
function distinctNames(parts: readonly ZipPart[]): ZipPart[] {
  const taken = new Set<string>()
  return parts.map((part) => {
    const dot = part.name.lastIndexOf('.')
    const [stem, end] = dot > 0 ? [part.name.slice(0, dot), part.name.slice(dot)] : [part.name, '']
    let name = part.name
    for (let number = 2; taken.has(name); number++) name = `${stem}(${number})${end}`
    taken.add(name)
    return { ...part, name }
  })
}

/** Writes files into a zip, one after the other; `written` is awaited after each. */
export async function writeZip(
  target: Writable,
  parts: readonly ZipPart[],
  written: (count: number) => Promise<void> = async () => undefined,
): Promise<void> {
  const sink = new ByteSink(target)
  const zip = new ZipWriter(sink)
  try {
    for (const [index, part] of distinctNames(parts).entries()) {
      const stream = await part.open()
      if (stream !== null) {
        const entry = await zip.entry(part.name)
        for await (const chunk of stream) await entry.write(chunk)
        await entry.end()
      }
      await written(index + 1)
    }
    await zip.end()
    await sink.end()
  } catch (error) {
    sink.abort()
    throw error
  }
}
