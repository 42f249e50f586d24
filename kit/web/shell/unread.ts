import { useSyncExternalStore } from 'react'

/** Local storage key the chat sets to 1 when messages wait; other windows follow through the storage event. */
const KEY = 'hasUnread'
const listeners = new Set<() => void>()

const unread = () => localStorage.getItem(KEY) === '1'

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

/** Whether chat messages wait to be read. Platform §4.3. */
export function useUnread(): boolean {
  return useSyncExternalStore(subscribe, unread)
}

/** The chat was opened. */
export function clearUnread(): void {
  if (!unread()) return
  localStorage.setItem(KEY, '0')
  for (const listener of listeners) listener()
}
