import { finished, PassThrough } from 'node:stream'
import type { Db } from '#kit/server/database.ts'
import type { BinaryAnswer } from '#kit/shared/binary.ts'
import { notFound } from '#kit/shared/errors.ts'
import { filesGround, keyOf } from './files.storage.ts'
import { extensionOf, typeOf } from './fileTypes.ts'
import { FILE_GONE } from './selection.ts'
import { writeZip, type ZipPart } from './zip.ts'

/** A file of the storage as an answer under a name; 404 文件不存在. */
export async function openKey(db: Db, key: string, fileName: string, inline = false): Promise<BinaryAnswer> {
  const found = await filesGround(db).storage.get(key)
  if (found === null) throw notFound(FILE_GONE)
  const type = typeOf(extensionOf(fileName))
  return {
    body: found.stream,
    fileName,
    contentType: type?.mime ?? 'application/octet-stream',
    inline: inline && (type?.inline ?? false),
    headers: { 'Content-Length': String(found.size), 'Cache-Control': 'private, no-store' },
  }
}

/** Files in one zip that is written while it is sent. */
export function zipAnswer(parts: readonly ZipPart[], fileName: string): BinaryAnswer {
  const body = new PassThrough()
  writeZip(body, parts).catch((error: unknown) =>
    body.destroy(error instanceof Error ? error : new Error(String(error))),
  )
  finished(body, () => undefined)
  return { body, fileName, contentType: 'application/zip' }
}

/** An attached file under the name it is to be saved by, without the extension, which follows from the file. */
export interface NamedFile {
  url: string
  name: string
}

const fullName = ({ url, name }: NamedFile): string => `${name}.${extensionOf(url)}`

/** Only what anybody with a session may read: an address in a form proves no right to a private file. */
async function checkPublic(db: Db, urls: readonly string[]): Promise<void> {
  const rows = await db
    .selectFrom('attachment')
    .select('attDir')
    .where('attDir', 'in', [...urls])
    .where('isPrivate', '=', 0)
    .where('isDel', '=', 0)
    .execute()
  const known = new Set(rows.map((row) => row.attDir))
  if (!urls.every((url) => known.has(url))) throw notFound(FILE_GONE)
}

/** One attached file under a name of its own; 404 文件不存在. Catalog §6.4. */
export async function openNamed(db: Db, file: NamedFile): Promise<BinaryAnswer> {
  await checkPublic(db, [file.url])
  return openKey(db, keyOf(file.url), fullName(file))
}

/** Attached files under names of their own in one zip; 404 文件不存在 when there is none or one is gone. Catalog §6.4. */
export async function zipNamed(db: Db, files: readonly NamedFile[], fileName: string): Promise<BinaryAnswer> {
  if (files.length === 0) throw notFound(FILE_GONE)
  await checkPublic(
    db,
    files.map((file) => file.url),
  )
  const { storage } = filesGround(db)
  return zipAnswer(
    files.map((file) => ({
      name: fullName(file),
      open: async () => (await storage.get(keyOf(file.url)))?.stream ?? null,
    })),
    fileName,
  )
}
