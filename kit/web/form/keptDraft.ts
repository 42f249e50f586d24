import { useCallback, useEffect, useRef } from 'react'
import { trust } from '#kit/shared/loose.ts'
import type { WireRow } from '#kit/web/fieldUi.ts'
import { currentSession } from '#kit/web/session.ts'

/** What was typed into a form: the changed values, and what stood there before. */
export interface Typed {
  values: WireRow
  base: WireRow
}

/** What a person left in this browser of a form they did not save; `at` in ms since 1970. */
export interface Draft extends Typed {
  at: number
}

const BEGIN = 'draft:'
const SOON_MS = 400
const KEPT_MS = 14 * 24 * 3600 * 1000

// The person stays known while they sign in again.
const keyOf = (name: string): string => `${BEGIN}${currentSession().login?.id ?? 0}:${name}`

/** The draft of a form that the person has in this browser, at most 14 days old; null when there is none. Screens §4. */
export function keptDraft(name: string): Draft | null {
  return read(keyOf(name))
}

/** A draft that is too old, or that nobody can read, is thrown away. */
function read(key: string): Draft | null {
  const text = localStorage.getItem(key)
  if (text === null) return null
  try {
    const draft = trust<Draft>(JSON.parse(text))
    if (Date.now() - draft.at < KEPT_MS) return draft
  } catch {}
  localStorage.removeItem(key)
  return null
}

/** Takes the draft of a form out of this browser. */
export function dropDraft(name: string): void {
  localStorage.removeItem(keyOf(name))
}

/** Writes a draft; where the browser has no room for it, the oldest of the others make way. */
export function keepDraft(name: string, typed: Typed): void {
  const key = keyOf(name)
  const text = JSON.stringify({ at: Date.now(), ...typed })
  const others = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? '')
    .filter((one) => one.startsWith(BEGIN) && one !== key)
    .map((one) => ({ one, at: read(one)?.at ?? 0 }))
    .sort((a, b) => a.at - b.at)
  for (const oldest of [...others.map(({ one }) => one), key])
    try {
      localStorage.setItem(key, text)
      return
    } catch {
      localStorage.removeItem(oldest)
    }
}

/**
 * Keeps what is being filled in: soon after it was typed, and at once when the page goes away. `typed` tells it, and is null
 * while there is nothing to keep; it must stay the same function as long as nothing changes. Answers how the draft is taken
 * out again, when it was saved or given up. Screens §4.
 */
export function useKeptDraft(name: string, typed: (() => Typed) | null): () => void {
  const latest = useRef<(() => Typed) | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const stop = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = undefined
  }, [])
  const write = useCallback(() => {
    if (timer.current === undefined) return
    stop()
    if (latest.current !== null) keepDraft(name, latest.current())
  }, [name, stop])
  useEffect(() => {
    const before = latest.current
    latest.current = typed
    if (typed !== null) timer.current ??= setTimeout(write, SOON_MS)
    else if (before !== null) {
      // What was typed was taken back.
      stop()
      dropDraft(name)
    }
  }, [name, typed, write, stop])
  useEffect(() => {
    addEventListener('pagehide', write)
    addEventListener('offline', write)
    return () => {
      removeEventListener('pagehide', write)
      removeEventListener('offline', write)
      write()
    }
  }, [write])
  return useCallback(() => {
    stop()
    dropDraft(name)
  }, [name, stop])
}
