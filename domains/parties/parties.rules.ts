import { ref, text } from '#kit/fields/shared.ts'
import type { FieldFacts } from '#kit/shared/field.ts'
import { bankAccountFits, creditCodeFits, maskNumber, phoneFits, taxNoFits } from '#kit/shared/identity.ts'
import { isMobile, maskPhone } from '#kit/shared/text.ts'

/** Who sees bank accounts and phones in full; others see them masked. Catalog §8.8. */
export const SENSITIVE = 'admin:system:org:sensitive'

const EMAIL = { test: (address: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address) }

const phoneMask = {
  permission: SENSITIVE,
  show: (phone: string) => (isMobile(phone) ? maskPhone(phone) : maskNumber(phone)),
}

/** 统一社会信用代码; the check character is tested. Catalog §6.1, §8.4. */
export function creditCodeField(label = '统一社会信用代码', facts: FieldFacts = {}) {
  return text(label, {
    ...facts,
    max: 18,
    pattern: { test: creditCodeFits },
    message: '统一社会信用代码不正确',
  })
}

/** 纳税人识别号. Catalog §8.4. */
export function taxNoField(label = '纳税人识别号', facts: FieldFacts = {}) {
  return text(label, {
    ...facts,
    max: 20,
    pattern: { test: taxNoFits },
    message: '纳税人识别号格式不正确',
    right: '例：91350100M000100Y43',
  })
}

/** 银行账号, masked for who may not see it. Catalog §8.4, §8.8. */
export function bankAccountField(label = '银行账号', facts: FieldFacts = {}) {
  return text(label, {
    ...facts,
    max: 30,
    pattern: { test: bankAccountFits },
    message: '银行账号格式不正确',
    right: '只能填写数字，例：6222021234567890123',
    masked: { permission: SENSITIVE, show: maskNumber },
  })
}

/** A mobile number, masked for who may not see it. Catalog §8.4, §8.8. */
export function mobileField(label: string, facts: FieldFacts = {}) {
  return text(label, {
    width: 130,
    ...facts,
    max: 11,
    pattern: { test: isMobile },
    message: '手机号码格式不正确',
    right: '例：13800138000',
    masked: phoneMask,
  })
}

/** A mobile or fixed number, masked for who may not see it. Catalog §8.8. */
export function phoneField(label: string, facts: FieldFacts = {}) {
  return text(label, {
    width: 130,
    ...facts,
    max: 20,
    pattern: { test: phoneFits },
    right: '例：13800138000 或 0591-87654321',
    masked: phoneMask,
  })
}

export function emailField(label = '邮箱', facts: FieldFacts = {}) {
  return text(label, { ...facts, max: 100, pattern: EMAIL, right: '例：name@example.com' })
}

/**
 * Province, city and district of an address. The form asks for the last one only and takes a place of any level;
 * completeRegion (region.server.ts) fills in those above it.
 */
export function regionFields(label = '所在地区', facts: FieldFacts = { required: true }) {
  const above = { form: false, list: false, port: false } as const
  return {
    provinceId: ref('省', 'city', above),
    cityId: ref('市', 'city', above),
    districtId: ref(label, 'city', { list: false, ...facts }),
  }
}
