import { durations } from './metrics.ts'

const LOOK_MS = 100

const noteDelay = durations('event_loop_delay_seconds', [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5])

/**
 * Looks ten times a second how late the event loop comes to its timers and notes it in seconds: what one request or
 * task keeps all others waiting. Called once per process; holds up its end no longer than anything else does.
 * Platform §14.4.
 */
export function watchLoop(): void {
  let due = performance.now() + LOOK_MS
  setInterval(() => {
    const now = performance.now()
    noteDelay(Math.max(0, now - due) / 1000)
    due = now + LOOK_MS
  }, LOOK_MS).unref()
}
