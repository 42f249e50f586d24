import { type Gs1, gtinForms, readGs1 } from './gs1.rules.ts'
import { readLotLabel, readWeighed } from './label.rules.ts'
import { quantityOf, type Weighed } from './weight.rules.ts'

/** What a code means for goods: how much of their unit, of which lot. */
export interface ReadGoods {
  skuId: number
  ratio: number
  /** why it does not say how much; '' where it does */
  fault: string
  lotNo: string
  productionDate: string
  expiryDate: string
}

interface Coded extends Weighed {
  readonly skuId: number
  readonly codes: readonly { readonly code: string; readonly ratio: number }[]
}

/** The codes that stand on goods, for what a scanner read: of a GS1 code its number, of the label of a lot its goods. */
function plainCodes(code: string): string[] {
  const gs1 = readGs1(code)
  return gs1 === null ? [readLotLabel(code)?.code ?? code.trim()] : gtinForms(gs1.gtin)
}

/** The codes to look goods up by; what a scale printed names them by five digits. Warehouse §7. */
export function goodsCodes(code: string, scales: string): string[] {
  const weighed = readWeighed(code, scales)
  return [...plainCodes(code), ...(weighed === null ? [] : [weighed.code])]
}

/** Goods that are weighed count by their net weight, others in pieces. */
function amountOf(of: Coded, ratio: number, gs1: Gs1 | null): { ratio: number; fault: string } {
  if (gs1 !== null && gs1.netGrams > 0 && of.unitGrams > 0) return weightOf(gs1.netGrams, of)
  return { ratio: gs1 === null ? ratio : ratio * Math.max(1, gs1.count), fault: '' }
}

function weightOf(grams: number, of: Coded): { ratio: number; fault: string } {
  const { qty, fault } = quantityOf(grams, of)
  return { ratio: qty, fault }
}

/**
 * Reads the code of goods among those that are known; several skus may bear the code of their product. What stands on goods as it is
 * comes before what a scale of the warehouse would mean by it; `scales` are its prefixes. Warehouse §7.
 */
export function readGoods(code: string, known: readonly Coded[], scales: string): ReadGoods[] {
  const gs1 = readGs1(code)
  const lotNo = gs1?.lotNo ?? readLotLabel(code)?.lotNo ?? ''
  const { productionDate = '', expiryDate = '' } = gs1 ?? {}
  const plain = bearing(known, plainCodes(code)).map(({ of, ratio }) => ({
    ...{ skuId: of.skuId, ...amountOf(of, ratio, gs1), lotNo, productionDate, expiryDate },
  }))
  const weighed = readWeighed(code, scales)
  if (plain.length > 0 || weighed === null) return plain
  return bearing(known, [weighed.code]).map(({ of }) => ({
    ...{ skuId: of.skuId, ...weightOf(weighed.grams, of), lotNo: '', productionDate: '', expiryDate: '' },
  }))
}

/** Goods that bear one of the codes, with how many pieces it means. */
function bearing(known: readonly Coded[], codes: readonly string[]): { of: Coded; ratio: number }[] {
  const forms = codes.map((one) => one.toLowerCase())
  return known.flatMap((of) => {
    const found = of.codes.find((one) => forms.includes(one.code.toLowerCase()))
    return found === undefined ? [] : [{ of, ratio: found.ratio }]
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
  DB: 'transfer',
}

/** The document a number names, in the name of its entity; a box label names its delivery. null when it is none. */
export function readDocument(code: string): { type: string; sn: string } | null {
  const found = /^([A-Z]{2})(\d{14})(?:-\d{3,})?$/i.exec(code.trim())
  const type = DOCUMENTS[(found?.[1] ?? '').toUpperCase()]
  return found === null || type === undefined ? null : { type, sn: `${found[1]}${found[2]}`.toUpperCase() }
}
