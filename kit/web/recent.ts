import { trust } from '#kit/shared/loose.ts'
import { currentSession } from './session.ts'

/** A row that was chosen. */
export interface Recent {
  id: number
  label: string
  /** by which it is found again */
  words: string
}

/** So many are offered again. */
const MOST = 5
const keyOf = (path: string): string => `chosen:${currentSession().login?.id ?? 0}:${path}`

/** What the person chose last in this browser of what the call of this path answers, the latest first. Screens §4. */
export function recentOf(path: string): readonly Recent[] {
  try {
    return trust<Recent[]>(JSON.parse(localStorage.getItem(keyOf(path)) ?? '[]'))
  } catch {
    return []
  }
}

/** Keeps what was chosen for the next time. */
export function rememberChosen(path: string, chosen: readonly Recent[]): void {
  const ids = new Set(chosen.map((one) => one.id))
  const all = [...chosen.toReversed(), ...recentOf(path).filter((one) => !ids.has(one.id))]
  try {
    localStorage.setItem(keyOf(path), JSON.stringify(all.slice(0, MOST)))
  } catch {
    // A browser that is full offers nothing again.
  }
}
