import { HOUR_MINUTE } from '../place/config.rules.ts'

export interface Slot {
  start: string
  end: string
}

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))
const clockOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** The slots of a day in which a warehouse takes vehicles; a rest too short for one is left out. Warehouse §4.3, §5.10. */
export function slotsOf({
  slotStart,
  slotEnd,
  slotMinutes,
}: {
  readonly slotStart: string
  readonly slotEnd: string
  readonly slotMinutes: number | null
}): Slot[] {
  const step = slotMinutes ?? 0
  if (!HOUR_MINUTE.test(slotStart) || !HOUR_MINUTE.test(slotEnd) || step < 1) return []
  const slots: Slot[] = []
  for (let at = minutesOf(slotStart); at + step <= minutesOf(slotEnd); at += step)
    slots.push({ start: clockOf(at), end: clockOf(at + step) })
  return slots
}

/** The first dock that nobody has; null: all are taken. */
export function freeDock(docks: number, taken: readonly number[]): number | null {
  for (let dock = 1; dock <= docks; dock++) if (!taken.includes(dock)) return dock
  return null
}
