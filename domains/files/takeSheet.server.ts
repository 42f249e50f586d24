import type { Db } from '#kit/server/database.ts'
import type { ImportSheet } from '#kit/server/fileTask.ts'
import type { CallRequest } from '#kit/server/serve.ts'
import { taskLimits } from '#kit/server/tasks/limits.ts'
import type { ReadRow } from '#kit/server/tasks/sheet.ts'
import { rowsOfFile } from '#kit/server/tasks/smallSheet.ts'
import { type TemplateFacts, templateOf } from '#kit/server/tasks/template.ts'
import type { BinaryAnswer } from '#kit/shared/binary.ts'
import { refuse } from '#kit/shared/errors.ts'
import { extensionOf } from './fileTypes.ts'
import { inFolder, type Spooled, spool, tooBig } from './upload.server.ts'

const MB = 1024 * 1024
const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The one sheet of a multipart request. 422 请选择文件, 文件格式不正确…, 上传文件大小不能超过 {n} MB!. */
export async function takeSheet(request: CallRequest, folder: string, maxMb: number): Promise<Spooled> {
  for await (const part of request.files({ maxBytes: maxMb * MB })) {
    const file = await spool(part.stream, part.fileName, folder)
    if (part.truncated()) throw tooBig(maxMb)
    if (!['xlsx', 'csv'].includes(extensionOf(file.fileName)))
      throw refuse('文件格式不正确, 请上传xlsx、csv格式文件!')
    return file
  }
  throw refuse('请选择文件')
}

/** The rows of the sheet of a multipart request, read at once; see rowsOfFile. 422 as takeImport. */
export async function takeRows(
  db: Db,
  request: CallRequest,
  sheet: Pick<ImportSheet, 'columns'>,
  most: number,
): Promise<ReadRow[]> {
  const { importMaxMb } = await taskLimits(db)
  return inFolder(async (folder) => {
    const { path, fileName } = await takeSheet(request, folder, importMaxMb)
    return rowsOfFile(sheet, { path, fileName, most })
  })
}

/** The template of a sheet that takeRows reads. */
export const templateAnswer = (facts: TemplateFacts): BinaryAnswer => ({
  body: templateOf(facts),
  fileName: `${facts.title}模板.xlsx`,
  contentType: SHEET,
})
