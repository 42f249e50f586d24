import { button, type RoomFacts } from '#kit/shared/room.ts'
import { accessEntities } from './access.entities.ts'
import * as adminCalls from './admin/admin.calls.ts'
import * as deptCalls from './dept/dept.calls.ts'
import * as menuCalls from './menu/menu.calls.ts'
import { openAppCalls, openCalls } from './open/openApp.calls.ts'
import pages from './pages.ts'
import * as roleCalls from './role/role.calls.ts'
import * as loginCalls from './session/login.calls.ts'
import * as ownCalls from './session/own.calls.ts'
import * as totpCalls from './session/totp.calls.ts'

export const accessFacts: RoomFacts = {
  name: 'access',
  layer: 4,
  label: '权限',
  entities: accessEntities,
  calls: [
    ...Object.values(loginCalls),
    ...Object.values(ownCalls),
    ...Object.values(totpCalls),
    ...Object.values(adminCalls),
    ...Object.values(roleCalls),
    ...Object.values(menuCalls),
    ...Object.values(deptCalls),
    ...Object.values(openAppCalls),
    ...Object.values(openCalls),
  ],
  pages,
  rights: {
    'access.admin': {
      reads: [adminCalls.adminList, adminCalls.adminInfo],
      buttons: [
        button('新增', adminCalls.adminSave),
        button('编辑', adminCalls.adminUpdate),
        button('删除', adminCalls.adminDelete),
        button('启停', adminCalls.adminStatus),
        button('接收短信', adminCalls.adminSms),
        button('重置密码', adminCalls.adminReset),
        button('解锁', adminCalls.adminUnlock),
        button('解绑微信', adminCalls.adminUnbind),
        button('重置动态口令', adminCalls.adminResetTotp),
        button('离职交接', adminCalls.adminHandover),
        button('导出', adminCalls.adminExport),
      ],
    },
    'access.role': {
      reads: [roleCalls.roleList, roleCalls.roleInfo, menuCalls.menuTree],
      buttons: [
        button('新增', roleCalls.roleSave),
        button('编辑', roleCalls.roleUpdate),
        button('删除', roleCalls.roleDelete),
        button('启停', roleCalls.roleStatus),
        button('成员', roleCalls.roleMembers),
        button('导出', roleCalls.roleExport),
      ],
    },
    'access.menu': {
      reads: [menuCalls.menuList, menuCalls.menuInfo, menuCalls.permissionList],
      buttons: [
        button('新增', menuCalls.menuAdd),
        button('编辑', menuCalls.menuUpdate, menuCalls.menuSort),
        button('删除', menuCalls.menuDelete),
        button('显示隐藏', menuCalls.menuShow),
        button('权限追踪', menuCalls.permissionTrace),
      ],
    },
    'access.dept': {
      reads: [deptCalls.deptList, deptCalls.deptInfo],
      buttons: [
        button('新增', deptCalls.deptSave),
        button('编辑', deptCalls.deptUpdate),
        button('删除', deptCalls.deptDelete),
      ],
    },
    'order.openApp': {
      calls: openAppCalls,
      reads: [openAppCalls.eventList, openAppCalls.customerList, openAppCalls.logList],
      buttons: [
        button('重置密钥', openAppCalls.secret, openAppCalls.revoke),
        button('重发推送', openAppCalls.resend, openAppCalls.test),
        button('结束客户会话', openAppCalls.customerEnd),
      ],
    },
  },
}
