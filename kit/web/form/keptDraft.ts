import { useEffect } from 'react'
import { trust } from '#kit/shared/loose.ts'
import type { WireRow } from '#kit/web/fieldUi.ts'

const SOON_MS = 400
const keyOf = (name: string, adminId: number): string => `draft:${name}:${adminId}`

/** What a person left in this browser of a form they did not save; null when there is nothing. */
export function keptDraft(name: string, adminId: number): WireRow | null {
  try {
    return trust<WireRow | null>(JSON.parse(localStorage.getItem(keyOf(name, adminId)) ?? 'null'))
  } catch {
    return null
  }
}

export function dropDraft(name: string, adminId: number): void {
  localStorage.removeItem(keyOf(name, adminId))
}

/**
 * Keeps what is being filled in, so that a long form that is saved only as a whole can be gone on with later. `values`
 * is null while there is nothing to keep; dropping it is left to who saved. Catalog §10.
 */
export function useKeptDraft(name: string, adminId: number, values: WireRow | null): void {
  const text = values === null ? null : JSON.stringify(values)
  useEffect(() => {
    if (text === null) return
    const timer = setTimeout(() => localStorage.setItem(keyOf(name, adminId), text), SOON_MS)
    return () => clearTimeout(timer)
  }, [name, adminId, text])
}
