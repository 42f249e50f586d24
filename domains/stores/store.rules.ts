import type { FieldError } from '#kit/shared/errors.ts'

/** A store of this type belongs to a company. Catalog §5. */
const JOINED = 2

export const DAY_TIME = /^([01]\d|2[0-3]):[0-5]\d,([01]\d|2[0-3]):[0-5]\d$/
const DAY = '\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])'
export const VALID_TIME = new RegExp(`^${DAY},${DAY}$`)

/** Province, city and, where there is one, district, as they are called. */
export const ADDRESS = /^[^,]+(,[^,]+){1,2}$/

interface StoreValues {
  readonly storeType?: unknown
  readonly companyId?: unknown
  readonly latitude?: unknown
  readonly longitude?: unknown
  readonly dayTime?: unknown
  readonly validTime?: unknown
}

const isNone = (value: unknown): boolean => value === undefined || value === null || value === ''

/** Whether a range 'start,end' of hours or days ends before it starts. */
function endsBefore(range: unknown): boolean {
  const [start = '', end = ''] = String(range ?? '').split(',')
  return end < start
}

/** What is wrong between the fields of a store; the same for the form and the server. Catalog §5, §8.4. */
export function storeFaults(values: StoreValues): FieldError[] {
  const faults: FieldError[] = []
  if (values.storeType === JOINED && isNone(values.companyId))
    faults.push({ field: 'companyId', message: '请选择所属单位' })
  for (const field of ['latitude', 'longitude'] as const)
    if (isNone(values[field])) faults.push({ field, message: '请选择经纬度' })
  for (const field of ['dayTime', 'validTime'] as const)
    if (endsBefore(values[field])) faults.push({ field, message: '结束时间不能早于开始时间' })
  return faults
}

/** A point as map pages copy it, 'latitude,longitude'; null for anything else. */
export function readPoint(text: string): { latitude: number; longitude: number } | null {
  const parts = /^\s*(-?\d{1,2}(?:\.\d+)?)\s*[,，\s]\s*(-?\d{1,3}(?:\.\d+)?)\s*$/.exec(text)
  if (parts === null) return null
  const latitude = Number(Number(parts[1]).toFixed(6))
  const longitude = Number(Number(parts[2]).toFixed(6))
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null
}

/** The page of a store in the shop front, which its QR code leads to; '' while the installation has no address. */
export const storeLink = (site: string, id: number): string =>
  site === '' ? '' : `${site.replace(/\/$/, '')}/store/${id}`
