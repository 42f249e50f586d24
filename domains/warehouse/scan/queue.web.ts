import { useSyncExternalStore } from 'react'
import { post } from '#kit/shared/call.ts'
import { invalidate } from '#kit/web/query.ts'
import { CallError, isLost, request } from '#kit/web/request.ts'
import { currentSession, onRenewed, useSession } from '#kit/web/session.ts'
import { again, firstWaiting, type Queued, readQueue, refused, without } from './queue.rules.ts'

const AGAIN_MS = 3000
/** Posted ones are remembered until the answers that hold them have surely been read. */
const KEPT_MS = 60_000
/** Answers of a server that is busy or in trouble: the scan was not refused, so it is posted again. */
const TROUBLE = [429, 500, 502, 503, 504]
const TROUBLE_MOST = 5

/** The scans of a person on this device. */
interface State {
  readonly scans: readonly Queued[]
  /** posted a moment ago, with when */
  readonly posted: readonly { readonly scan: Queued; readonly at: number }[]
  /** the last sending did not arrive */
  readonly lost: boolean
}

const listeners = new Set<() => void>()
let state: State = { scans: [], posted: [], lost: false }
let owner = ''
let running = false
let troubles = 0
let timer: ReturnType<typeof setTimeout> | undefined
/** who wants to hear of a refusal at once */
const alarms = new Set<(scan: Queued) => void>()

// The person stays known while they sign in again; another one has scans of their own.
const keyOf = (): string => `scans:${currentSession().login?.id ?? 0}`

function become(change: Partial<State>): void {
  state = { ...state, ...change }
  for (const listener of listeners) listener()
}

/** Reads what the browser keeps of the person: other windows write there as well. */
function load(): readonly Queued[] {
  const key = keyOf()
  if (owner !== key) state = { ...state, posted: [], lost: false }
  owner = key
  return readQueue(localStorage.getItem(key))
}

function keep(scans: readonly Queued[]): void {
  localStorage.setItem(keyOf(), JSON.stringify(scans))
  become({ scans })
}

/** Keeps a scan, and posts it as soon as the network allows; false where the browser has no room for it. Warehouse §7. */
export function enqueue(scan: Omit<Queued, 'at' | 'fault'>): boolean {
  try {
    keep([...load(), { ...scan, at: Date.now(), fault: '' }])
  } catch {
    return false
  }
  void drain()
  return true
}

/** A refused scan is posted once more, with another quantity where one is given. */
export function retryScan(scanId: string, qty?: number): void {
  keep(again(load(), scanId, qty))
  void drain()
}

export function dropScan(scanId: string): void {
  keep(without(load(), scanId))
}

/** Posts what waits, one after the other; what does not arrive stays and is tried again. */
export async function drain(): Promise<void> {
  if (running || !currentSession().isLogin) return
  running = true
  clearTimeout(timer)
  try {
    for (let next = firstWaiting(load()); next !== undefined; next = firstWaiting(load()))
      if (!(await send(next))) break
  } finally {
    running = false
  }
  if (firstWaiting(load()) === undefined) become({ lost: false })
  else timer = setTimeout(() => void drain(), AGAIN_MS)
}

/** Whether the next may follow. */
async function send(scan: Queued): Promise<boolean> {
  const whose = keyOf()
  try {
    // The queue outlives the page that knows the call, so it is asked by its path.
    await request(post(scan.path, { title: '上传扫码' }), scan.input, {
      ...{ quiet: true, idempotencyKey: scan.scanId },
    })
  } catch (error) {
    if (whose !== keyOf() || !(error instanceof CallError) || error.code === 401) return false
    if (isLost(error)) {
      become({ lost: true })
      return false
    }
    if (TROUBLE.includes(error.code) && ++troubles < TROUBLE_MOST) return false
    troubles = 0
    keep(refused(load(), scan.scanId, error.message))
    for (const alarm of alarms) alarm({ ...scan, fault: error.message })
    return true
  }
  if (whose !== keyOf()) return false
  troubles = 0
  const at = Date.now()
  const posted = [...state.posted.filter((one) => at - one.at < KEPT_MS), { scan, at }]
  become({ posted, lost: false })
  keep(without(load(), scan.scanId))
  void invalidate('/admin/wts', '/admin/wms')
  return true
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const read = (): State => state

/** The queue for a screen of the person who is signed in. */
export function useScans(): State {
  useSession()
  const seen = useSyncExternalStore(subscribe, read)
  return owner === keyOf() ? seen : { ...seen, scans: load(), posted: [], lost: false }
}

/** Tells of each refusal when it comes. Answers how that ends. */
export function onRefusal(tell: (scan: Queued) => void): () => void {
  alarms.add(tell)
  return () => alarms.delete(tell)
}

/** Takes up what an earlier visit has left; called when a screen of scans opens. */
export function resume(): void {
  become({ scans: load() })
  void drain()
}

addEventListener('online', () => void drain())
addEventListener('storage', ({ key }) => {
  if (key === keyOf()) become({ scans: load() })
})
onRenewed(() => void drain())
