import type { FileEntry } from '#kit/fields/shared.ts'

/** Types of licences the law asks of who buys certain goods; every other one is a contract. Doors §7.1. */
export const FOOD = '109'
export const TOBACCO = '110'
export const LICENCE_TYPES = [
  { value: FOOD, label: '食品经营许可证' },
  { value: TOBACCO, label: '烟酒许可证' },
  { value: '111', label: '合同' },
] as const

const CONTRACT = '合同'

/** What stands for a type in messages and names of files. */
export const licenceName = (type: string): string =>
  LICENCE_TYPES.find((one) => one.value === type)?.label ?? CONTRACT

interface Filed {
  licenceType: string
  licenceNo: string
  files: readonly FileEntry[]
}

/** The files of a licence under the names they are saved by, without extensions. Catalog §6.4. */
export function namedFiles({ licenceType, licenceNo, files }: Filed, ownerNumber: string) {
  const stem = [ownerNumber, licenceName(licenceType), licenceNo]
    .map((part) => part.replace(/[\\/:*?"<>|\s]+/g, '-'))
    .join('_')
  return files.map(({ url }, index) => ({ url, name: files.length > 1 ? `${stem}_${index + 1}` : stem }))
}

/** A licence as the gate looks at it. */
export interface Held {
  licenceType: string
  startDate: string
  endDate: string | null
}

/** Why goods that need a licence of these types may not be bought on a day; null when they may. Doors §1. */
export function licenceRefusal(needed: readonly string[], held: readonly Held[], day: string): string | null {
  for (const type of needed) {
    const own = held.filter((one) => one.licenceType === type && one.startDate <= day)
    if (own.some((one) => one.endDate === null || one.endDate >= day)) continue
    return own.length > 0
      ? `${licenceName(type)}已过期，不能购买此类商品`
      : `缺少${licenceName(type)}，不能购买此类商品`
  }
  return null
}
