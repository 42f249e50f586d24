import type { OutWireOf } from '#kit/shared/call.ts'
import { readAt } from '#kit/shared/standardCalls.ts'
import { WAITING_TOPIC } from '#kit/shared/waiting.ts'
import { useCall } from '#kit/web/useCall.ts'
import { useLiveReads } from '#kit/web/useLiveReads.ts'
import type { waitingCalls } from './notice.calls.ts'

// Every page asks: of the declarations of messages only this path is loaded with it.
const WAITING = readAt<typeof waitingCalls.waiting>('/admin/document/waiting')

// What changes is told; this only bridges a missed notice.
const FRESH_MS = 300_000

export type Waiting = OutWireOf<typeof waitingCalls.waiting>[number]

/** The page of a list's address. */
export const pathOf = (list: string): string => list.split('?')[0] ?? ''

const NONE: readonly Waiting[] = []

/** The documents that wait for the person's decision, by type. */
export function useWaiting(): readonly Waiting[] {
  return useCall(WAITING, {}, { quiet: true, fresh: FRESH_MS }).data ?? NONE
}

/** The same for the one place of a page that keeps them up to date. */
export function useLiveWaiting(): readonly Waiting[] {
  useLiveReads(WAITING_TOPIC, WAITING.path)
  return useCall(WAITING, {}, { quiet: true, fresh: FRESH_MS, every: FRESH_MS }).data ?? NONE
}
