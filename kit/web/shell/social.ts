/** The browser's half of signing in through the social platform. Platform §2.4. */

const HANDED = 'x-admin-oauth-code'
const STATE = 'x-admin-oauth-state'
/** What is said when an answer does not belong to a question of this window. */
export const SPENT = '授权信息无效，请重试'

export interface SocialCode {
  code: string
  state: string
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
 * Hands over each code that arrives at the login page: in the address the person wanted, or from a second window.
 * Answers how to stop listening.
 */
export function handedOver(redirect: string, use: (given: SocialCode | null) => void): () => void {
  if (redirect.startsWith('/auth-send?')) use(codeIn(redirect.slice('/auth-send'.length)))
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
