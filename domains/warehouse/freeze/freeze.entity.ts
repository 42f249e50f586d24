import { choice, date, flag, int, lines, quantity, ref, text } from '#kit/fields/shared.ts'
import { documentFields } from '#kit/shared/document.ts'
import { entity } from '#kit/shared/entity.ts'
import { LINES_MAX } from '../document/document.rules.ts'
import { headFields, leavingFields } from '../document/goods.fields.ts'

export const FREEZE = 1
export const UNFREEZE = 2
export const FREEZE_TYPES = [
  { value: FREEZE, label: '冻结' },
  { value: UNFREEZE, label: '解冻' },
] as const

/** 3 to 5 are the system's. Warehouse §4.11. */
export const FREEZE_REASONS = [
  { value: 1, label: '质量问题' },
  { value: 2, label: '客户锁货' },
  { value: 3, label: '缺货待查' },
  { value: 4, label: '低于允发比例' },
  { value: 5, label: '过期' },
  { value: 6, label: '监管封存' },
  { value: 7, label: '其他' },
] as const
export const WRITTEN_REASONS = [1, 2, 6, 7] as const

/** Of a freeze that was approved; what is left of it decides. */
export const FREEZE_STATES = [
  { value: 0, label: '未生效', means: 'off' },
  { value: 1, label: '冻结中', means: 'wrong' },
  { value: 2, label: '部分解冻', means: 'waits' },
  { value: 3, label: '已解冻', means: 'done' },
] as const

export const freezeLine = {
  ...leavingFields,
  /** of a freeze: its own name in the ledger; of an unfreezing: the line that lets go */
  freezeLineId: int('冻结行', { big: true, list: false, form: false }),
  remark: text('备注', { max: 100, width: 140 }),
}

/** Stock that must not leave, and its release. Warehouse §4.11. */
export const freeze = entity(
  'freeze',
  '冻结单',
  {
    freezeNo: text('单号', { max: 24, readOnly: true, unique: true, search: true, width: 170 }),
    type: choice('类型', FREEZE_TYPES, { readOnly: true, initial: FREEZE, filter: true, width: 70 }),
    ...headFields,
    reason: choice('原因', FREEZE_REASONS, { required: true, initial: 1, filter: true, width: 110 }),
    planUnfreezeDate: date('预计解冻日', { width: 110, list: false }),
    sourceFreezeId: ref('原冻结单', 'freeze', { readOnly: true, list: false }),
    state: choice('冻结状态', FREEZE_STATES, { readOnly: true, initial: 0, filter: true, width: 90 }),
    unfrozenQty: quantity('已解冻', { readOnly: true, initial: 0, width: 90 }),
    consumedQty: quantity('已消耗', { readOnly: true, initial: 0, list: false }),
    remainQty: quantity('剩余', { readOnly: true, initial: 0, width: 90 }),
    lines: lines('明细', freezeLine, { min: 1, max: LINES_MAX }),
    reversed: flag('已冲销', { readOnly: true, initial: 0, filter: true, list: false, port: false }),
    ...documentFields,
  },
  { title: 'freezeNo', scope: { warehouse: 'warehouseId', owner: 'createBy' }, grams: true },
)
