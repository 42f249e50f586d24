const PAUSES_MIN = [1, 5, 15, 60, 360] as const
const LAST_PAUSE_MIN = 360
const MOST_ATTEMPTS = 10

/** Minutes until the next attempt at a system outside after so many failed ones; null when it is given up. Orders §7.3. */
export function pauseAfter(attempts: number): number | null {
  if (attempts >= MOST_ATTEMPTS) return null
  return PAUSES_MIN[attempts - 1] ?? LAST_PAUSE_MIN
}
