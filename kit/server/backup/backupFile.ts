import { createHash, type Hash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chmod, chown, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { z } from 'zod'
import type { Owner } from '../postgres/owner.ts'
import { type ArchiveEntry, pack, unpack } from './archive.ts'
import { SALT_BYTES, seal, unseal } from './seal.ts'

export const BACKUP_ENDING = '.tsbk'
const MAGIC = Buffer.from('TSBK')
const HEAD_BYTES = MAGIC.length + 1 + SALT_BYTES
const HASH_BYTES = 32
const TAIL_BYTES = HASH_BYTES + 4 + MAGIC.length
const MANIFEST_LIMIT = 4 * 1024 * 1024
const READ_BYTES = 1024 * 1024

export const BACKUP_BAD = '备份文件校验失败'

const MANIFEST = z.object({
  /** when the state that is saved was complete */
  time: z.iso.datetime(),
  reason: z.enum(['daily', 'manual', 'migration']),
  /** the program that made it */
  version: z.string(),
  /** null: an outside database, which saves itself */
  database: z
    .object({
      /** highest migration per room */
      schema: z.record(z.string(), z.number()),
      /** rows of the largest tables just before and just after the backup; equal where nobody wrote meanwhile */
      counts: z.record(z.string(), z.tuple([z.number(), z.number()])),
      /** which history of this database it belongs to, and where its log begins */
      line: z.string(),
      firstWal: z.string(),
    })
    .nullable(),
  uploads: z.object({ files: z.number(), bytes: z.number() }),
  encrypted: z.boolean(),
  /** of everything in the file before the manifest */
  sha256: z.string(),
})
export type Manifest = z.output<typeof MANIFEST>

/** A file that is no backup, was damaged or cannot be opened with this key; the text tells no more. */
export class BackupError extends Error {
  override name = 'BackupError'

  constructor(message = BACKUP_BAD, options?: ErrorOptions) {
    super(message, options)
  }
}

/**
 * Writes a backup file: head, entries (packed, compressed, sealed when there is a key), manifest, hash of all
 * that. `complete` is asked for the manifest when the last entry has been read. Appears under its name only when it
 * is complete and on the disk. Answers manifest and size in bytes.
 */
export async function writeBackupFile(
  path: string,
  key: Buffer | null,
  entries: AsyncIterable<ArchiveEntry>,
  complete: () => Omit<Manifest, 'encrypted' | 'sha256'>,
): Promise<{ manifest: Manifest; size: number }> {
  const part = `${path}.part`
  await mkdir(dirname(path), { recursive: true })
  const file = await open(part, 'w', 0o600)
  try {
    const hash = createHash('sha256')
    let size = 0
    const write = async (bytes: Buffer): Promise<void> => {
      hash.update(bytes)
      size += bytes.length
      await file.write(bytes)
    }
    const salt = randomBytes(SALT_BYTES)
    await write(Buffer.concat([MAGIC, Buffer.from([key === null ? 0 : 1]), salt]))
    await pipeline(
      Readable.from(pack(entries), { objectMode: true }),
      createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 3 } }),
      async (compressed: AsyncIterable<Buffer>) => {
        for await (const bytes of key === null ? compressed : seal(key, salt, compressed)) await write(bytes)
      },
    )
    const manifest = { ...complete(), encrypted: key !== null, sha256: hash.copy().digest('hex') }
    const text = Buffer.from(JSON.stringify(manifest))
    await write(text)
    const length = Buffer.alloc(4)
    length.writeUInt32BE(text.length)
    const tail = Buffer.concat([hash.digest(), length, MAGIC])
    await file.write(tail)
    await file.sync()
    await file.close()
    await rename(part, path)
    return { manifest, size: size + tail.length }
  } catch (error) {
    await file.close().catch(() => undefined)
    await rm(part, { force: true })
    throw error
  }
}

/** The manifest at the end of a backup file, without checking the content. Throws BackupError. */
export async function readManifest(path: string): Promise<Manifest> {
  return (await readTail(path)).manifest
}

