import { createReadStream } from 'node:fs'
import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { z } from 'zod'
import { dayKey } from '#kit/shared/time.ts'
import { type ArchiveEntry, textEntry } from './archive.ts'
import { BackupError } from './backupFile.ts'
import { sealFile, unsealFile, writeStream } from './sealedFile.ts'

/** The list of uploads inside a backup file. */
export const UPLOADS_LIST = 'uploads.json'
const PRESENT = 'uploads'
const GONE = 'uploads-gone'
const SEALED = '.sealed'
const LIST = z.array(z.tuple([z.string(), z.number()]))

/** Path under files/ and size. */
type UploadList = z.output<typeof LIST>

/**
 * Brings the copy of the uploads beside the backups up to date: copies what is new or changed since the last time,
 * sealed when there is a key, and puts aside what is gone, by day. Answers the list of all uploads. Platform §14.6.
 */
export async function saveUploads(
  filesDir: string,
  backupDir: string,
  key: Buffer | null,
): Promise<UploadList> {
  const present = join(backupDir, PRESENT)
  const ending = key === null ? '' : SEALED
  const list: UploadList = []
  const known = new Set<string>()
  for await (const path of filesUnder(filesDir)) {
    const found = await stat(join(filesDir, path)).catch(() => undefined)
    if (found === undefined) continue
    list.push([path, found.size])
    known.add(`${path}${ending}`)
    const copy = join(present, `${path}${ending}`)
    const saved = await stat(copy).catch(() => undefined)
    if (saved?.mtime.getTime() === found.mtime.getTime()) continue
    await copyOne(join(filesDir, path), copy, key, found.mtime)
  }
  const day = dayKey(new Date())
  for await (const path of filesUnder(present)) {
    if (known.has(path)) continue
    const aside = join(backupDir, GONE, day, path)
    await mkdir(dirname(aside), { recursive: true })
    await rename(join(present, path), aside)
  }
  return list
}

/** Removes the copies of uploads that were gone before a day. */
export async function dropGoneUploads(backupDir: string, before: Date): Promise<void> {
  for (const day of await readdir(join(backupDir, GONE)).catch(() => []))
    if (day < dayKey(before)) await rm(join(backupDir, GONE, day), { recursive: true, force: true })
}

export function uploadsEntry(list: UploadList): ArchiveEntry {
  return textEntry(UPLOADS_LIST, JSON.stringify(list))
}

/**
 * Puts the uploads of a list into a directory, from the copies or, where a copy is missing, from the present files.
 * Answers the paths nobody has any more. Throws BackupError when a copy belongs to another key.
 */
export async function restoreUploads(
  listText: string,
  from: { backupDir: string; presentFiles: string },
  directory: string,
  key: Buffer,
): Promise<string[]> {
  const missing: string[] = []
  const gone = (await readdir(join(from.backupDir, GONE)).catch(() => [])).sort().reverse()
  const places = [join(from.backupDir, PRESENT), ...gone.map((day) => join(from.backupDir, GONE, day))]
  await mkdir(directory, { recursive: true, mode: 0o700 })
  for (const [path, size] of LIST.parse(JSON.parse(listText))) {
    const target = join(directory, path)
    if (!target.startsWith(`${directory}${sep}`)) throw new BackupError()
    await mkdir(dirname(target), { recursive: true })
    const candidates = [...places.map((place) => join(place, path)), join(from.presentFiles, path)]
    if (!(await restoreOne(candidates, size, target, key))) missing.push(path)
  }
  return missing
}

async function restoreOne(candidates: string[], size: number, target: string, key: Buffer): Promise<boolean> {
  for (const candidate of candidates) {
    const plain = await stat(candidate).catch(() => undefined)
    if (plain?.size === size) {
      await copyFile(candidate, target)
      return true
    }
    const sealed = await stat(`${candidate}${SEALED}`).catch(() => undefined)
    if (sealed === undefined) continue
    await writeStream(target, unsealFile(`${candidate}${SEALED}`, key))
    if ((await stat(target)).size === size) return true
    await rm(target)
  }
  return false
}

async function copyOne(from: string, to: string, key: Buffer | null, modified: Date): Promise<void> {
  await mkdir(dirname(to), { recursive: true })
  const part = join(dirname(to), '.part')
  if (key === null) await copyFile(from, part)
  else await sealFile(createReadStream(from), part, key)
  await utimes(part, modified, modified)
  await rename(part, to)
}

/** The files below a directory, with slashes; nothing when there is no such directory. */
async function* filesUnder(root: string, folder = ''): AsyncGenerator<string, void, void> {
  const items = await readdir(join(root, folder), { withFileTypes: true }).catch(() => [])
  for (const item of items) {
    // What begins with a dot is on its way in and not yet an upload.
    if (item.name.startsWith('.')) continue
    const path = folder === '' ? item.name : `${folder}/${item.name}`
    if (item.isDirectory()) yield* filesUnder(root, path)
    else if (item.isFile()) yield path
  }
}
