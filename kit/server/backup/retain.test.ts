import { expect, test } from 'vitest'
import { superfluous } from './retain.ts'

const NOW = new Date('2026-03-20T04:00:00Z')
const day = (back: number) => ({ time: new Date(NOW.getTime() - back * 86_400_000 + 3_600_000) })

test('fourteen days and eight weeks are kept', () => {
  const daily = Array.from({ length: 100 }, (_, index) => day(index + 1))
  const old = superfluous(daily, NOW, 14, 8)
  const kept = daily.filter((one) => !old.includes(one))
  expect(kept.slice(0, 13)).toEqual(daily.slice(0, 13))
  // Of the weeks before, one each: seven further ones reach back to the Monday eight weeks ago.
  expect(kept.slice(13).map((one) => one.time.toISOString().slice(0, 10))).toEqual([
    '2026-03-01',
    '2026-02-22',
    '2026-02-15',
    '2026-02-08',
    '2026-02-01',
  ])
})

test('the newest stays however old it is', () => {
  expect(superfluous([day(400), day(500)], NOW, 14, 8)).toEqual([day(500)])
  expect(superfluous([], NOW, 14, 8)).toEqual([])
})
