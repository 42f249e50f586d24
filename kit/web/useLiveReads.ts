import { useEffect, useRef } from 'react'
import { useLive } from './live.ts'
import { invalidate } from './query.ts'

/** However many notices come within it, what changed is read once. */
const PAUSE_MS = 1000

/**
 * Reads again what the calls under some paths answered when the server tells that something about the topic changed:
 * at once, then at most once a second, so that a person who is told of hundreds of things does not ask hundreds of
 * times. Architecture §6.
 */
export function useLiveReads(topic: string, ...prefixes: readonly string[]): void {
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  const missed = useRef(false)
  useEffect(() => () => clearTimeout(pause.current), [])
  const readAgain = () => {
    missed.current = pause.current !== undefined
    if (missed.current) return
    void invalidate(...prefixes)
    pause.current = setTimeout(() => {
      pause.current = undefined
      if (missed.current) readAgain()
    }, PAUSE_MS)
  }
  useLive(topic, readAgain)
}
