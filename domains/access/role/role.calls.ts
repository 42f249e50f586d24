import { z } from 'zod'
import { flag, refs, text } from '#kit/fields/shared.ts'
import {
  type Answer,
  answerOf,
  get,
  idAnswer,
  idField,
  listAnswer,
  listInput,
  patch,
  post,
  someIds,
  taskAnswer,
} from '#kit/shared/call.ts'
import { encodeRow, type RowOf, type WireOf } from '#kit/shared/field.ts'
import { optionsAnswer } from '#kit/shared/standardCalls.ts'
import type { MenuNodeItem } from '../menu/menu.calls.ts'
import { role, roleRow } from './role.entity.ts'

const PREFIX = '/admin/system/role'

/** The granted nodes of the menu, half-ticked parents among them; kept in roleMenu. */
const input = { ...role.shape, rules: refs('菜单权限', 'menu', { required: true, max: 10_000 }) }

const infoRow = { ...roleRow, rules: refs('菜单权限', 'menu', { max: 10_000 }) }

type RoleInfo = RowOf<typeof infoRow> & { menuList: MenuNodeItem[] }
const infoAnswer: Answer<RoleInfo, WireOf<typeof infoRow> & { menuList: MenuNodeItem[] }> = {
  kind: 'data',
  shape: infoRow,
  json: { type: 'object', description: 'the role with rules and menuList, the tree with checked' },
  encode: (row, may) => ({ ...encodeRow(infoRow, row, may), menuList: row.menuList }),
}

export const roleList = get(`${PREFIX}/list`, {
  title: '角色列表',
  input: listInput(role),
  answer: listAnswer(roleRow),
})

/** What the data scope of a role lists one by one. */
const SCOPED = ['dept', 'store', 'company', 'supplier', 'warehouse', 'channel']

export const roleInfo = get(`${PREFIX}/info/:id`, {
  title: '角色详情',
  input: { id: idField() },
  answer: infoAnswer,
  refers: SCOPED,
})

export const roleSave = post(`${PREFIX}/save`, {
  title: '新增角色',
  input,
  answer: idAnswer,
  business: 4,
  refers: SCOPED,
})

export const roleUpdate = patch(`${PREFIX}/update`, { title: '编辑角色', input, business: 4, refers: SCOPED })

export const roleDelete = get(`${PREFIX}/delete`, {
  title: '删除角色',
  change: true,
  input: { id: idField() },
})

export const roleStatus = get(`${PREFIX}/updateStatus`, {
  title: '启停角色',
  change: true,
  input: { id: idField(), status: flag('状态', { required: true }) },
})

export const roleMembers = post(`${PREFIX}/members/:id`, {
  title: '调整角色成员',
  input: {
    id: idField(),
    add: refs('加入的员工', 'admin'),
    remove: refs('移出的员工', 'admin'),
  },
  answer: answerOf(z.object({ members: z.number() })),
  business: 4,
})

export const roleExport = post(`${PREFIX}/export`, {
  title: '导出角色权限',
  // The list is exported as its matrix: which of its own columns are shown does not matter.
  input: { ...listInput(role), columns: text('导出列', { max: 2000 }) },
  answer: taskAnswer,
  business: 5,
})

export const rolePicker = get(`${PREFIX}/picker`, {
  title: '选择角色',
  permission: 'login',
  picks: 'role',
  input: { keywords: text('关键字', { max: 100 }), ids: someIds() },
  answer: optionsAnswer,
})
