import { text } from '#kit/fields/shared.ts'

/** The lot of skus without batches, as it is stored; on screens there is none. */
export const NO_LOT = '-'

interface LotFacts {
  readOnly?: boolean
  search?: boolean
  aside?: boolean
  width?: number
}

/** The number of a lot as it is told of goods. */
export const lotNoField = (facts: LotFacts = {}, label = '批次号') =>
  text(label, { max: 32, none: NO_LOT, ...facts })

/** Whether goods are told apart by this lot. */
export const isLot = (lotNo: string): boolean => lotNo !== '' && lotNo !== NO_LOT

/** A lot in a sentence, with the space behind it; '' for goods without batches. */
export const lotWords = (lotNo: string): string => (isLot(lotNo) ? `批次 ${lotNo} ` : '')
