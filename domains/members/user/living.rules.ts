import { conflict } from '#kit/shared/errors.ts'

interface Life {
  lifeStatus: number
  mergeToUid: number | null
}

/** Refuses what is done with a user who was erased or merged: 409 with what became of them. Members §14. */
export function refuseGone({ lifeStatus, mergeToUid }: Life): void {
  const reason = whyGone({ lifeStatus, mergeToUid })
  if (reason !== null) throw conflict(reason)
}

/** Why nothing can be done with a user any more; null while they live. Members §14. */
export function whyGone({ lifeStatus, mergeToUid }: Life): string | null {
  if (lifeStatus === 2) return '用户已注销，不能操作'
  if (lifeStatus === 3) return `用户已合并到${mergeToUid ?? ''}，不能操作`
  return null
}
