import { conflict, refuse } from '#kit/shared/errors.ts'

/** What the ledger asks of a section. */
export interface SectionFacts {
  id: number
  warehouseId: number
  name: string
  type: number
  sellable: boolean
  enabled: boolean
  pickSort: number
  /** the sheet that counts it, and keeps goods from moving in or out */
  countSn: string
}

/** The staging section, from which goods are taken last. */
export const STAGING = 4
/** Sections of the system, by their types. Warehouse §4.1. */
export const SECTION = { returns: 5, bad: 6, difference: 8 } as const

/** Of a virtual warehouse, which has no sections. */
export const NO_SECTION: SectionFacts = {
  ...{ id: 0, warehouseId: 0, name: '', type: 1, sellable: true, enabled: true, pickSort: 0, countSn: '' },
}

export type Sections = ReadonlyMap<number, SectionFacts>

/** A section goods may move into or out of. `count`: the sheet that may do so while it counts. Warehouse §12. */
export function openSection(sections: Sections, warehouseId: number, id: number, count = ''): SectionFacts {
  if (id === 0) return NO_SECTION
  const section = sections.get(id)
  if (section === undefined || section.warehouseId !== warehouseId)
    throw refuse('库区不属于该仓库', 'sectionId')
  if (section.countSn !== '' && section.countSn !== count)
    throw conflict(`库区 ${section.name} 正在盘点（${section.countSn}），暂不能出入库`)
  return section
}

/** The same for goods that come in, which a section that is off does not take. */
export function takingSection(sections: Sections, warehouseId: number, id: number, count = ''): SectionFacts {
  const section = openSection(sections, warehouseId, id, count)
  if (!section.enabled) throw refuse('库区已停用', 'sectionId')
  return section
}
