import type { FieldError } from '#kit/shared/errors.ts'
import { cardBirthday, cardFits, isCardOfMan } from '#kit/shared/identity.ts'

/** Of another company: its carrier is named. Warehouse §6. */
export const OUTSIDE = 2

/** kg above which a vehicle needs a permit and its driver a certificate. Warehouse §6. */
export const HEAVY_KG = 4500

/** What a body of these sizes is counted to hold unless somebody knows better. Warehouse §6. */
const USED_SHARE = 0.9

/** Seventeen signs without I, O and Q. */
export const VIN = /^[A-HJ-NPR-Z0-9]{17}$/

/** Days before a paper ends on which it shows in orange, and the filter 证件即将到期 finds it. Warehouse §6. */
export const NEAR_DAYS = 30
/** Days before the end on which people are told. Warehouse §13 fleetWatch. */
export const TOLD_DAYS = [30, 7, 0] as const

function numberOf(value: unknown): number | null {
  const number =
    typeof value === 'number' || (typeof value === 'string' && value !== '') ? Number(value) : Number.NaN
  return Number.isFinite(number) ? number : null
}

/** Cubic metres between the walls; null while a size is missing. */
export function bodyVolume(values: { readonly [name: string]: unknown }): number | null {
  const sizes = [values.length, values.width, values.height].map(numberOf)
  const [length, width, height] = sizes
  if (length == null || width == null || height == null) return null
  return Math.round(length * width * height * 1000) / 1000
}

/** What is proposed for 容积: nine tenths of the body. */
export function proposedVolume(values: { readonly [name: string]: unknown }): number | null {
  const body = bodyVolume(values)
  return body === null ? null : Math.round(body * USED_SHARE * 1000) / 1000
}

interface ModelValues {
  readonly [name: string]: unknown
  readonly loadWeight?: unknown
  readonly loadVolume?: unknown
}

/** What is wrong between the fields of a model; the same for form and server. */
export function modelFaults(values: ModelValues): FieldError[] {
  const faults: FieldError[] = []
  if (numberOf(values.loadWeight) === 0) faults.push({ field: 'loadWeight', message: '额定载重须大于0' })
  const volume = numberOf(values.loadVolume)
  const body = bodyVolume(values)
  if (volume === 0) faults.push({ field: 'loadVolume', message: '容积须大于0' })
  else if (volume !== null && body !== null && volume > body)
    faults.push({ field: 'loadVolume', message: `容积不能大于长×宽×高（${body}）` })
  return faults
}

const isNone = (value: unknown): boolean => value === undefined || value === null || value === ''

function ownershipFaults(values: { readonly [name: string]: unknown }): FieldError[] {
  return Number(values.ownership) === OUTSIDE && isNone(values.logisticsProviderId)
    ? [{ field: 'logisticsProviderId', message: '请选择物流商' }]
    : []
}

/** What is wrong between the fields of a driver; the same for form and server. A masked number is as it was. */
export function driverFaults(values: { readonly [name: string]: unknown }): FieldError[] {
  const faults = ownershipFaults(values)
  const card = String(values.idCard ?? '')
  if (card !== '' && !card.includes('*') && !cardFits(card))
    faults.push({ field: 'idCard', message: '身份证号格式不正确' })
  if (
    !isNone(values.licenceBegin) &&
    !isNone(values.licenceEnd) &&
    String(values.licenceEnd) <= String(values.licenceBegin)
  )
    faults.push({ field: 'licenceEnd', message: '驾驶证有效期止须晚于有效期起' })
  if (isNone(values.certNo) !== isNone(values.certEnd))
    faults.push(
      isNone(values.certNo)
        ? { field: 'certNo', message: '请输入从业资格证号' }
        : { field: 'certEnd', message: '请选择从业资格证有效期' },
    )
  return faults
}

/** Gender (the dictionary's 1 男, 2 女) and day of birth as the card tells them; undefined for one that does not fit. */
export function ofCard(card: unknown): { gender: string; birthday: string } | undefined {
  const text = String(card ?? '')
  return cardFits(text) ? { gender: isCardOfMan(text) ? '1' : '2', birthday: cardBirthday(text) } : undefined
}

/** What is wrong between the fields of a vehicle; the same for form and server. */
export function carFaults(values: { readonly [name: string]: unknown }): FieldError[] {
  const faults = ownershipFaults(values)
  if (isNone(values.permitNo) !== isNone(values.permitEnd))
    faults.push(
      isNone(values.permitNo)
        ? { field: 'permitNo', message: '请输入道路运输证号' }
        : { field: 'permitEnd', message: '请选择道路运输证有效期' },
    )
  return faults
}

/** What a driver lacks for a model: its licence class, or the certificate of heavy vehicles; null when nothing. */
export function lackOf(
  driver: { licenceType: string; certNo: string },
  model: { licenceTypes: readonly string[]; loadWeight: number },
): string | null {
  if (!model.licenceTypes.includes(driver.licenceType)) return '准驾车型不符'
  return model.loadWeight > HEAVY_KG && driver.certNo === ''
    ? `驾驶${HEAVY_KG}kg以上车辆须有从业资格证`
    : null
}
