import { z } from 'zod'
import { int, refs, text } from '#kit/fields/shared.ts'
import {
  type Answer,
  answerOf,
  get,
  idAnswer,
  idField,
  patch,
  post,
  rowAnswer,
  rowsAnswer,
} from '#kit/shared/call.ts'
import { menu } from './menu.entity.ts'

const PREFIX = '/admin/system/menu'

/** A node of the tree a role is made from. */
export interface MenuNodeItem {
  id: number
  name: string
  label: string
  menuType: string
  perms: string
  disabled: boolean
  /** why it is disabled */
  reason: string
  checked: boolean
  child: MenuNodeItem[]
}

const tree: Answer<MenuNodeItem[]> = {
  kind: 'data',
  json: {
    type: 'array',
    description: 'nodes with id, name, label, menuType, perms, disabled, reason, child',
  },
  encode: (nodes) => nodes,
}

const warned = answerOf(z.object({ id: z.number(), warnings: z.array(z.string()) }))

export const menuList = get(`${PREFIX}/list`, {
  title: '权限规则列表',
  input: {
    name: text('菜单名称', { max: 100 }),
    menuType: text('类型', { max: 1, pattern: /^[MCA]$/ }),
    isShow: text('显示状态', { max: 1, pattern: /^[01]$/ }),
  },
  answer: rowsAnswer(menu.all),
})

export const menuInfo = get(`${PREFIX}/info/:id`, {
  title: '权限规则详情',
  input: { id: idField() },
  answer: rowAnswer(menu.all),
})

export const menuAdd = post(`${PREFIX}/add`, { title: '新增权限规则', input: menu.shape, answer: warned })

export const menuUpdate = patch(`${PREFIX}/update`, {
  title: '编辑权限规则',
  input: menu.shape,
  answer: warned,
})

export const menuDelete = post(`${PREFIX}/delete/:id`, { title: '删除权限规则', input: { id: idField() } })

export const menuShow = post(`${PREFIX}/updateShowStatus/:id`, {
  title: '显示或隐藏菜单',
  input: { id: idField() },
  answer: idAnswer,
})

/** The children of a node in their new order, as dragged. */
export const menuSort = post(`${PREFIX}/sort`, {
  title: '菜单排序',
  input: { pid: int('上级菜单', { required: true }), ids: refs('菜单', 'menu', { required: true }) },
})

export const menuTree = get(`${PREFIX}/cache/tree`, { title: '菜单树', answer: tree })

/** Tab 接口权限: every call with what carries it. Platform §6.3. */
export const permissionList = get('/admin/system/permission/list', {
  title: '接口权限',
  input: { keywords: text('关键字', { max: 100 }) },
  answer: answerOf(
    z.array(
      z.object({
        room: z.string(),
        method: z.string(),
        path: z.string(),
        permission: z.string(),
        isChange: z.boolean(),
        title: z.string(),
        buttons: z.array(z.string()),
        roles: z.array(z.string()),
      }),
    ),
  ),
})

/** ★ 权限追踪: whether a person holds a code, and through what. */
export const permissionTrace = get('/admin/system/permission/trace', {
  title: '权限追踪',
  refers: ['admin'],
  input: { adminId: idField('员工'), code: text('权限标识', { required: true, max: 200 }) },
  answer: answerOf(
    z.object({
      allowed: z.boolean(),
      reason: z.string(),
      paths: z.array(
        z.object({
          roleId: z.number(),
          roleName: z.string(),
          dataScope: z.number(),
          menuId: z.number().nullable(),
          menuName: z.string(),
        }),
      ),
    }),
  ),
})
