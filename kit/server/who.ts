import { AppError, forbidden } from '#kit/shared/errors.ts'

/** One role's data scope with its lists. Kinds as in platform §6.2: 1 all … 7 custom. */
export interface Scope {
  kind: number
  deptIds?: number[]
  storeIds?: number[]
  warehouseIds?: number[]
  companyIds?: number[]
  supplierIds?: number[]
  channelIds?: number[]
}

/** An application outside that asks below /open. Orders §8. */
export interface AppCaller {
  id: number
  name: string
  appKey: string
  channelId: number
  scopes: readonly string[]
  /** most calls a second */
  rateLimit: number
  /** its orders may bring prices of their own */
  externalPrice: boolean
}

/** The acting person; an application stands for itself, or for a customer of its own. */
export interface Who {
  adminId: number
  account: string
  realName: string
  /** 0 when no session stands behind it (public calls, jobs) */
  sessionId: number
  roles: readonly string[]
  permissions: ReadonlySet<string>
  /** holds *:*:* */
  all: boolean
  level: number
  deptId: number | null
  storeIds: readonly number[]
  warehouseIds: readonly number[]
  channelIds: readonly number[]
  scopes: readonly Scope[]
  pwdExpired: boolean
  permVersion: number
  /** of a call below /open: the application that asks */
  app?: AppCaller
  /** and the consumer for whom it does, where the call is one of customers */
  uid?: number
}

function nobodyNamed(account: string, realName: string): Who {
  return {
    adminId: 0,
    account,
    realName,
    sessionId: 0,
    roles: [],
    permissions: new Set(),
    all: false,
    level: 0,
    deptId: null,
    storeIds: [],
    warehouseIds: [],
    channelIds: [],
    scopes: [],
    pwdExpired: false,
    permVersion: 0,
  }
}

/** Somebody without a session, on public calls. */
export const nobody: Who = nobodyNamed('', '')

/** An application: it may what its scopes say, given as permission codes, and sees no rows that belong to a data scope. */
export function whoIsApp(app: AppCaller, permissions: readonly string[]): Who {
  return { ...nobodyNamed(app.appKey, app.name), permissions: new Set(permissions), app }
}

/** The product itself: seeds, jobs, start. Sees everything. */
export const theSystem: Who = { ...nobodyNamed('system', '系统'), all: true, scopes: [{ kind: 1 }] }

export function may(who: Who, permission: string): boolean {
  return who.all || permission === 'public' || permission === 'login' || who.permissions.has(permission)
}

/** Refuses with 403 unless the person holds the permission. */
export function demand(who: Who, permission: string): void {
  if (!may(who, permission)) throw forbidden()
}

/** Refuses what only the role admin may do, with a 422 of the given text. Platform D5. */
export function demandAdmin(who: Who, message: string): void {
  if (!who.all) throw new AppError(422, message)
}
