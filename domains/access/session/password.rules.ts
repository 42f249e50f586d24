import { isCommonPassword } from './common.rules.ts'

/** The longest password; also bounds the work of one hash. Platform §2.6. */
export const PASSWORD_MAX = 30

const DAY_MS = 86_400_000

export interface PasswordPolicy {
  pwd_min_length: number
  pwd_kinds: number
}

const KINDS = [/[A-Z]/, /[a-z]/, /[0-9]/, /[^A-Za-z0-9]/]

/** What a new password must be like, as people read it; the same that is checked. Platform §2.6. */
export function passwordRules(policy: PasswordPolicy & { pwd_history: number }): string[] {
  return [
    `${policy.pwd_min_length}到${PASSWORD_MAX}个字符`,
    ...(policy.pwd_kinds > 1 ? [`包含大写字母、小写字母、数字、符号中的至少${policy.pwd_kinds}种`] : []),
    '不包含账号或手机号，不是常见的简单密码',
    ...(policy.pwd_history > 0 ? [`不能与最近${policy.pwd_history}次使用的密码相同`] : []),
  ]
}

/** Why a new password is refused, or null. Platform §2.6; reuse is checked by the server. */
export function passwordFault(
  policy: PasswordPolicy,
  password: string,
  person: { account: string; phone: string },
): string | null {
  const length = [...password].length
  if (length < policy.pwd_min_length || length > PASSWORD_MAX)
    return `密码长度须为${policy.pwd_min_length}到${PASSWORD_MAX}个字符`
  if (KINDS.filter((kind) => kind.test(password)).length < policy.pwd_kinds)
    return `密码须包含大小写字母、数字、符号中的至少${policy.pwd_kinds}种`
  const lower = password.toLowerCase()
  const names = [person.account.toLowerCase(), person.phone].filter((name) => name !== '')
  if (names.some((name) => lower.includes(name))) return '密码不能包含账号或手机号'
  if (isCommonPassword(password)) return '密码过于简单'
  return null
}

/** Days a password still holds, begun ones counted whole; 0 when over, null when it never ends. Platform §2.6. */
export function passwordLeftDays(setTime: Date | null, expireDays: number, now = Date.now()): number | null {
  if (expireDays === 0 || setTime === null) return null
  return Math.max(0, Math.ceil((setTime.getTime() + expireDays * DAY_MS - now) / DAY_MS))
}

/** Whether a person must change the password first: it was set by somebody else, or its days are over. */
export function isPasswordExpired(
  person: { pwdReset: 0 | 1; pwdUpdateTime: Date | null },
  expireDays: number,
  now = Date.now(),
): boolean {
  return person.pwdReset === 1 || passwordLeftDays(person.pwdUpdateTime, expireDays, now) === 0
}
