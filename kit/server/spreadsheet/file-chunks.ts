import type { FileHandle } from 'node:fs/promises'

const CHUNK = 64 * 1024

/**
 * The bytes of a part of an open file, as they are asked for. Not a read stream: that would close the file with
 * itself, and here one file is read many times.
 */
export async function* fileChunks(
  file: FileHandle,
  start = 0,
  end = Number.POSITIVE_INFINITY,
): AsyncGenerator<Buffer> {
  for (let at = start; at < end; ) {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(CHUNK), 0, Math.min(CHUNK, end - at), at)
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
    at += bytesRead
  }
}
