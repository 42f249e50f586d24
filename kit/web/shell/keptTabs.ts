import { currentSession } from '../session.ts'
import { knowledge } from './house.ts'
import { flatten } from './menu.ts'
import type { SavedTab } from './tabs.ts'

export const HOME = '/dashboard'

/** The pages whose tabs are always there. */
export function pinnedPaths(): string[] {
  const pinned = flatten(knowledge().menus ?? [])
    .filter(({ item }) => item.affix === 1 && item.component.startsWith('/'))
    .map(({ item }) => item.component)
  return [...new Set([HOME, ...pinned])]
}

const storageKey = (adminId: number) => `tabs:${adminId}`

/** The tabs a person had open before the browser was reloaded. */
export function savedTabs(adminId: number): SavedTab[] {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(storageKey(adminId)) ?? '[]')
    return Array.isArray(value) ? value.filter(isSaved) : []
  } catch {
    return []
  }
}

function isSaved(value: unknown): value is SavedTab {
  return (
    typeof value === 'object' &&
    value !== null &&
    'key' in value &&
    typeof value.key === 'string' &&
    'at' in value &&
    typeof value.at === 'string' &&
    value.at.startsWith('/') &&
    'ownTitle' in value &&
    typeof value.ownTitle === 'string'
  )
}

/** Keeps the tabs of a person over a reload of the browser. */
export function keepTabs(adminId: number, tabs: readonly SavedTab[]): void {
  sessionStorage.setItem(storageKey(adminId), JSON.stringify(tabs))
}

/** Where the tabs stand that the shell of the person begins with. */
export function keptPaths(): string[] {
  const { person } = currentSession()
  return person === null ? [] : [...pinnedPaths(), ...savedTabs(person.id).map((tab) => tab.at)]
}
