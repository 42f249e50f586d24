import { open } from 'node:fs/promises'
import type { Sharp } from 'sharp'
import { refuse } from '#kit/shared/errors.ts'

const MOST_PIXELS = 50_000_000

/** A checked picture: its files, ready to be stored. */
export interface Picture {
  path: string
  /** the small one; null when the picture is small itself */
  thumb: string | null
  width: number
  height: number
}

const REENCODED = new Set(['jpg', 'jpeg', 'png', 'gif'])
/** Pictures that are drawn at once: each takes up to 200 MB outside of the heap, however many are uploaded. */
const MOST_AT_ONCE = 2
const waiting: (() => void)[] = []
let drawing = 0

async function oneOfFew<T>(work: () => Promise<T>): Promise<T> {
  if (drawing < MOST_AT_ONCE) drawing += 1
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next === undefined) drawing -= 1
    else next()
  }
}

const DRAW_SECONDS = 20
const broken = () => refuse('图片无法读取，请更换图片')

/**
 * Checks that a picture decodes and is not too big, turns it by its EXIF, and writes it anew without metadata or
 * anything hidden behind it; with a thumb no wider than `thumbWidth`. Platform §9.2.
 */
export async function preparePicture(path: string, extension: string, thumbWidth: number): Promise<Picture> {
  if (!REENCODED.has(extension)) return { path, thumb: null, ...(await headerSize(path, extension)) }
  // Only the process that takes uploads needs what draws pictures.
  const { default: sharp } = await import('sharp')
  const animated = extension === 'gif'
  const meta = await sharp(path)
    .metadata()
    .catch(() => null)
  if (meta === null) throw broken()
  if (meta.width * meta.height > MOST_PIXELS) throw refuse('图片不能超过5000万像素')
  // All frames are in memory together; the height of one with frames is that of a single one.
  if (animated && meta.width * meta.height * (meta.pages ?? 1) > MOST_PIXELS)
    throw refuse('动图全部帧合计不能超过5000万像素，请减少帧数或缩小尺寸')
  return await oneOfFew(() => draw(path, extension, thumbWidth, animated))
}

async function draw(
  path: string,
  extension: string,
  thumbWidth: number,
  animated: boolean,
): Promise<Picture> {
  const { default: sharp } = await import('sharp')
  const written = `${path}.${extension}`
  const small = `${path}.small.${extension}`
  try {
    const picture = sharp(path, {
      animated,
      failOn: 'error',
      sequentialRead: true,
      limitInputPixels: MOST_PIXELS,
    })
      .autoOrient()
      .timeout({ seconds: DRAW_SECONDS })
    const done = await quality(picture, extension).toFile(written)
    const height = done.pageHeight ?? done.height
    if (done.width <= thumbWidth) return { path: written, thumb: null, width: done.width, height }
    await quality(sharp(written, { animated }).resize({ width: thumbWidth }), extension).toFile(small)
    return { path: written, thumb: small, width: done.width, height }
  } catch {
    throw broken()
  }
}

function quality(picture: Sharp, extension: string): Sharp {
  if (extension === 'png') return picture.png({ compressionLevel: 9 })
  return extension === 'gif' ? picture.gif() : picture.jpeg({ quality: 90 })
}

/** Width and height out of the header of formats that are stored as they are. */
async function headerSize(path: string, extension: string): Promise<{ width: number; height: number }> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(32), 0, 32, 0)
    if (bytesRead < 22) throw broken()
    const width = extension === 'bmp' ? buffer.readInt32LE(18) : buffer[6] || 256
    const height = extension === 'bmp' ? Math.abs(buffer.readInt32LE(22)) : buffer[7] || 256
    if (width <= 0 || height <= 0) throw broken()
    if (width * height > MOST_PIXELS) throw refuse('图片不能超过5000万像素')
    return { width, height }
  } finally {
    await file.close()
  }
}
