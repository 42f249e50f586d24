import { goodsCodes, readGs1 } from './gs1.rules.ts'

/** What a code means for goods: how many pieces, of which lot. */
export interface ReadGoods {
  skuId: number
  ratio: number
  lotNo: string
  productionDate: string
  expiryDate: string
}

interface Coded {
  readonly skuId: number
  readonly codes: readonly { readonly code: string; readonly ratio: number }[]
}

/** Reads the code of goods among those that are known; several skus may bear the code of their product. Warehouse §7. */
export function readGoods(code: string, known: readonly Coded[]): ReadGoods[] {
  const gs1 = readGs1(code)
  const forms = goodsCodes(code).map((one) => one.toLowerCase())
  const { lotNo = '', productionDate = '', expiryDate = '', count = 0 } = gs1 ?? {}
  return known.flatMap(({ skuId, codes }) => {
    const found = codes.find((one) => forms.includes(one.code.toLowerCase()))
    if (found === undefined) return []
    return [{ skuId, ratio: found.ratio * Math.max(1, count), lotNo, productionDate, expiryDate }]
  })
}

/** What a person scans to begin with, by how it begins. */
const DOCUMENTS: Readonly<Record<string, string>> = {
  JH: 'pickList',
  FJ: 'sortOrder',
  CR: 'shipTask',
  PS: 'wtsDelivery',
  RK: 'stockin',
  PD: 'stockCount',
  YK: 'shifting',
}

/** The document a number names, in the name of its entity; a box label names its delivery. null when it is none. */
export function readDocument(code: string): { type: string; sn: string } | null {
  const found = /^([A-Z]{2})(\d{14})(?:-\d{3,})?$/i.exec(code.trim())
  const type = DOCUMENTS[(found?.[1] ?? '').toUpperCase()]
  return found === null || type === undefined ? null : { type, sn: `${found[1]}${found[2]}`.toUpperCase() }
}
