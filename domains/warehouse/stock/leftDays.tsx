import { NONE } from '#kit/web/fieldUi.ts'
import { StateTag } from '#kit/web/StateTag.tsx'

interface Lot {
  readonly left?: unknown
  readonly near?: unknown
}

/** Days a lot has left: red past its expiry, orange within the days of warning. Warehouse §4.4. */
export function leftDays({ left, near }: Lot) {
  if (typeof left !== 'number') return NONE
  const means = left < 0 ? 'wrong' : near === 1 ? 'waits' : 'done'
  return <StateTag label={`${left}天`} means={means} />
}
