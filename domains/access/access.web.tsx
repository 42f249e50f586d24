import { lazyInput } from '#kit/web/lazyInput.tsx'
import { declareRefOptions } from '#kit/web/refs.ts'
import type { RoomWeb } from '#kit/web/room.ts'
import { adminList, adminPicker } from './admin/admin.calls.ts'
import { deptTree } from './dept/dept.calls.ts'
import { deptOptions } from './dept/dept.tree.ts'
import { roleInfo, rolePicker } from './role/role.calls.ts'

const MANAGER = '/operation/roleManager'
const ADMINS = `${MANAGER}/adminList`
const ROLES = `${MANAGER}/identityManager`

export const accessWeb: RoomWeb = {
  name: 'access',
  routes: [
    {
      path: '/maintain/user',
      title: '个人中心',
      // Everybody has one, also those whose password is over.
      permission: 'login',
      lazy: () => import('./session/PersonalCentre.tsx'),
    },
    { path: ADMINS, title: '管理员列表', lazy: () => import('./admin/AdminList.tsx') },
    {
      path: `${MANAGER}/adminPrint`,
      title: '打印员工名册',
      permission: adminList.permission,
      activeMenu: ADMINS,
      lazy: () => import('./admin/StaffPrint.tsx'),
    },
    { path: ROLES, title: '角色管理', lazy: () => import('./role/RoleList.tsx') },
    {
      path: `${MANAGER}/rolePrint/:id`,
      title: '打印角色权限表',
      permission: roleInfo.permission,
      activeMenu: ROLES,
      lazy: () => import('./role/RolePrint.tsx'),
    },
    { path: `${MANAGER}/promiseRules`, title: '权限规则', lazy: () => import('./menu/PromiseRules.tsx') },
    { path: `${MANAGER}/organisation`, title: '组织部门', lazy: () => import('./dept/Organisation.tsx') },
  ],
  register() {
    declareRefOptions('admin', {
      call: adminPicker,
      title: '员工',
      optionsOf: ({ list }) =>
        list.map((row) => ({ value: row.id, label: row.realName, disabled: row.disabled === 1 })),
      Input: lazyInput(() => import('./admin/StaffInput.tsx').then((file) => ({ default: file.StaffInput }))),
    })
    declareRefOptions('role', { call: rolePicker, title: '角色' })
    declareRefOptions('dept', {
      call: deptTree,
      title: '部门',
      optionsOf: deptOptions,
      Input: lazyInput(() => import('./dept/DeptInput.tsx').then((file) => ({ default: file.DeptInput }))),
    })
  },
}
