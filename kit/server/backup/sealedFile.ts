import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { BackupError } from './backupFile.ts'
import { SALT_BYTES, seal, unseal } from './seal.ts'

/** Writes a stream into a sealed file: the salt, then the sealed content. Platform §14.6. */
export async function sealFile(source: AsyncIterable<Buffer>, to: string, key: Buffer): Promise<void> {
  const salt = randomBytes(SALT_BYTES)
  await writeStream(
    to,
    (async function* () {
      yield salt
      yield* seal(key, salt, source)
    })(),
  )
}

/** The content of a sealed file. Throws BackupError when it was changed or belongs to another key. */
export async function* unsealFile(from: string, key: Buffer): AsyncGenerator<Buffer, void, void> {
  const salt: Buffer[] = []
  for await (const part of createReadStream(from, { end: SALT_BYTES - 1 })) salt.push(part)
  try {
    yield* unseal(key, Buffer.concat(salt), createReadStream(from, { start: SALT_BYTES }))
  } catch (cause) {
    throw new BackupError(undefined, { cause })
  }
}

/** Writes a stream into a file only we can read. */
export async function writeStream(to: string, source: AsyncIterable<Buffer>): Promise<void> {
  const file = await open(to, 'w', 0o600)
  try {
    for await (const part of source) await file.write(part)
  } finally {
    await file.close()
  }
}
