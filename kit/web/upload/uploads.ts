import type { Call } from '#kit/shared/call.ts'
import { trust } from '#kit/shared/loose.ts'
import { CallError } from '#kit/web/request.ts'
import { hasPermission } from '#kit/web/session.ts'
import { toastError, toastLoading, toastSuccess } from '#kit/web/toast.ts'
import { upload } from '#kit/web/transfer.ts'

/** What an upload answers. Platform §9.2. */
export interface Uploaded {
  url: string
  fileName: string
  extName: string
}

interface UploadInput {
  model?: string
  pid?: number
}

type UploadCall = Call<unknown, UploadInput, unknown, Uploaded>

interface Uploads {
  /** pictures into the library */
  image: UploadCall
  /** other files */
  attachment: UploadCall
  /** largest size in MB, as configured */
  maxMb(): Promise<number>
}

let uploads: Uploads | undefined

/** The room that keeps files registers where uploads go. */
export function declareUploads<In, InWire extends UploadInput, Out, OutWire extends Uploaded>(given: {
  image: Call<In, InWire, Out, OutWire>
  attachment: Call<In, InWire, Out, OutWire>
  maxMb(): Promise<number>
}): void {
  uploads = trust(given)
}

export const UPLOAD_PERMISSION = 'admin:upload:file'

/** Whether the person may upload; the button is hidden otherwise. */
export function mayUpload(): boolean {
  return uploads !== undefined && hasPermission(UPLOAD_PERMISSION)
}

export type UploadKind = 'image' | 'media' | 'document' | 'icon'

/** Extensions by kind of place. Platform §5.2. */
export const TYPES: Record<UploadKind, readonly string[]> = {
  image: ['png', 'jpg', 'jpeg'],
  media: ['png', 'jpg', 'jpeg', 'mp4'],
  icon: ['png', 'jpg', 'jpeg'],
  document: ['png', 'jpg', 'jpeg', 'mp4', 'pdf', 'doc', 'docx', 'xls', 'xlsx', 'csv', 'zip'],
}

/** refused, and a session that is over, which is told where it is noticed */
const SILENT = [422, 401]
const DEFAULT_MB = 20
const MB = 1024 * 1024
const ICON_MB = 2
/** Files of one choice. */
const MOST_FILES = 5

interface UploadWish {
  /** 0–100 of the file under way */
  onProgress?(percent: number): void
  /** folder of the library */
  pid?: number
}

/** Refuses more files than one choice may have; `max` as a place for pictures says it. Platform §5.2. */
export function tooMany(count: number, max = MOST_FILES): boolean {
  if (count > max) toastError(`上传文件数量不能超过 ${max} 个!`)
  return count > max
}

/**
 * Uploads files one after the other. What this side refuses is told; what the server refuses is left out without a
 * text. Platform §5.2.
 */
export async function uploadFiles(
  files: readonly File[],
  kind: UploadKind,
  { pid = 1, ...options }: UploadWish = {},
): Promise<Uploaded[]> {
  const to = uploads
  if (to === undefined) return []
  const maxMb = await to.maxMb().catch(() => DEFAULT_MB)
  const done: Uploaded[] = []
  for (const file of files) {
    const refusal = refusalOf(file, kind, maxMb) ?? (await disguise(file, kind))
    if (refusal !== null) {
      toastError(refusal)
      continue
    }
    const close = toastLoading('上传中，请稍候')
    try {
      const call = kind === 'document' ? to.attachment : to.image
      done.push(await upload(call, { model: 'product', pid }, file, { ...options, quiet: true }))
    } catch (error) {
      // A file the server refuses leaves without a word, as the design wants it; the others go on.
      if (error instanceof CallError && !SILENT.includes(error.code)) toastError(error.message)
    } finally {
      close()
    }
  }
  if (done.length > 0) toastSuccess('上传成功')
  return done
}

/** Why a file may not be uploaded, or null. The server checks again by content. */
function refusalOf(file: File, kind: UploadKind, maxMb: number): string | null {
  const types = TYPES[kind]
  const extension = file.name.split('.').at(-1)?.toLowerCase() ?? ''
  const [, subtype = ''] = file.type.split('/')
  const fits = types.includes(extension) || types.includes(subtype)
  if (kind === 'icon') {
    if (!fits) return '图片只能是 JPG或PNG 格式!'
    if (file.size >= ICON_MB * MB) return `图片大小不能超过 ${ICON_MB}MB!`
  }
  if (!fits) return `文件格式不正确, 请上传${types.join('/')}格式文件!`
  if (file.size > maxMb * MB) return `上传文件大小不能超过 ${maxMb} MB!`
  return null
}

/** How files of a kind of picture begin. */
const BEGINNINGS: readonly { types: readonly string[]; at: number; bytes: readonly number[] }[] = [
  { types: ['png'], at: 0, bytes: [0x89, 0x50, 0x4e, 0x47] },
  { types: ['jpg', 'jpeg'], at: 0, bytes: [0xff, 0xd8, 0xff] },
  { types: ['mp4'], at: 4, bytes: [0x66, 0x74, 0x79, 0x70] },
]
const LONGEST = 8

/** Why a picture is none in spite of its name, or null. */
async function disguise(file: File, kind: UploadKind): Promise<string | null> {
  if (kind === 'document') return null
  const head = new Uint8Array(await file.slice(0, LONGEST).arrayBuffer())
  const fits = BEGINNINGS.some(
    ({ types, at, bytes }) =>
      types.some((type) => TYPES[kind].includes(type)) &&
      bytes.every((byte, index) => head[at + index] === byte),
  )
  return fits ? null : `文件格式不正确, 请上传${TYPES[kind].join('/')}格式文件!`
}

export interface ImageChoice {
  multiple: boolean
  limit: number
}

type PickImages = (choice: ImageChoice) => Promise<readonly { url: string }[] | null>

let pickImages: PickImages | undefined

/** The room that keeps the image library registers its dialog. Platform §5.1, §9.2. */
export function declareImagePicker(pick: PickImages): void {
  pickImages = pick
}

/** The dialog of the image library, when one is registered. */
export function imagePicker(): PickImages | undefined {
  return pickImages
}
