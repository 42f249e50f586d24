import './access.tables.ts'
import { fileURLToPath } from 'node:url'
import { declareForms, settingsOf } from '#domains/settings/settings.door.ts'
import { declareFanOwners } from '#domains/wechat/wechat.door.ts'
import { declareCache } from '#kit/server/cache.ts'
import { declareDemo } from '#kit/server/demo.ts'
import { declareSession } from '#kit/server/dispatch.ts'
import { declareOwnForbidden } from '#kit/server/document.ts'
import { declareStep, hasRows } from '#kit/server/home.ts'
import { declareKeptColumns } from '#kit/server/keptRows.ts'
import { declareRecord } from '#kit/server/records.ts'
import { declareEntityRef } from '#kit/server/refs.ts'
import type { RoomServer } from '#kit/server/room.ts'
import { declarePersonLoader } from '#kit/server/tasks/person.ts'
import { accessFacts } from './access.shared.ts'
import { adminInfo, adminSave } from './admin/admin.calls.ts'
import { admin } from './admin/admin.entity.ts'
import { adminExporting, adminServed, roleCache } from './admin/admin.server.ts'
import { adminImport } from './admin/adminImport.server.ts'
import { seedAccess } from './admin/firstAdmin.server.ts'
import { declareHandover, handoverServed } from './admin/handover.server.ts'
import { staffReach } from './admin/reach.server.ts'
import { ownerScene } from './admin/tellOwner.server.ts'
import { fillAccess } from './demo.server.ts'
import { deptSave } from './dept/dept.calls.ts'
import { dept } from './dept/dept.entity.ts'
import { deptServed, leadership } from './dept/dept.server.ts'
import { menuServed } from './menu/menu.server.ts'
import { openPart } from './open/openApp.server.ts'
import { roleInfo, roleSave } from './role/role.calls.ts'
import { role } from './role/role.entity.ts'
import { roleServed } from './role/role.server.ts'
import { roleMatrix } from './role/roleMatrix.server.ts'
import { staffScopes } from './scope.server.ts'
import { sessionCache, sessionHearer } from './session/keptSession.server.ts'
import { loginServed } from './session/login.server.ts'
import { staffOfOpenids } from './session/openid.server.ts'
import { ownServed } from './session/own.server.ts'
import { loadWho, personCache } from './session/person.server.ts'
import { remindJob, remindScenes } from './session/remind.server.ts'
import { securityForm } from './session/security.form.ts'
import { findSession, sessionEvent, sweepSessions } from './session/session.server.ts'
import { totpServed } from './session/totp.server.ts'

export const accessRoom: RoomServer = {
  facts: accessFacts,
  migrations: fileURLToPath(new URL('./migrations', import.meta.url)),
  served: [
    ...loginServed,
    ...ownServed,
    ...totpServed,
    ...adminServed,
    ...handoverServed,
    ...roleServed,
    ...menuServed,
    ...deptServed,
    ...openPart.served,
  ],
  jobs: [
    {
      name: 'access.session.sweep',
      title: '清理会话',
      group: 'SYSTEM',
      cron: '0 */5 * * * *',
      light: true,
      run: (db) => sweepSessions(db),
    },
    remindJob,
    ...openPart.jobs,
  ],
  tasks: [adminImport, adminExporting, roleMatrix],
  registers: [
    ...declareForms(securityForm),
    sessionEvent,
    ownerScene,
    ...remindScenes,
    declareCache(sessionCache),
    sessionHearer,
    declareCache(personCache),
    declareCache(roleCache),
    declareKeptColumns(admin, ['account']),
    declareSession(findSession),
    declarePersonLoader(loadWho),
    ...staffScopes,
    declareFanOwners('admin', staffOfOpenids),
    ...staffReach,
    declareOwnForbidden(async (db) => (await settingsOf(db, securityForm)).forbid_own_examine === 1),
    declareHandover('depts', leadership),
    declareRecord({ of: admin, read: adminInfo, page: '/operation/roleManager/adminInfo/{id}' }),
    declareRecord({ of: role, read: roleInfo, page: '/operation/roleManager/roleInfo/{id}' }),
    declareDemo('masters', fillAccess),
    declareStep(
      'dept',
      // The company itself is the first department.
      hasRows(
        dept,
        {
          label: '建立组织部门',
          hint: '系统设置 / 管理权限',
          to: '/operation/roleManager/organisation',
          permission: deptSave.permission,
        },
        { brought: 1 },
      ),
    ),
    declareStep(
      'role',
      hasRows(role, {
        label: '建立角色，授予菜单和数据范围',
        hint: '系统设置 / 管理权限',
        to: '/operation/roleManager/identityManager',
        permission: roleSave.permission,
      }),
    ),
    declareStep(
      'admin',
      // The first person came with the installation.
      hasRows(
        admin,
        {
          label: '新增员工，或用表格导入',
          hint: '系统设置 / 管理权限',
          to: '/operation/roleManager/adminList',
          permission: adminSave.permission,
        },
        { brought: 1 },
      ),
    ),
    declareEntityRef('admin', 'realName', { column: 'status', value: 1 }),
    declareEntityRef('role', 'roleName', { column: 'status', value: 1 }),
    declareEntityRef('dept', 'deptName', { column: 'status', value: 1 }),
    ...openPart.registers,
  ],
  seed: seedAccess,
}
