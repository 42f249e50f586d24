/** Letters and figures that nobody takes for another: no O, I, 0, 1. Members §5.2. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const FRESH_LENGTH = 8

export const CODE_PATTERN = /^[A-HJ-NP-Z2-9]{6,12}$/

/** A code as it is stored, however it was typed. */
export const normalCode = (code: string): string => code.trim().toUpperCase()

/** A code of eight signs out of random numbers below 32. */
export const codeOf = (numbers: Uint8Array): string =>
  [...numbers.subarray(0, FRESH_LENGTH)].map((one) => LETTERS[one % LETTERS.length]).join('')

export const UNKNOWN_CODE = '邀请码不存在'
export const USED_UP = '邀请码已用完'

/** What is known of a code when somebody wants to come by it. */
export interface CodeState {
  status: number
  maxNum: number
  usedNum: number
  startTime: Date | null
  endTime: Date | null
}

/** Why nobody comes by a code at a moment; null when it is open. Members §14. */
export function codeFault(code: CodeState | undefined, now: Date): string | null {
  if (code === undefined) return UNKNOWN_CODE
  if (code.endTime !== null && code.endTime <= now) return '邀请码已过期'
  if (code.status === 0) return UNKNOWN_CODE
  if (code.startTime !== null && code.startTime > now) return '邀请码未生效'
  return code.maxNum > 0 && code.usedNum >= code.maxNum ? USED_UP : null
}

/** The address a code leads to: its landing page, else the shop, with the code for the registration. */
export function inviteLink(linkUrl: string, site: string, code: string): string {
  const base = linkUrl === '' ? site : linkUrl
  if (!URL.canParse(base)) return ''
  const url = new URL(base)
  url.searchParams.set('inviteCode', code)
  return url.href
}

/** Share of those who ordered, in percent with two decimals; null where nobody came. */
export const firstRateOf = (registered: number, ordered: number): number | null =>
  registered === 0 ? null : Math.round((ordered * 10_000) / registered) / 100
