import { creditCodeFits } from '#kit/shared/identity.ts'

const SIGNS = '0123456789ABCDEFGHJKLMNPQRTUWXY'

/** A 统一社会信用代码 with the right check character, another one for each number. */
export function creditCode(number: number): string {
  const body = `91350100${String(number).padStart(9, '0')}`
  const last = [...SIGNS].find((sign) => creditCodeFits(body + sign))
  if (last === undefined) throw new Error(`no check character fits ${body}`)
  return body + last
}
