/** Whether goods of a section can be sold, by its type; of 赠品物料区 it is chosen. Warehouse §4.2. */
export function sellableOf(type: number, chosen: 0 | 1 | undefined): 0 | 1 {
  if ([3, 5, 6, 8].includes(type)) return 0
  return type === 7 ? (chosen ?? 1) : 1
}

/** What a scanner reads on the label of a section. */
export const sectionBarcode = (warehouseCode: string, sectionCode: string): string =>
  `SEC-${warehouseCode}-${sectionCode}`

/** Sections that every warehouse has from its first day on, but a virtual one. Warehouse §4.1. */
export const SYSTEM_SECTIONS = [
  { code: 'A01', name: '默认存储区', type: 1 },
  { code: 'SH', name: '收货待检区', type: 3 },
  { code: 'FH', name: '发货暂存区', type: 4 },
  { code: 'TH', name: '退货待检区', type: 5 },
  { code: 'BL', name: '不良品区', type: 6 },
  { code: 'CY', name: '差异区', type: 8 },
] as const
