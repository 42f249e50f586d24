import { adminList } from './admin/admin.calls.ts'
import { roleInfo } from './role/role.calls.ts'

const MANAGER = '/operation/roleManager'
const ADMINS = `${MANAGER}/adminList`
const ROLES = `${MANAGER}/identityManager`

import type { RoomRoute } from '#kit/web/room.ts'

const screens: readonly RoomRoute[] = [
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
]

export default screens
