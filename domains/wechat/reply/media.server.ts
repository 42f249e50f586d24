import { z } from 'zod'
import { own, type Served, type UploadedFile } from '#kit/server/serve.ts'
import { refuse } from '#kit/shared/errors.ts'
import { askPlatform } from '../platform/platform.server.ts'
import { demandAccount } from '../wechat.config.server.ts'
import { logOwn } from '../wechat.log.ts'
import { MEDIA_RULES, uploadMedia } from './reply.calls.ts'

const MB = 1024 * 1024
const kept = z.object({ media_id: z.string(), url: z.string().default('') })

/** A file as the platform takes it; 422 for another kind of file or one that is too large. */
async function formOf(part: UploadedFile, type: keyof typeof MEDIA_RULES): Promise<FormData> {
  const { extensions, maxMb } = MEDIA_RULES[type]
  const name = part.fileName.replace(/^.*[\\/]/s, '')
  const extension = name.split('.').at(-1)?.toLowerCase() ?? ''
  if (!extensions.some((one) => one === extension))
    throw refuse(`文件格式不正确, 请上传${extensions.join('、')}格式文件!`)
  const parts: Uint8Array<ArrayBuffer>[] = []
  for await (const chunk of part.stream) parts.push(Buffer.from(chunk))
  if (part.truncated()) throw refuse(`上传文件大小不能超过 ${maxMb} MB!`)
  const form = new FormData()
  form.append('media', new Blob(parts, { type: part.mimeType }), name)
  return form
}

/** Platform §11.2: pictures and sounds of replies lie at the platform. */
export const servedMedia: Served = own(uploadMedia, async (db, who, { type }, request) => {
  const startTime = Date.now()
  await demandAccount(db, 'wechat')
  for await (const part of request.files({ maxBytes: MEDIA_RULES[type].maxMb * MB })) {
    if (part.field !== 'media') throw refuse('请选择文件')
    const call = { path: 'cgi-bin/material/add_material', query: { type }, body: await formOf(part, type) }
    const { media_id, url } = await askPlatform(db, 'wechat', call, kept)
    await logOwn(db, who, uploadMedia, { type, mediaId: media_id }, request, startTime)
    return { mediaId: media_id, url }
  }
  throw refuse('请选择文件')
})
