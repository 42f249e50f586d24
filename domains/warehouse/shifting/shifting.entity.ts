import { choice, flag, lines, ref, text } from '#kit/fields/shared.ts'
import { documentFields } from '#kit/shared/document.ts'
import { entity } from '#kit/shared/entity.ts'
import { LINES_MAX } from '../document/document.rules.ts'
import { headFields, leavingFields } from '../document/goods.fields.ts'

/** Why goods change their place. Warehouse §4.8. */
export const SHIFT_REASONS = [
  { value: 1, label: '补货' },
  { value: 2, label: '整理' },
  { value: 3, label: '良转次' },
  { value: 4, label: '次转良' },
  { value: 5, label: '回库' },
  { value: 6, label: '质检上架' },
] as const
export const SHIFT = { replenish: 1, tidy: 2, toBad: 3, toGood: 4, back: 5, release: 6 } as const

export const shiftingLine = {
  ...leavingFields,
  sectionId: ref('移出库区', 'section', { width: 150 }),
  toSectionId: ref('移入库区', 'section', { required: true, width: 150 }),
  remark: text('备注', { max: 100, width: 140 }),
}

/** Goods that move within their warehouse. Warehouse §4.8. */
export const shifting = entity(
  'shifting',
  '移库单',
  {
    shiftingSn: text('移库单号', { max: 24, readOnly: true, unique: true, search: true, width: 170 }),
    reason: choice('移库原因', SHIFT_REASONS, {
      required: true,
      initial: SHIFT.tidy,
      filter: true,
      width: 100,
    }),
    ...headFields,
    sourceSn: text('来源单号', { max: 40, readOnly: true, search: true, list: false }),
    lines: lines('明细', shiftingLine, { min: 1, max: LINES_MAX }),
    reversed: flag('已冲销', { readOnly: true, initial: 0, filter: true, list: false, port: false }),
    ...documentFields,
  },
  { title: 'shiftingSn', scope: { warehouse: 'warehouseId', owner: 'createBy' }, grams: true },
)
