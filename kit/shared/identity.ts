const SIGNS = '0123456789ABCDEFGHJKLMNPQRTUWXY'

/** Whether a 统一社会信用代码 has 18 signs and the check character that follows from them (GB 32100). Catalog §6.1. */
export function creditCodeFits(code: string): boolean {
  if (!/^[0-9A-HJ-NPQRTUWXY]{18}$/.test(code)) return false
  let sum = 0
  let weight = 1
  for (const sign of code.slice(0, 17)) {
    sum += SIGNS.indexOf(sign) * weight
    weight = (weight * 3) % 31
  }
  return code[17] === SIGNS[(31 - (sum % 31)) % 31]
}

/** Whether a 纳税人识别号 has 15, 17, 18 or 20 capitals and digits. Catalog §6.2. */
export function taxNoFits(code: string): boolean {
  return /^[0-9A-Z]+$/.test(code) && [15, 17, 18, 20].includes(code.length)
}

/** Whether a bank account is 8 to 30 digits. Catalog §6.2. */
export function bankAccountFits(account: string): boolean {
  return /^\d{8,30}$/.test(account)
}

/** Whether a text is a mobile number, a number with area code and perhaps an extension, or a 400/800 number. */
export function phoneFits(phone: string): boolean {
  return /^(1[3-9]\d{9}|0\d{2,3}-?\d{7,8}(-\d{1,6})?|[48]00-?\d{3}-?\d{4})$/.test(phone)
}

/** A number as people see it who may not know it: its last four digits, e.g. ****8000. */
export function maskNumber(number: string): string {
  return number === '' ? '' : `****${number.slice(-4)}`
}

const CARD_WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const CARD_SIGNS = '10X98765432'

/** Whether a text is the number of an identity card: day of birth and check sign (GB 11643). Members §2.1, warehouse §6. */
export function cardFits(card: string): boolean {
  if (!/^\d{17}[\dX]$/.test(card)) return false
  const day = `${card.slice(6, 10)}-${card.slice(10, 12)}-${card.slice(12, 14)}`
  const date = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(date.getTime()) || !date.toISOString().startsWith(day)) return false
  return withCardSign(card.slice(0, 17)) === card
}

/** The number of an identity card with the check sign that follows from its first seventeen digits (GB 11643). */
export function withCardSign(digits: string): string {
  const sum = CARD_WEIGHTS.reduce((total, weight, index) => total + weight * Number(digits[index]), 0)
  return `${digits}${CARD_SIGNS[sum % 11]}`
}

/** The day of birth that the number of an identity card names, yyyy-MM-dd; only of one that fits. */
export const cardBirthday = (card: string): string =>
  `${card.slice(6, 10)}-${card.slice(10, 12)}-${card.slice(12, 14)}`

/** Whether the number of an identity card is that of a man; only of one that fits. */
export const isCardOfMan = (card: string): boolean => Number(card[16]) % 2 === 1

const PROVINCES = '京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼'
/** A number plate: five signs, six of new energy, or four before 挂 or 学; no I and no O among them. Warehouse §6. */
export const PLATE = new RegExp(`^[${PROVINCES}][A-HJ-NP-Z](?:[A-HJ-NP-Z0-9]{5,6}|[A-HJ-NP-Z0-9]{4}[挂学])$`)
