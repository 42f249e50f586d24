import { writeJson } from '../model/json.ts'
import type { Process } from '../model/types.ts'

/** Drawings kept in the local storage of a browser. Workflow §2.1. */

const PREFIX = 'LFDATA'
const KEPT = 20
export const AUTOSAVE_MS = 30_000

export interface SavedEntry {
  key: string
  title: string
  /** null: a key of another program that does not say */
  savedAt: Date | null
  json: string
}

/**
 * Keeps a drawing, and of this process the newest 20. false: the browser has no room for it or lets nobody keep
 * anything; whoever asked may warn, nothing else happens.
 */
export function keepSaved(process: Process, now = new Date(), storage: Storage = localStorage): boolean {
  return keepWritten(process, writeJson(process), now, storage)
}

/** The same where the drawing is written already. */
export function keepWritten(
  process: Pick<Process, 'name' | 'displayName'>,
  json: string,
  now = new Date(),
  storage: Storage = localStorage,
): boolean {
  const title = process.displayName || process.name
  const prefix = `${PREFIX}_${process.name}_`
  const value = JSON.stringify({ title, savedAt: now.toISOString(), json })
  try {
    storage.setItem(`${prefix}${stamp(now)}`, value)
  } catch {
    return false
  }
  // The name of another process may begin like this one; only the stamp may follow.
  const own = keys(storage).filter(
    (key) => key.startsWith(prefix) && /^\d{14}$/.test(key.slice(prefix.length)),
  )
  for (const key of own.sort().slice(0, -KEPT)) storage.removeItem(key)
  return true
}

/** Everything under LFDATA, newest first; what other programs left there stands at the end. */
export function listSaved(storage: Storage = localStorage): SavedEntry[] {
  return keys(storage)
    .filter((key) => key.startsWith(PREFIX))
    .map((key) => readEntry(key, storage.getItem(key) ?? ''))
    .sort((a, b) => timeOf(b) - timeOf(a) || a.key.localeCompare(b.key))
}

export function removeSaved(key: string, storage: Storage = localStorage): void {
  storage.removeItem(key)
}

/** What an autosave asks of the designer. */
interface Autosaved {
  /** the drawing changed since it was kept last */
  changed(): boolean
  read(): Process
  /** kept, or not for want of room */
  onKept(kept: boolean): void
}

/** Keeps a drawing every 30 seconds while it changes; answers how to stop. */
export function startAutosave({ changed, read, onKept }: Autosaved): () => void {
  const timer = setInterval(() => {
    if (changed()) onKept(keepSaved(read()))
  }, AUTOSAVE_MS)
  return () => clearInterval(timer)
}

function keys(storage: Storage): string[] {
  return Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '')
}

// Bare json of another program is shown under its key.
function readEntry(key: string, value: string): SavedEntry {
  const bare = { key, title: key, savedAt: null, json: value }
  const given = parsed(value)
  const json = given.get('json')
  if (typeof json !== 'string' && (typeof json !== 'object' || json === null)) return bare
  const title = given.get('title')
  const savedAt = new Date(String(given.get('savedAt')))
  return {
    key,
    title: typeof title === 'string' && title !== '' ? title : key,
    savedAt: Number.isNaN(savedAt.getTime()) ? null : savedAt,
    json: typeof json === 'string' ? json : JSON.stringify(json),
  }
}

function parsed(value: string): ReadonlyMap<string, unknown> {
  try {
    const given: unknown = JSON.parse(value)
    return new Map(typeof given === 'object' && given !== null ? Object.entries(given) : [])
  } catch {
    return new Map()
  }
}

function timeOf({ savedAt }: SavedEntry): number {
  return savedAt?.getTime() ?? 0
}

/** yyyyMMddHHmmss by the clock of the person. */
function stamp(now: Date): string {
  const parts = [now.getMonth() + 1, now.getDate(), now.getHours(), now.getMinutes(), now.getSeconds()]
  return `${now.getFullYear()}${parts.map((part) => String(part).padStart(2, '0')).join('')}`
}
