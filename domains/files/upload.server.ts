import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, open, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { settingsOf, uploadForm } from '#domains/settings/settings.door.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { count } from '#kit/server/metrics.ts'
import { referenceTo } from '#kit/server/refs.ts'
import { insertRow } from '#kit/server/rows.ts'
import type { CallRequest, UploadedFile } from '#kit/server/serve.ts'
import { inTransaction } from '#kit/server/transaction.ts'
import type { Who } from '#kit/server/who.ts'
import { cutStart } from '#kit/shared/characters.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { AppError, refuse } from '#kit/shared/errors.ts'
import { isFilm, TEXT_FILMS } from '#kit/shared/media.ts'
import { dayKey } from '#kit/shared/time.ts'
import type { Stored } from './attachment.calls.ts'
import { attachment, MOST_FILES, ROOT_FOLDER } from './attachment.entity.ts'
import { addressOf, filesGround, keyOf } from './files.storage.ts'
import { extensionOf, typeOf } from './fileTypes.ts'
import { type Picture, preparePicture } from './picture.ts'

/** A file on its way in, in a folder of its own that is removed afterwards. */
export interface Spooled {
  fileName: string
  path: string
  size: number
  sha256: string
  head: Buffer
}

const MB = 1024 * 1024
const HEAD = 512

/** What one kind of upload takes. */
interface Rules {
  extensions: readonly string[]
  maxMb: number
  /** films may be larger */
  filmMb?: number
}

type Attachment = EntityRow<typeof attachment>

const listOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
    .filter((part) => typeOf(part) !== undefined)

const isPicture = (extension: string): boolean => typeOf(extension)?.mime.startsWith('image/') ?? false

/** The library takes the pictures that are configured, and films that browsers play. */
export async function imageRules(db: Db): Promise<Rules> {
  const form = await settingsOf(db, uploadForm)
  return { extensions: [...listOf(form.image_ext_str).filter(isPicture), 'mp4'], maxMb: form.image_max_size }
}

/** Rich text takes films of all kinds, as large as other files. Platform §5.3. */
export async function textRules(db: Db): Promise<Rules> {
  const form = await settingsOf(db, uploadForm)
  return {
    extensions: [...listOf(form.image_ext_str).filter(isPicture), ...TEXT_FILMS],
    maxMb: form.image_max_size,
    filmMb: form.file_max_size,
  }
}

export async function fileRules(db: Db): Promise<Rules> {
  const form = await settingsOf(db, uploadForm)
  const extensions = new Set([...listOf(form.file_ext_str), ...listOf(form.image_ext_str)])
  return { extensions: [...extensions], maxMb: form.file_max_size }
}

const mostMb = ({ maxMb, filmMb = maxMb }: Rules, fileName: string): number =>
  isFilm(fileName) ? filmMb : maxMb

export const tooBig = (mb: number): AppError => refuse(`上传文件大小不能超过 ${mb} MB!`)

/** Writes a stream to a file, with its digest and first bytes, in memory that does not grow with it. */
export async function spool(stream: Readable, fileName: string, folder: string): Promise<Spooled> {
  const path = join(folder, randomBytes(8).toString('hex'))
  const hash = createHash('sha256')
  await pipeline(
    stream,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        yield chunk
      }
    },
    createWriteStream(path, { mode: 0o600 }),
  )
  const file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0)
  await file.close()
  return {
    fileName: cutStart(fileName.replace(/^.*[\\/]/s, ''), 200),
    path,
    size: (await stat(path)).size,
    sha256: hash.digest('hex'),
    head: buffer.subarray(0, bytesRead),
  }
}

/** Works in a folder that is gone afterwards. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'ts-upload-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The folder a person names: 0 and 10000 are the root; 422 请选择上级分类 for one that is not there. */
export async function checkFolder(db: Db, pid: number): Promise<number> {
  if (pid === 0 || pid === ROOT_FOLDER) return 0
  const categories = referenceTo(db, 'category')
  if (categories !== undefined && !(await categories.exists(db, [pid])).has(pid))
    throw refuse('请选择上级分类', 'pid')
  return pid
}

interface Where {
  pid: number
  isPrivate?: boolean
  isQuick?: boolean
}

/** The type of a file by name and content; 422 文件格式不正确… when they disagree or it is not taken. Platform §9.2. */
function checkType(file: Spooled, rules: Rules): { extension: string; mime: string } {
  const extension = extensionOf(file.fileName)
  const type = typeOf(extension)
  if (!rules.extensions.includes(extension) || type === undefined || !type.matches(file.head))
    throw refuse(`文件格式不正确, 请上传${rules.extensions.join('、')}格式文件!`)
  return { extension, mime: type.mime }
}

