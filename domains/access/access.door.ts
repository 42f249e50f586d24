import './access.tables.ts'

/** What other rooms and the application use of the staff. Doors §4. */
export type { EndReason } from './access.tables.ts'
export { setAgentMark } from './admin/admin.server.ts'
export { findStaff, type Staff } from './admin/findStaff.server.ts'
export { type FirstAdmin, firstAdmin, resetAdmin } from './admin/firstAdmin.server.ts'
export { onStaffLeave, type StaffLeave } from './admin/guard.server.ts'
export { declareHandover, type Handover } from './admin/handover.server.ts'
export { type NamedStaff, type StaffIdentity, staffIdentity, staffNamed } from './admin/identity.server.ts'
export { deptChain, deptLeader } from './dept/dept.server.ts'
export { seedMenus } from './menu/menuSeed.server.ts'
export { makeCaptcha, takeCaptcha } from './session/captcha.server.ts'
export { endSessions } from './session/session.server.ts'
