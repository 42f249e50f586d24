/** Figures of one material, in thousandths. */
export interface Figures {
  labst: number
  umlme: number
  insme: number
  speme: number
}

export const KINDS = ['labst', 'umlme', 'insme', 'speme'] as const

/** What differs between SAP and us: the sum over the four kinds of stock. Warehouse §10. */
export const differenceOf = (sap: Figures, own: Figures): number =>
  KINDS.reduce((sum, kind) => sum + Math.abs(sap[kind] - own[kind]), 0)

/** What a material comes to in total. */
export const totalOf = (figures: Figures): number => KINDS.reduce((sum, kind) => sum + figures[kind], 0)
