import './access.tables.ts'

/** What other rooms and the application use of the staff. Doors §4. */
export type { EndReason } from './access.tables.ts'
export { setAgentMark } from './admin/admin.server.ts'
export { findStaff, type Staff } from './admin/findStaff.server.ts'
export { type FirstAdmin, firstAdmin, resetAdmin } from './admin/firstAdmin.server.ts'
export { guardOverAll, onStaffLeave, type StaffLeave } from './admin/guard.server.ts'
export { declareHandover, type Handover } from './admin/handover.server.ts'
export {
  identityColumn,
  type NamedStaff,
  type StaffIdentity,
  staffIdentity,
  staffNamed,
} from './admin/identity.server.ts'
export { keepStaffStores, keepStaffWarehouses } from './admin/stores.server.ts'
export { deptChain, deptLeader } from './dept/dept.server.ts'
export { seedMenus } from './menu/menuSeed.server.ts'
export { type CustomerSession, endCustomerSessions, openCustomerSession } from './open/customer.server.ts'
export { openGuide } from './open/guide.server.ts'
export { declareWebhook, type Webhook } from './open/webhook.server.ts'
export { moveScopeCompany } from './role/role.server.ts'
export { declareRole, means, seededRoles, seedRoles } from './role/seedRoles.server.ts'
export { makeCaptcha, takeCaptcha } from './session/captcha.server.ts'
export { endSessions } from './session/session.server.ts'
