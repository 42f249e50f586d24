import { int, text } from '#kit/fields/shared.ts'
import { type Answer, get, idAnswer, idField, patch, post, rowAnswer, rowsAnswer } from '#kit/shared/call.ts'
import { dept } from './dept.entity.ts'

const PREFIX = '/admin/system/dept'

/** A node of the department tree, in the form all trees have. Platform §6.2. */
export interface DeptNode {
  id: number
  name: string
  label: string
  disabled: boolean
  child: DeptNode[]
}

const tree: Answer<DeptNode[]> = {
  kind: 'data',
  json: { type: 'array', description: 'nodes with id, name, label, disabled, child' },
  encode: (nodes) => nodes,
}

const row = { ...dept.all, leaderName: text('负责人', { max: 16 }), members: int('人数', { initial: 0 }) }

export const deptList = get(`${PREFIX}/list`, {
  title: '部门列表',
  input: { keywords: text('关键字', { max: 50 }), status: text('状态', { max: 1, pattern: /^[01]$/ }) },
  answer: rowsAnswer(row),
})

export const deptTree = get(`${PREFIX}/tree`, {
  title: '部门树',
  permission: 'login',
  picks: 'dept',
  answer: tree,
})

export const deptInfo = get(`${PREFIX}/info/:id`, {
  title: '部门详情',
  input: { id: idField() },
  answer: rowAnswer(dept.all),
})

export const deptSave = post(`${PREFIX}/save`, { title: '新增部门', input: dept.shape, answer: idAnswer })

export const deptUpdate = patch(`${PREFIX}/update`, { title: '编辑部门', input: dept.shape })

export const deptDelete = post(`${PREFIX}/delete/:id`, { title: '删除部门', input: { id: idField() } })
