import { readAt } from '#kit/shared/standardCalls.ts'
import { lazyInput } from '#kit/web/lazyInput.tsx'
import { declareMasterOptions, declareRefOptions } from '#kit/web/refs.ts'
import type { RoomWeb } from '#kit/web/room.ts'
import type { adminPicker } from './admin/admin.calls.ts'
import type { deptTree } from './dept/dept.calls.ts'
import { deptOptions } from './dept/dept.tree.ts'
import type { rolePicker } from './role/role.calls.ts'

export const accessWeb: RoomWeb = {
  name: 'access',
  pages: () => import('./pages.ts'),
  register() {
    declareRefOptions('admin', {
      call: readAt<typeof adminPicker>('/admin/system/admin/picker'),
      title: '员工',
      page: '/operation/roleManager/adminList',
      optionsOf: ({ list }) =>
        list.map((row) => ({ value: row.id, label: row.realName, disabled: row.disabled === 1 })),
      Input: lazyInput(() => import('./admin/StaffInput.tsx').then((file) => ({ default: file.StaffInput }))),
    })
    declareRefOptions('role', {
      call: readAt<typeof rolePicker>('/admin/system/role/picker'),
      title: '角色',
      page: '/operation/roleManager/identityManager',
    })
    declareMasterOptions('openApp', '开放接口应用', '/admin/open/app', '/order/openApp')
    declareRefOptions('dept', {
      call: readAt<typeof deptTree>('/admin/system/dept/tree'),
      title: '部门',
      page: '/operation/roleManager/organisation',
      optionsOf: deptOptions,
      Input: lazyInput(() => import('./dept/DeptInput.tsx').then((file) => ({ default: file.DeptInput }))),
    })
  },
}
