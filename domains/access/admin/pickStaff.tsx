import type { OutWireOf } from '#kit/shared/call.ts'
import { textOf } from '#kit/web/fieldUi.ts'
import { openPicker, type PickerFacts, type PickerWish } from '#kit/web/picker/PickerModal.tsx'
import { DeptSide } from '../dept/DeptSide.tsx'
import { adminPicker } from './admin.calls.ts'

type Row = OutWireOf<typeof adminPicker>['list'][number]
/** A chosen member of staff; of those chosen before no more is known than their names. */
export type PickedStaff = Pick<Row, 'id' | 'realName'> & Partial<Row>

const staff: PickerFacts<PickedStaff> = {
  title: '选择员工',
  width: 720,
  call: adminPicker,
  columns: [
    { title: '姓名', width: 90, render: (row) => row.realName },
    { title: '账号', width: 110, render: (row) => row.account },
    { title: '手机号', width: 110, render: (row) => row.phone },
    { title: '部门', width: 110, render: (row) => row.deptName },
  ],
  searched: '账号、姓名、手机号',
  empty: '请选择员工',
  made: { title: '员工', page: '/operation/roleManager/adminList' },
  label: (row) => row.realName,
  off: (row) => (row.disabled === 1 ? '该员工已停用' : null),
  left: (input, set) => <DeptSide value={textOf(input.deptId)} onChange={(deptId) => set({ deptId })} />,
}

export interface StaffWish extends PickerWish<PickedStaff> {
  /** why a member of staff cannot be chosen, besides being disabled */
  off?(row: PickedStaff): string | null
}

/** Chooses members of staff; null when the person gave up. Platform §5.1. */
export function pickStaff({ off, ...wish }: StaffWish = {}): Promise<readonly PickedStaff[] | null> {
  const facts =
    off === undefined ? staff : { ...staff, off: (row: PickedStaff) => staff.off?.(row) ?? off(row) }
  return openPicker(facts, wish)
}
