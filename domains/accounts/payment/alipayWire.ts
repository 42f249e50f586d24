import type { KeyObject } from 'node:crypto'
import { zonedTime } from '#kit/shared/time.ts'
import { isRsaSigned, rsaSigned } from './rsa.ts'

// What 支付宝 and a merchant sign (RSA2). docs/outside.md.

type Params = Readonly<Record<string, string>>

/** What is signed of parameters: those that hold something, by name, as name=value with & between. */
const signedText = (params: Params, without: readonly string[]): string =>
  Object.keys(params)
    .filter((name) => params[name] !== '' && !without.includes(name))
    .sort()
    .map((name) => `${name}=${params[name]}`)
    .join('&')

/** The parameters of a request with their signature. */
export const withSign = (key: KeyObject, params: Params): Record<string, string> => ({
  ...params,
  sign: rsaSigned(key, signedText(params, ['sign'])),
})

/** Whether the parameters of a notification were signed by the owner of the key. */
export const areSigned = (key: KeyObject, params: Params): boolean =>
  isRsaSigned(key, signedText(params, ['sign', 'sign_type']), params.sign ?? '')

/**
 * The text of an object of an answer, letter by letter as it was sent: that is what was signed. '' where the answer holds none by this
 * name.
 */
export function rawObject(text: string, name: string): string {
  const from = text.indexOf(`"${name}"`)
  const start = from < 0 ? -1 : text.indexOf('{', from)
  if (start < 0) return ''
  let depth = 0
  let isText = false
  for (let at = start; at < text.length; at++) {
    const sign = text[at]
    if (isText) {
      if (sign === '\\') at += 1
      else if (sign === '"') isText = false
    } else if (sign === '"') isText = true
    else if (sign === '{') depth += 1
    else if (sign === '}') {
      depth -= 1
      if (depth === 0) return text.slice(start, at + 1)
    }
  }
  return ''
}

/** A moment as the provider writes it: the clock of China. */
export function chinaText(date: Date): string {
  const { year, month, day, hour, minute, second } = zonedTime(date, 'Asia/Shanghai')
  const two = (part: number) => String(part).padStart(2, '0')
  return `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}:${two(second)}`
}

/** The moment of such a text; undefined where it is none. */
export function chinaMoment(text: string): Date | undefined {
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/.test(text)) return undefined
  const found = new Date(`${text.slice(0, 19).replace(' ', 'T')}+08:00`)
  return Number.isNaN(found.getTime()) ? undefined : found
}
