import type { Call } from '#kit/shared/call.ts'
import { NO_PERMISSION } from '#kit/shared/errors.ts'
import { trust } from '#kit/shared/loose.ts'
import { extensionOf, TEXT_FILMS, TEXT_IMAGES } from '#kit/shared/media.ts'
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

/** The largest sizes in MB, as configured. */
interface Limits {
  imageMb: number
  fileMb: number
}

interface Uploads {
  /** into the library */
  image: UploadCall
  /** pictures and films of a text */
  quick: UploadCall
  /** other files */
  attachment: UploadCall
  limits(): Promise<Limits>
}

let uploads: (() => Promise<Uploads>) | undefined

/** The room that keeps files registers where uploads go; asked with the first of them. */
export function declareUploads<In, InWire extends UploadInput, Out, OutWire extends Uploaded>(
  load: () => Promise<{
    image: Call<In, InWire, Out, OutWire>
    quick: Call<In, InWire, Out, OutWire>
    attachment: Call<In, InWire, Out, OutWire>
    limits(): Promise<Limits>
  }>,
): void {
  uploads = trust(load)
}

export const UPLOAD_PERMISSION = 'admin:upload:file'

/** Whether the person may upload; the button is hidden otherwise. */
export function mayUpload(): boolean {
  return uploads !== undefined && hasPermission(UPLOAD_PERMISSION)
}

export type UploadKind = 'image' | 'library' | 'document' | 'attachment' | 'icon' | 'textImage' | 'textFilm'

const PICTURES = ['png', 'jpg', 'jpeg']
const DOCUMENTS = [...PICTURES, 'mp4', 'pdf']

/** Extensions by kind of place. Platform §5.2, §5.3. */
export const TYPES: Record<UploadKind, readonly string[]> = {
  image: PICTURES,
  // What the server keeps there by its settings. Platform §9.2.
  library: ['ico', 'jpg', 'jpeg', 'gif', 'png', 'bmp', 'mp4'],
  icon: PICTURES,
  document: DOCUMENTS,
  attachment: [...DOCUMENTS, 'doc', 'docx', 'xls', 'xlsx', 'csv', 'zip'],
  textImage: TEXT_IMAGES,
  textFilm: TEXT_FILMS,
}

/** What the file dialog of a browser offers. */
export const acceptOf = (kind: UploadKind): string => TYPES[kind].map((type) => `.${type}`).join(',')

/** What is said to a second picture where one is all. */
export const ONE_PICTURE = '只能上传一张图片，请删除后再上传!'

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
 * Uploads files one after the other, with one notice until the last has ended; those that are refused are told and
 * left out, those that did not arrive are only left out. Platform §5.2.
 */
export async function uploadFiles(
  files: readonly File[],
  kind: UploadKind,
  { pid = 1, ...options }: UploadWish = {},
): Promise<Uploaded[]> {
  if (uploads === undefined || files.length === 0) return []
  const places = await uploads()
  const maxMb = await maxMbOf(places, kind)
  const call = callOf(places, kind)
  const good = files.filter((file) => {
    const refusal = refusalOf(file, kind, maxMb)
    if (refusal !== null) toastError(refusal)
    return refusal === null
  })
  if (good.length === 0) return []
  const done: Uploaded[] = []
  const close = toastLoading('上传中，请稍候')
  for (const file of good) {
    try {
      done.push(await upload(call, { model: 'product', pid }, file, { ...options, quiet: true }))
    } catch (error) {
      tellRefusal(error)
    }
  }
  close()
  if (done.length > 0) toastSuccess('上传成功')
  return done
}

function callOf({ image, quick, attachment }: Uploads, kind: UploadKind): UploadCall {
  if (kind === 'document' || kind === 'attachment') return attachment
  return kind === 'textImage' || kind === 'textFilm' ? quick : image
}

let asked: Promise<Limits> | undefined

// Asked once: a changed limit counts from the next visit on, the server keeps to it at once.
async function maxMbOf({ limits }: Uploads, kind: UploadKind): Promise<number> {
  asked ??= limits()
  const { imageMb, fileMb } = await asked.catch(() => {
    asked = undefined
    return { imageMb: DEFAULT_MB, fileMb: DEFAULT_MB }
  })
  return kind === 'textFilm' ? fileMb : imageMb
}

// The server says what is wrong with a file; that one did not arrive is no news to who sees the notice go. A lost
// session has been told already.
function tellRefusal(error: unknown): void {
  if (!(error instanceof CallError) || error.code < 402 || error.code >= 500) return
  toastError(error.code === 403 ? NO_PERMISSION : error.message)
}

/** Why a file may not be uploaded, or null. The server checks again by content. */
function refusalOf(file: File, kind: UploadKind, maxMb: number): string | null {
  const types = TYPES[kind]
  const extension = extensionOf(file.name)
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