/** Reads the whole file and compares its hashes. Throws BackupError when a single bit is different. */
export async function checkBackupFile(path: string): Promise<Manifest> {
  const { manifest, bodyEnd, fileHash, manifestBytes } = await readTail(path)
  const hash = createHash('sha256')
  await hashInto(hash, path, bodyEnd)
  if (hash.copy().digest('hex') !== manifest.sha256) throw new BackupError()
  if (!hash.update(manifestBytes).digest().equals(fileHash)) throw new BackupError()
  return manifest
}

/**
 * Lays the content of a checked backup file out in a directory; files belong to the owner (PostgreSQL refuses other
 * people's). Throws BackupError when the key does not fit.
 */
export async function unpackBackupFile(
  path: string,
  directory: string,
  key: Buffer,
  owner: Owner | undefined,
): Promise<void> {
  const { manifest, bodyEnd } = await readTail(path)
  const head = await readPart(path, 0, HEAD_BYTES)
  const body = createReadStream(path, { start: HEAD_BYTES, end: bodyEnd - 1, highWaterMark: READ_BYTES })
  const sealed: AsyncIterable<Buffer> = body
  const open = manifest.encrypted ? unseal(key, head.subarray(MAGIC.length + 1), sealed) : sealed
  try {
    await pipeline(
      Readable.from(open, { objectMode: true }),
      createZstdDecompress(),
      async (plain: AsyncIterable<Buffer>) => {
        for await (const entry of unpack(plain)) await layOut(entry, directory, owner)
      },
    )
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') throw error
    throw new BackupError(BACKUP_BAD, { cause: error })
  }
}

async function layOut(entry: ArchiveEntry, directory: string, owner: Owner | undefined): Promise<void> {
  const path = join(directory, entry.path)
  if (entry.kind === 'dir') {
    await mkdir(path, { recursive: true, mode: 0o700 })
    await chmod(path, 0o700)
  } else {
    const file = await open(path, 'wx', 0o600)
    try {
      // Not synced one by one: a server that recovers begins by syncing its whole directory.
      for await (const part of entry.content ?? []) await file.write(part)
    } finally {
      await file.close()
    }
  }
  // Only the cluster runs as somebody else; keys and passwords stay ours.
  if (owner !== undefined && /^pg(\/|$)/.test(entry.path)) await chown(path, owner.uid, owner.gid)
}

async function readTail(path: string) {
  const file = await open(path, 'r').catch((cause: unknown) => {
    throw new BackupError(BACKUP_BAD, { cause })
  })
  try {
    const { size } = await file.stat()
    if (size < HEAD_BYTES + TAIL_BYTES) throw new BackupError()
    const tail = Buffer.alloc(TAIL_BYTES)
    await file.read(tail, 0, TAIL_BYTES, size - TAIL_BYTES)
    const length = tail.readUInt32BE(HASH_BYTES)
    const bodyEnd = size - TAIL_BYTES - length
    if (!tail.subarray(HASH_BYTES + 4).equals(MAGIC)) throw new BackupError()
    if (length > MANIFEST_LIMIT || bodyEnd < HEAD_BYTES) throw new BackupError()
    const manifestBytes = Buffer.alloc(length)
    await file.read(manifestBytes, 0, length, bodyEnd)
    const manifest = MANIFEST.safeParse(parseJson(manifestBytes.toString('utf8')))
    if (!manifest.success) throw new BackupError(BACKUP_BAD, { cause: manifest.error })
    return { manifest: manifest.data, bodyEnd, manifestBytes, fileHash: tail.subarray(0, HASH_BYTES) }
  } finally {
    await file.close()
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function readPart(path: string, start: number, length: number): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of createReadStream(path, { start, end: start + length - 1 })) parts.push(part)
  return Buffer.concat(parts)
}

async function hashInto(hash: Hash, path: string, end: number): Promise<void> {
  for await (const part of createReadStream(path, { end: end - 1, highWaterMark: READ_BYTES }))
    hash.update(part)
}
