import { text } from '#kit/fields/shared.ts'
import type { Field, FieldFacts } from '#kit/shared/field.ts'
import { isMobile, maskPhone } from '#kit/shared/text.ts'

/** Who sees phones of consumers in full, anywhere in the house. Members §10.1, doors §7.4. */
export const PHONE = 'admin:user:phone'
/** Who sees names, addresses, birthdays, identity cards and accounts of consumers in full. Members §10.1, doors §7.4. */
export const SENSITIVE = 'admin:user:sensitive'

export const PHONE_FORMAT = '手机号格式错误，请输入正确的手机号'

/** 13812341234 as 138****1234. Members §10.1. */
export const maskedPhone = (phone: string): string => (isMobile(phone) ? maskPhone(phone) : hideAll(phone))

/** 张三 as 张*, 张小明 as 张**. Members §10.1. */
export function maskedName(name: string): string {
  const [first = '', ...others] = [...name]
  return `${first}${'*'.repeat(others.length)}`
}

/** An address without its house: what stands behind the district is hidden. Members §10.1. */
export const maskedAddress = (address: string): string => (address === '' ? '' : '****')

/** 3501**********1234. Members §10.1. */
export const maskedCard = (card: string): string =>
  card === '' ? '' : `${card.slice(0, 4)}${'*'.repeat(Math.max(0, card.length - 8))}${card.slice(-4)}`

/** First six signs of what a provider calls somebody. Members §10.1. */
export const maskedOpenid = (openid: string): string => (openid === '' ? '' : `${openid.slice(0, 6)}…`)

/** 2001-03-08 as ****-03-08. Members §10.1. */
export const maskedBirthday = (day: string): string => (day === '' ? '' : `****${day.slice(4)}`)

const hideAll = (text: string): string => (text === '' ? '' : `****${text.slice(-4)}`)

/** The phone of a consumer, masked for who may not see it. Members §2.1, §10.1. */
export function memberPhone(label = '手机号', facts: FieldFacts = {}) {
  return text(label, {
    width: 120,
    ...facts,
    max: 11,
    pattern: { test: isMobile },
    message: PHONE_FORMAT,
    right: '例：13800138000',
    masked: { permission: PHONE, show: maskedPhone },
    personal: true,
  })
}

/** An account is the phone of who did not choose another, and then no more to be seen than that. Members §10.1. */
export const memberAccount = (label: string, facts: FieldFacts = {}) =>
  text(label, {
    max: 50,
    ...facts,
    masked: { permission: PHONE, show: (account) => (isMobile(account) ? maskedPhone(account) : account) },
  })

/** The name of a person, masked for who may not see it. Members §10.1. */
export const memberName = (label: string, max: number, facts: FieldFacts = {}) =>
  text(label, { ...facts, max, masked: { permission: SENSITIVE, show: maskedName }, personal: true })

/** An address below its district, masked for who may not see it. Members §10.1. */
export const memberAddress = (label: string, facts: FieldFacts = {}) =>
  text(label, {
    list: false,
    ...facts,
    max: 255,
    masked: { permission: SENSITIVE, show: maskedAddress },
    personal: true,
  })

/** The same field where nobody needs the whole of it: options, pickers, what is kept by clients. Members §10.1. */
export function alwaysMasked(field: Field<string>): Field<string> {
  const show = field.masked?.show ?? hideAll
  const { masked: _masked, ...open } = field
  return { ...open, asStored: false, encode: (value) => show(value) }
}
