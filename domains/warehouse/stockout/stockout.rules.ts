import type { EntityRow } from '#kit/shared/entity.ts'
import type { FieldError } from '#kit/shared/errors.ts'
import { lineFaults } from '../document/document.rules.ts'
import { OUT, type stockout } from './stockout.entity.ts'

export type Stockout = EntityRow<typeof stockout>
type Head = Pick<
  Stockout,
  'type' | 'supplierId' | 'stockinId' | 'department' | 'receiver' | 'costCenter' | 'lines'
>

/** What is wrong with goods that are to leave, by why they leave; `pushes`: the warehouse reports to SAP. Warehouse §4.6, §12. */
export function stockoutFaults(row: Head, pushes: boolean): FieldError[] {
  const { type, supplierId, stockinId, department, receiver, costCenter, lines } = row
  const taken = type === OUT.use || type === OUT.sample
  const missing = (when: boolean, field: string, message: string): FieldError[] =>
    when ? [{ field, message }] : []
  return [
    ...missing(type === OUT.supplier && supplierId === null, 'supplierId', '请选择供应商'),
    ...missing(type === OUT.supplier && stockinId === null, 'stockinId', '请选择原入库单'),
    ...missing(taken && department === '', 'department', '请输入领用部门'),
    ...missing(taken && receiver === '', 'receiver', '请输入领用人'),
    ...missing(type === OUT.use && pushes && costCenter === '', 'costCenter', '请输入成本中心'),
    ...lineFaults(lines.filter((line) => line.freezeLineId === null)),
    ...lines.flatMap(({ reason, freezeLineId, qty }, at) => [
      ...missing(type === OUT.scrap && reason === null, `lines.${at}.reason`, '请选择原因'),
      ...missing(freezeLineId !== null && (qty ?? 0) <= 0, `lines.${at}.qty`, '数量必须大于0'),
      ...missing(
        freezeLineId !== null && type !== OUT.supplier && type !== OUT.scrap,
        `lines.${at}.freezeNo`,
        '只有采购退货和报废出库可以消耗冻结',
      ),
    ]),
  ]
}
