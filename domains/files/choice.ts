import type { ImageChoice } from '#kit/web/upload/uploads.ts'

/** Why so many pictures are no choice the caller can take, or null. Platform §5.1. */
export function refusedChoice(count: number, { multiple, limit }: ImageChoice): string | null {
  if (count === 0) return '请先选择图片'
  if (!multiple && count > 1) return '最多只能选一张图片'
  return count > limit ? `最多只能选${limit}张图片` : null
}