/** Checks a spooled file, stores its bytes and keeps its row; the same content in the same folder is kept once. */
export async function keepSpooled(
  db: Db,
  who: Who,
  file: Spooled,
  where: Where,
  rules: Rules,
): Promise<Attachment> {
  const { extension, mime } = checkType(file, rules)
  const { pid, isPrivate = false, isQuick = false } = where
  const shared = !isPrivate && !isQuick
  const same = shared ? await findSame(db, file.sha256, pid) : undefined
  if (same !== undefined) return same
  const { thumb_width } = await settingsOf(db, uploadForm)
  const picture: Picture = mime.startsWith('image/')
    ? await preparePicture(file.path, extension, thumb_width)
    : { path: file.path, thumb: null, width: 0, height: 0 }
  const { storage, imageType } = filesGround(db)
  const day = dayKey(new Date())
  const name = `${day.slice(0, 4)}/${day.slice(4, 6)}/${day.slice(6)}/${randomBytes(16).toString('hex')}`
  const attDir = addressOf(`${name}.${extension}`, isPrivate)
  const sattDir = picture.thumb === null ? attDir : addressOf(`${name}_s.${extension}`, isPrivate)
  const size = await storage.put(picture.path, keyOf(attDir))
  if (picture.thumb !== null) await storage.put(picture.thumb, keyOf(sattDir))
  count('uploads_bytes_total', {}, size)
  const values = {
    name: file.fileName,
    attDir,
    sattDir,
    attSize: size,
    attType: mime,
    pid,
    imageType,
    sha256: file.sha256,
    ...(picture.width > 0 ? { width: picture.width, height: picture.height } : {}),
    isPrivate: isPrivate ? 1 : 0,
    isQuick: isQuick ? 1 : 0,
  } as const
  const row = await inTransaction(db, who, (tx) => insertOnce(tx, values, shared))
  if (row.attDir !== attDir) await removeBytes(db, attDir, sattDir)
  return row
}

// Two people who upload the same picture at once: the second one waits here and finds the first one's row.
async function insertOnce(tx: Tx, values: Partial<Attachment>, shared: boolean): Promise<Attachment> {
  if (shared) {
    const key = `${values.sha256}:${values.pid}`
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx)
    const same = await findSame(tx, values.sha256 ?? '', values.pid ?? 0)
    if (same !== undefined) return same
  }
  return insertRow(tx, attachment, values)
}

async function findSame(db: Db, sha256: string, pid: number): Promise<Attachment | undefined> {
  return db
    .selectFrom('attachment')
    .selectAll()
    .where('sha256', '=', sha256)
    .where('pid', '=', pid)
    .where('isDel', '=', 0)
    .where('isQuick', '=', 0)
    .where('isPrivate', '=', 0)
    .executeTakeFirst()
}

export async function removeBytes(db: Db, attDir: string, sattDir: string): Promise<void> {
  const { storage } = filesGround(db)
  await storage.remove(keyOf(attDir))
  if (sattDir !== attDir) await storage.remove(keyOf(sattDir))
}

/** What the uploader is told of a kept file. */
export function storedOf(row: Attachment, url: string): Stored {
  return {
    fileName: row.name,
    extName: extensionOf(row.attDir),
    fileSize: row.attSize,
    url,
    type: row.attType,
    attId: row.id,
    uid: String(row.id),
  }
}

/**
 * Takes the files of a multipart request, each for itself: one that is refused does not stop the others.
 * 422 上传文件数量不能超过 5 个! keeps none of them.
 */
export async function takeFiles(
  request: CallRequest,
  rules: Rules,
  keep: (file: Spooled) => Promise<Stored>,
): Promise<Stored & { list?: (Partial<Stored> & { fileName: string; error?: string })[] }> {
  return inFolder(async (folder) => {
    const spooled: { fileName: string; file: Spooled | AppError }[] = []
    const most = Math.max(rules.maxMb, rules.filmMb ?? 0)
    for await (const part of request.files({ maxBytes: most * MB })) {
      const file = await spoolPart(part, folder, mostMb(rules, part.fileName))
      spooled.push({ fileName: part.fileName, file })
      if (spooled.length > MOST_FILES) throw refuse(`上传文件数量不能超过 ${MOST_FILES} 个!`)
    }
    if (spooled.length === 0) throw refuse('请选择文件')
    const results: { fileName: string; result: Stored | AppError }[] = []
    for (const { fileName, file } of spooled)
      results.push({ fileName, result: file instanceof AppError ? file : await attempt(() => keep(file)) })
    const first = results.find((one): one is { fileName: string; result: Stored } => !isRefused(one.result))
    if (first === undefined) throw results[0]?.result ?? refuse('请选择文件')
    if (results.length === 1) return first.result
    const list = results.map(({ fileName, result }) =>
      isRefused(result) ? { fileName, error: result.message } : result,
    )
    return { ...first.result, list }
  })
}

const isRefused = (result: Stored | AppError): result is AppError => result instanceof AppError

async function attempt(keep: () => Promise<Stored>): Promise<Stored | AppError> {
  try {
    return await keep()
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

async function spoolPart(part: UploadedFile, folder: string, maxMb: number): Promise<Spooled | AppError> {
  const file = await spool(part.stream, part.fileName, folder)
  if (!part.truncated() && file.size <= maxMb * MB) return file
  await rm(file.path, { force: true })
  return tooBig(maxMb)
}
