import { useSyncExternalStore } from 'react'
import { hasPermission as covers } from '#kit/shared/text.ts'

/** The person as getAdminInfoByToken answers them. Platform §2.1. */
export interface Person {
  id: number
  account: string
  name: string
  realName: string
  avatar: string
  introduction: string
  phone: string
  roles: string[]
  permissions: string[]
  isAgent: number
  isSms: number
  deptId: number | null
  deptName: string
  positionName: string
  storeIds: number[]
  dataScopes: number[]
  pwdExpired: number
  /** null: the password never ends */
  pwdLeftDays: number | null
  /** days before its end from which the person is reminded */
  pwdWarnDays: number
  /** may decide documents of their own making: `*:*:*` where the setting does not forbid it. Frame §7 */
  decidesOwn: 0 | 1
  loginTime: number
  lastIp: string
}

/** What the login answers and the cookie loginInfo keeps. Platform §4.5. */
export interface LoginInfo {
  id: number
  realName: string
  isAgent: number
  pwdExpired: number
}

/** The client's session. `person` is null until getAdminInfoByToken has answered. */
export interface Session {
  token: string
  isLogin: boolean
  login: LoginInfo | null
  person: Person | null
  name: string
  avatar: string
  introduction: string
  roles: readonly string[]
  permissions: readonly string[]
}

const TOKEN = 'tsToken'
const LOGIN_INFO = 'loginInfo'
/** changes in local storage when the session changes, so that the other windows of the browser follow */
const CHANGED = 'sessionChanged'

const listeners = new Set<() => void>()
const leaving = new Set<() => void>()
const arriving = new Set<() => void>()
const renewing = new Set<() => void>()
let session = made(readCookie(TOKEN), readLogin(), null)
let permissionVersion = 0

function made(token: string, login: LoginInfo | null, person: Person | null): Session {
  return {
    token,
    isLogin: token !== '',
    login,
    person,
    name: person?.name ?? '',
    avatar: person?.avatar ?? '',
    introduction: person?.introduction ?? '',
    roles: person?.roles ?? [],
    permissions: person?.permissions ?? [],
  }
}

function become(next: Session): void {
  session = next
  for (const listener of listeners) listener()
}

/** The session as it is now. */
export function currentSession(): Session {
  return session
}

/** The session of a component; it renders again when the session changes. */
export function useSession(): Session {
  return useSyncExternalStore(subscribe, currentSession)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** After a login: keeps token and login information in cookies that end with the browser session. Platform §4.5. */
export function startSession(token: string, login: LoginInfo): void {
  writeCookie(TOKEN, token)
  writeCookie(LOGIN_INFO, JSON.stringify(login))
  permissionVersion = 0
  become(made(token, login, null))
  tellOtherWindows()
}

/** Takes the person getAdminInfoByToken answered. */
export function setPerson(person: Person): void {
  const { id, realName, isAgent, pwdExpired } = person
  const login = { id, realName, isAgent, pwdExpired }
  const told = JSON.stringify(login)
  // Writing a cookie holds the page up.
  if (told !== JSON.stringify(session.login)) writeCookie(LOGIN_INFO, told)
  const arrives = session.person === null
  become(made(session.token, login, person))
  if (arrives) for (const act of arriving) act()
}

/** Registers what is done once the person of a session and their rights are known; at once when they are already. */
export function onSignedIn(act: () => void): void {
  arriving.add(act)
  if (session.person !== null) act()
}

/** After a login over the page: the same person goes on with another token, and everything else stays. */
export function renewSession(token: string): void {
  writeCookie(TOKEN, token)
  become({ ...session, token })
  tellOtherWindows()
  for (const act of renewing) act()
}

/** Registers what is taken up again after a login over the page. */
export function onRenewed(act: () => void): void {
  renewing.add(act)
}

/** Ends the session on this side and runs what was registered with `onSessionEnd`. */
export function resetSession(): void {
  if (!session.isLogin) return
  forget()
  tellOtherWindows()
}

function forget(): void {
  writeCookie(TOKEN, '')
  writeCookie(LOGIN_INFO, '')
  permissionVersion = 0
  become(made('', null, null))
  for (const clear of leaving) clear()
}

/** Registers what else must be cleared when a session ends: caches, tabs. */
export function onSessionEnd(clear: () => void): void {
  leaving.add(clear)
}

/** Whether the person holds any one of the codes. Frame §4. */
export function hasPermission(...codes: readonly string[]): boolean {
  return covers(session.permissions, codes)
}

/** Whether the person may ask a call of this permission: public and login need no code. */
export function mayCall(call: { permission: string }): boolean {
  return call.permission === 'public' || call.permission === 'login' || hasPermission(call.permission)
}

let permissionsGrew: () => void = () => undefined

/** The shell registers how menus and permissions are read again when the server says they changed. Platform §2.3. */
export function onPermissionChange(reload: () => void): void {
  permissionsGrew = reload
}

/** Takes the X-Perm-Version of an answer; a greater one than before reloads menus and permissions quietly. */
export function seePermissionVersion(version: number): void {
  if (!Number.isFinite(version) || version <= permissionVersion) return
  const known = permissionVersion > 0
  permissionVersion = version
  if (known) permissionsGrew()
}

function tellOtherWindows(): void {
  localStorage.setItem(CHANGED, String(Date.now()))
}

addEventListener('storage', (event) => {
  if (event.key !== CHANGED) return
  const token = readCookie(TOKEN)
  if (token === session.token) return
  const login = readLogin()
  if (token === '') forget()
  else if (session.person !== null && login?.id === session.person.id) {
    become({ ...session, token })
    for (const act of renewing) act()
  } else become(made(token, login, null))
})

function readLogin(): LoginInfo | null {
  try {
    const value: unknown = JSON.parse(readCookie(LOGIN_INFO))
    if (typeof value !== 'object' || value === null || !('id' in value)) return null
    const text = 'realName' in value ? String(value.realName) : ''
    const flag = (one: unknown) => (one === 1 ? 1 : 0)
    return {
      id: Number(value.id),
      realName: text,
      isAgent: flag('isAgent' in value ? value.isAgent : 0),
      pwdExpired: flag('pwdExpired' in value ? value.pwdExpired : 0),
    }
  } catch {
    return null
  }
}

/** The value of a cookie; '' when there is none. */
export function readCookie(name: string): string {
  const found = document.cookie.split('; ').find((part) => part.startsWith(`${name}=`))
  return found === undefined ? '' : decodeURIComponent(found.slice(name.length + 1))
}

/** Sets a cookie until the browser closes; '' removes it. */
export function writeCookie(name: string, value: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  const end = value === '' ? '; Max-Age=0' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http.
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; SameSite=Lax${secure}${end}`
}
