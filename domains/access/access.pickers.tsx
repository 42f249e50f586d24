import type { Option } from '#kit/shared/standardCalls.ts'
import {
  openTreePicker,
  type PickerNode,
  type TreePickerFacts,
  type TreePickerWish,
} from '#kit/web/picker/TreePicker.tsx'
import { type DeptNode, deptTree } from './dept/dept.calls.ts'
import { rolePicker } from './role/role.calls.ts'

/** How screens of other rooms choose staff, departments and roles. Platform §5.1. */
export { type PickedStaff, pickStaff, type StaffWish } from './admin/pickStaff.tsx'
export { DeptSide } from './dept/DeptSide.tsx'

const WIDTH = 720

const nodesOf = (tree: readonly DeptNode[]): PickerNode[] =>
  tree.map(({ id, name, disabled, child }) => ({
    id,
    name,
    off: disabled ? '该部门已停用' : '',
    children: nodesOf(child),
  }))

const depts: TreePickerFacts<DeptNode[]> = {
  title: '选择部门',
  width: WIDTH,
  call: deptTree,
  nodesOf,
  empty: '请选择部门',
}

/** Chooses departments; null when the person gave up. */
export function pickDept(wish: TreePickerWish = {}): Promise<readonly Option[] | null> {
  return openTreePicker(depts, wish)
}

const roles: TreePickerFacts<Option[]> = {
  title: '选择角色',
  width: WIDTH,
  call: rolePicker,
  nodesOf: (options) =>
    options.map(({ value, label, disabled }) => ({
      id: value,
      name: label,
      off: disabled ? '已停用，或级别高于本人' : '',
      children: [],
    })),
  empty: '请选择角色',
}

/** Chooses roles; null when the person gave up. */
export function pickRole(wish: TreePickerWish = {}): Promise<readonly Option[] | null> {
  return openTreePicker(roles, wish)
}
