import { useSyncExternalStore } from 'react'

/** How many pages a person may pin. Platform §4.4. */
export const MOST_PINS = 12

const listeners = new Set<() => void>()
const keyOf = (adminId: number) => `pins:${adminId}`
const kept = new Map<number, readonly string[]>()

/** 常用菜单: the addresses a person has pinned in this browser, in the order they were pinned. */
export function pinsOf(adminId: number): readonly string[] {
  const found = kept.get(adminId) ?? read(adminId)
  kept.set(adminId, found)
  return found
}

function read(adminId: number): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(adminId)) ?? '[]')
    return Array.isArray(stored) ? stored.map(String).slice(0, MOST_PINS) : []
  } catch {
    return []
  }
}

/** Pins a page or takes it off again; false when there are twelve already. */
export function togglePin(adminId: number, url: string): boolean {
  const before = pinsOf(adminId)
  const isPinned = before.includes(url)
  if (!isPinned && before.length >= MOST_PINS) return false
  const after = isPinned ? before.filter((one) => one !== url) : [...before, url]
  kept.set(adminId, after)
  localStorage.setItem(keyOf(adminId), JSON.stringify(after))
  for (const listener of listeners) listener()
  return true
}

export function usePins(adminId: number): readonly string[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => pinsOf(adminId),
  )
}
