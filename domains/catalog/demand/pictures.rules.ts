/** What a picture of a product is for. */
export type PicturePlace =
  | { kind: 'cover' }
  | { kind: 'slider'; place: number }
  | { kind: 'detail'; place: number }
  | { kind: 'sku'; skuCode: string }

export interface NamedPicture {
  productCode: string
  place: PicturePlace
}

const NAME = /^([A-Z0-9-]{1,18})_(?:(\d{1,2})|D(\d{1,3})|S([\w.-]{1,30}))\.(png|jpe?g)$/i
const MOST_PLACES = 10
export const PICTURE_TYPES = ['png', 'jpg', 'jpeg'] as const
export const MAX_PICTURE_MB = 2
export const MAX_ZIP_MB = 200
export const MAX_FILES = 1000

/**
 * What the name of a file says: {商品编码}_1.jpg the cover, _2 to _10 the slider, _D1 … the detail, _S{规格编码} a
 * specification. Null for any other name. Catalog §3.6.
 */
export function readPictureName(fileName: string): NamedPicture | null {
  const [, code = '', number, detail, skuCode] = NAME.exec(fileName) ?? []
  const productCode = code.toUpperCase()
  if (code === '') return null
  if (skuCode !== undefined) return { productCode, place: { kind: 'sku', skuCode } }
  if (detail !== undefined) return { productCode, place: { kind: 'detail', place: Number(detail) } }
  const place = Number(number)
  if (place === 1) return { productCode, place: { kind: 'cover' } }
  return place >= 2 && place <= MOST_PLACES ? { productCode, place: { kind: 'slider', place } } : null
}

/** What computers put beside the files when they pack them. */
export const isLitter = (name: string): boolean =>
  name.endsWith('/') || /(^|\/)(__MACOSX\/|\.|Thumbs\.db$)/.test(name)

/** A detail text with these pictures in place of its own, behind the words. */
export function withPictures(content: string, urls: readonly string[]): string {
  const words = content.replace(/<img\b[^>]*>/gi, '').replace(/<p>(?:\s|&nbsp;|<br\s*\/?>)*<\/p>/gi, '')
  return `${words}${urls.map((url) => `<p><img src="${url}"></p>`).join('')}`
}
