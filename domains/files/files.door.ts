import type { Readable } from 'node:stream'
import type { Db } from '#kit/server/database.ts'
import type { Who } from '#kit/server/who.ts'
import './files.tables.ts'
import { fileUrl } from './signed.ts'
import { checkFolder, fileRules, inFolder, keepSpooled, spool, tooBig } from './upload.server.ts'

/** What other rooms use of the files. Doors §4. */
export { takeBatch, withTaskSource } from './batch.server.ts'
export { type DemoShape, drawPicture } from './demo.server.ts'
export { type NamedFile, openNamed, zipNamed } from './named.server.ts'
export { fileUrl } from './signed.ts'
export { takeRows, templateAnswer } from './takeSheet.server.ts'
export { takeImport } from './task.server.ts'

const MB = 1024 * 1024

/**
 * Keeps the bytes of a stream as an attachment, with the checks of an upload: 422 文件格式不正确…,
 * 上传文件大小不能超过 {n} MB!, 存储空间不足. The same content in the same folder is kept once. Not inside a transaction.
 */
export async function keepFile(
  db: Db,
  who: Who,
  stream: Readable,
  options: { fileName: string; pid: number; isPrivate?: boolean },
): Promise<{ attId: number; url: string }> {
  const pid = await checkFolder(db, options.pid)
  const rules = await fileRules(db)
  return inFolder(async (folder) => {
    const file = await spool(stream, options.fileName, folder)
    if (file.size > rules.maxMb * MB) throw tooBig(rules.maxMb)
    const row = await keepSpooled(db, who, file, { pid, isPrivate: options.isPrivate ?? false }, rules)
    return { attId: row.id, url: row.isPrivate === 1 ? fileUrl(db, row.id) : row.attDir }
  })
}
