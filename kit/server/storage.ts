import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '#kit/shared/errors.ts'
import { trust } from '#kit/shared/loose.ts'
import { isDiskFull } from './dbErrors.ts'
import { freeSpace } from './disk.ts'

interface StoredFile {
  stream: Readable
  size: number
}

/** Bytes from `start` to `end`, that one included, or to the last. */
export interface Part {
  start: number
  end?: number
}

/** The one door for stored bytes. Keys are relative paths that only the server makes. Architecture §6. */
export interface Storage {
  /**
   * Keeps the bytes of a stream, or of the file at a path, under a key; the key exists only when all of them are there. Answers their number.
   * 422 存储空间不足 when less than 5 % of the disk is free, or nothing is left on the way.
   */
  put(source: Readable | string, key: string): Promise<number>
  /** The bytes or a part of them, with the size of the whole; null when there are none under the key. */
  get(key: string, part?: Part): Promise<StoredFile | null>
  /** Removes what is there, if anything. */
  remove(key: string): Promise<void>
  /** The free share of the disk, 0 to 1; an object store is never full. */
  freeSpace(): Promise<number>
  /** Removes what writers that died have left half done; answers how many files. */
  sweep(): Promise<number>
}

const LEAST_FREE = 0.05
/** Nothing is written for longer than this. */
const ABANDONED_MS = 24 * 3600 * 1000

/** The storage of an installation: an S3-compatible store when TS_S3_URL is set, else `<dataDir>/files`. */
export function openStorage(settings: { dataDir: string; s3Url?: string | undefined }): Storage {
  const folder = join(settings.dataDir, 'files')
  return settings.s3Url === undefined ? folderStorage(folder) : s3Storage(settings.s3Url, folder)
}

/** Files in a directory; `freeShare` tells how much of its disk is free. */
export function folderStorage(folder: string, freeShare = shareFree): Storage {
  const parts = join(folder, '.part')
  return {
    async put(source, key) {
      const part = await writePart(source, parts, () => freeShare(folder))
      try {
        const path = pathOf(folder, key)
        await mkdir(dirname(path), { recursive: true })
        await rename(part.path, path)
        await syncFolder(dirname(path))
        return part.size
      } catch (error) {
        await rm(part.path, { force: true })
        throw error
      }
    },
    async get(key, part) {
      // Opened here, not at the first read: a file removed in between would end the stream before anybody listens.
      const file = await open(pathOf(folder, key)).catch(() => null)
      const found = await file?.stat()
      if (file !== null && found?.isFile()) return { stream: file.createReadStream(part), size: found.size }
      await file?.close()
      return null
    },
    remove: (key) => rm(pathOf(folder, key), { force: true }),
    freeSpace: () => freeShare(folder),
    sweep: () => sweepParts(parts),
  }
}

/** An S3-compatible store, from https://key:secret@host/bucket?region=…; `spool` holds uploads on their way. */
function s3Storage(address: string, spool: string): Storage {
  const url = new URL(address)
  const bucket = url.pathname.replaceAll('/', '')
  // A tenth of the memory of a process that keeps its files in a folder, were it loaded there.
  const store = import('@aws-sdk/client-s3').then(({ S3Client, ...commands }) => ({
    ...commands,
    client: new S3Client({
      endpoint: url.origin,
      region: url.searchParams.get('region') ?? 'us-east-1',
      forcePathStyle: true,
      credentials: {
        accessKeyId: decodeURIComponent(url.username),
        secretAccessKey: decodeURIComponent(url.password),
      },
      // Other makers' stores do not know the checksums that Amazon's asks for.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    }),
  }))
  const parts = join(spool, '.part')
  return {
    // The store wants to know the length first, so the bytes pass through a file.
    async put(source, key) {
      const part = await writePart(source, parts, () => shareFree(spool))
      try {
        const { client, PutObjectCommand } = await store
        await client.send(
          new PutObjectCommand({
            Bucket: bucket,
            Key: key,
            Body: createReadStream(part.path),
            ContentLength: part.size,
          }),
        )
        return part.size
      } finally {
        await rm(part.path, { force: true })
      }
    },
    async get(key, part) {
      const range = part === undefined ? {} : { Range: `bytes=${part.start}-${part.end ?? ''}` }
      const { client, GetObjectCommand } = await store
      try {
        const found = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key, ...range }))
        const whole = found.ContentRange?.split('/')[1] ?? found.ContentLength
        // On this runtime the body is a Node stream; its type also covers browsers.
        return { stream: trust(found.Body), size: Number(whole ?? 0) }
      } catch (error) {
        // It begins behind the end.
        if (error instanceof Error && error.name === 'InvalidRange')
          return { stream: Readable.from([]), size: 0 }
        if (error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound')) return null
        throw error
      }
    },
    async remove(key) {
      const { client, DeleteObjectCommand } = await store
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }))
    },
    freeSpace: async () => 1,
    sweep: () => sweepParts(parts),
  }
}

/** Keys are made by the server; one that climbs out of the folder is a fault of ours. */
function pathOf(folder: string, key: string): string {
  if (key.split('/').some((part) => part === '' || part.startsWith('.')))
    throw new Error(`No storage key: ${key}`)
  return join(folder, ...key.split('/'))
}

async function shareFree(folder: string): Promise<number> {
  await mkdir(folder, { recursive: true })
  return (await freeSpace(folder)).share
}

/** Writes a stream or a copy of a file into a file of its own, to the disk; nothing stays when that fails. */
async function writePart(
  source: Readable | string,
  folder: string,
  freeShare: () => Promise<number>,
): Promise<{ path: string; size: number }> {
  const path = join(folder, randomUUID())
  try {
    if ((await freeShare()) < LEAST_FREE) throw noSpace()
    await mkdir(folder, { recursive: true })
    if (typeof source === 'string') await copyPart(source, path)
    else await pipeline(source, createWriteStream(path, { flush: true, mode: 0o600 }))
    return { path, size: (await stat(path)).size }
  } catch (error) {
    if (typeof source !== 'string') source.destroy()
    await rm(path, { force: true })
    throw isDiskFull(error) ? noSpace() : error
  }
}

// The system copies without the bytes passing through this process.
async function copyPart(from: string, to: string): Promise<void> {
  await copyFile(from, to)
  const file = await open(to, 'r+')
  try {
    await file.chmod(0o600)
    await file.sync()
  } finally {
    await file.close()
  }
}

const noSpace = (): AppError => new AppError(422, '存储空间不足')

// Without this a crash of the machine can lose the new name, though the bytes are on the disk.
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => null)
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}

async function sweepParts(folder: string): Promise<number> {
  let removed = 0
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => null)
    if (found === null || Date.now() - found.mtimeMs < ABANDONED_MS) continue
    await rm(path, { force: true })
    removed += 1
  }
  return removed
}
