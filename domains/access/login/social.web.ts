import type { pageConfig } from '#domains/wechat/wechat.shared.ts'
import { readAt } from '#kit/shared/standardCalls.ts'
import { request } from '#kit/web/request.ts'

/** The browser's half of signing in through the social platform. Platform §2.4. */

const HANDED = 'x-admin-oauth-code'
const STATE = 'x-admin-oauth-state'
const STEP = 'x-admin-oauth-step'
const GOAL = 'x-admin-oauth-goal'
const CODE = 'wx_auth'
const BACK = '/auth-send'
/** What is said when an answer does not belong to a question of this window. */
export const SPENT = '授权信息无效，请重试'

export interface SocialCode {
  code: string
  state: string
}

/** Where a person authorises, and for which account. */
interface SocialPlace {
  appId: string
  openBase: string
}

/** Where a person of this page authorises. */
export function socialPlace(): Promise<SocialPlace> {
  const url = location.href.split('#')[0] ?? ''
  return request(readAt<typeof pageConfig>('/admin/wechat/config'), { url }, { quiet: true })
}

/** What a code is fetched for: to sign in with it, or to be bound by the next login with a password. */
export type SocialStep = 'enter' | 'bind'

/** Whether this is the browser inside the platform's app, where alone its authorisation works. */
export function isInApp(): boolean {
  return /MicroMessenger/i.test(navigator.userAgent)
}

/** Whether this window has begun to authorise before: it does so by itself only once. */
export function hasBegun(): boolean {
  return sessionStorage.getItem(STEP) !== null
}

/**
 * Leaves for the platform's authorisation, from where the person comes back to /auth-send; `goal` is the page they
 * wanted. The address names no more than the openid (snsapi_base).
 */
export function authorise({ appId, openBase }: SocialPlace, step: SocialStep, goal: string): void {
  const state = crypto.getRandomValues(new Uint32Array(4)).join('')
  sessionStorage.setItem(STATE, state)
  sessionStorage.setItem(STEP, step)
  sessionStorage.setItem(GOAL, goal)
  const query = new URLSearchParams({
    appid: appId,
    redirect_uri: location.origin + BACK,
    response_type: 'code',
    scope: 'snsapi_base',
    state,
  })
  location.assign(`${openBase}/connect/oauth2/authorize?${query}#wechat_redirect`)
}

/** What the last authorisation of this window was for. */
export function lastStep(): SocialStep {
  return sessionStorage.getItem(STEP) === 'bind' ? 'bind' : 'enter'
}

/** The page that was wanted before the authorisation; a page of its own way is none. */
export function goalOf(redirect: string): string {
  return redirect.startsWith(`${BACK}?`) ? (sessionStorage.getItem(GOAL) ?? '/') : redirect
}

/** Keeps a code for the login with a password. */
export function keepCode(code: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser.
  document.cookie = `${CODE}=${encodeURIComponent(code)}; path=/; SameSite=Lax${location.protocol === 'https:' ? '; Secure' : ''}`
}

/** The kept code, which is good once; '' without one. */
export function takeCode(): string {
  const found = new RegExp(`(?:^|; )${CODE}=([^;]*)`).exec(document.cookie)?.[1] ?? ''
  // biome-ignore lint/suspicious/noDocumentCookie: as above.
  if (found !== '') document.cookie = `${CODE}=; path=/; max-age=0`
  return decodeURIComponent(found)
}

/** Code and state in a query text; null when there is no code. */
export function codeIn(search: string): SocialCode | null {
  const query = new URLSearchParams(search)
  const code = query.get('code') ?? ''
  return code === '' ? null : { code, state: query.get('state') ?? '' }
}

/** The state this window sent along with its question; it is good once. */
export function takeState(): string {
  const state = sessionStorage.getItem(STATE) ?? ''
  sessionStorage.removeItem(STATE)
  // Nothing was asked: no answer may equal it.
  return state === '' ? crypto.getRandomValues(new Uint32Array(4)).join('') : state
}

/**
 * Hands over each code that arrives at the login page: in its own address, in the one the person wanted, or from a
 * second window. Answers how to stop listening.
 */
export function handedOver(
  search: string,
  redirect: string,
  use: (given: SocialCode | null) => void,
): () => void {
  const own = codeIn(search)
  if (own !== null) use(own)
  else if (redirect.startsWith(`${BACK}?`)) use(codeIn(redirect.slice(BACK.length)))
  const read = () => {
    const text = localStorage.getItem(HANDED)
    if (text === null) return
    localStorage.removeItem(HANDED)
    use(codeIn(text))
  }
  const onStorage = (event: StorageEvent) => {
    if (event.key === HANDED && event.newValue !== null) read()
  }
  addEventListener('storage', onStorage)
  return () => removeEventListener('storage', onStorage)
}

/** Leaves a query text for the login page in another window. */
export function handOver(search: string): void {
  localStorage.setItem(HANDED, search)
  // Nobody took it: it must not wait for the next person.
  setTimeout(() => localStorage.removeItem(HANDED), 300_000)
}
