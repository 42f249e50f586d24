import type { ComponentType } from 'react'
import type { InputProps } from '#kit/web/fieldUi.ts'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { DeptInput } from './DeptInput.tsx'
import { deptInfo, deptSave, deptUpdate } from './dept.calls.ts'
import { dept } from './dept.entity.ts'

const CALLS = { info: deptInfo, save: deptSave, update: deptUpdate }

/** Made once for an opened form: a department cannot come below itself. */
function parentInput(id: number | null): ComponentType<InputProps> {
  return (props) => <DeptInput {...props} without={id} placeholder="顶级部门" />
}

/** Opens the form of a department; null: a new one below `pid`. Platform §6.4. */
export function openDept(id: number | null, pid: number): Promise<number | null> {
  return openForm({
    of: dept,
    calls: CALLS,
    id,
    initial: { pid },
    inputs: {
      pid: {
        Input: parentInput(id),
        help: '不选表示顶级部门',
      },
      leaderId: { help: '审批按部门逐级上报时的审批人' },
      sort: { help: '数字大的在前' },
    },
  })
}
