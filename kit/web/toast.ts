import type { ReactNode } from 'react'

const ERROR_SECONDS = 5
const SUCCESS_SECONDS = 1
const NOTICE_SECONDS = 6
const lastShown = new Map<string, number>()

/** Where remarks are shown; seconds 0: until closed. */
export interface Voice {
  open(
    type: 'error' | 'success' | 'info' | 'loading' | 'warning',
    text: ReactNode,
    seconds?: number,
  ): () => void
}

type Remark = Parameters<Voice['open']>

let voice: Voice | null = null
let waiting: Remark[] = []

/**
 * The page that is shown tells where remarks appear: the shell with antd's messages, the login page, which must stay
 * light, in its own way. What is said while neither is there waits for the next. Answers how to take it back.
 */
export function declareVoice(by: Voice): () => void {
  voice = by
  // What another page said a moment ago is no longer to be seen.
  lastShown.clear()
  for (const remark of waiting) by.open(...remark)
  waiting = []
  return () => {
    if (voice === by) voice = null
  }
}

function say(...remark: Remark): () => void {
  if (voice) return voice.open(...remark)
  waiting.push(remark)
  return () => {
    waiting = waiting.filter((one) => one !== remark)
  }
}

/** A failure, for 5 s; the same text within 5 s stands once. Platform §4.6. */
export function toastError(text: string): void {
  const now = Date.now()
  for (const [shown, time] of lastShown) if (now - time >= ERROR_SECONDS * 1000) lastShown.delete(shown)
  if (lastShown.has(text)) return
  lastShown.set(text, now)
  say('error', text, ERROR_SECONDS)
}

/** A success, for 1 s. */
export function toastSuccess(text: string): void {
  say('success', text, SUCCESS_SECONDS)
}

/** How something ended that leads on, e.g. with a link to what was made; for 6 s, or until the returned function is called. */
export function toastNotice(
  content: ReactNode,
  type: 'success' | 'warning' | 'error' = 'success',
): () => void {
  return say(type, content, NOTICE_SECONDS)
}

/** A notice with something to press, until the page is left. */
export function toastStanding(content: ReactNode): void {
  say('info', content, 0)
}

/** A warning, for 5 s. */
export function toastWarning(text: string): void {
  say('warning', text, ERROR_SECONDS)
}

/** A remark, e.g. 已取消. */
export function toastInfo(text: string): void {
  say('info', text)
}

/** A notice that stands until the returned function is called, e.g. 上传中，请稍候. */
export function toastLoading(content: ReactNode): () => void {
  return say('loading', content, 0)
}
