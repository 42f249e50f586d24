import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test, vi } from 'vitest'
import { collectGrown, quietAfterWork } from './quietMemory.ts'

const LOOK = 5000

test('memory is collected once, three quiet looks after work', () => {
  const isTime = quietAfterWork()
  expect(isTime(4000, LOOK)).toBe(false)
  expect([1, 2, 3, 4, 5].map(() => isTime(20, LOOK))).toEqual([false, false, true, false, false])
})

test('not while anybody works, and not after what was hardly any work', () => {
  const busy = quietAfterWork()
  expect([1, 2, 3, 4, 5, 6].map((n) => busy(n % 3 === 0 ? 300 : 10_000, LOOK))).not.toContain(true)
  const idle = quietAfterWork()
  // Once after the start.
  expect([1, 2, 3, 4, 5, 6, 7].map(() => idle(20, LOOK))).toEqual([
    false,
    false,
    true,
    false,
    false,
    false,
    false,
  ])
})

test('within a long piece of work memory is collected each time it has grown', () => {
  // What other tests of this process left would be collected while the memory of this one grows.
  setFlagsFromString('--expose-gc')
  runInNewContext('gc()')
  const gc = vi.fn()
  vi.stubGlobal('gc', gc)
  const collect = collectGrown()
  collect()
  expect(gc).not.toHaveBeenCalled()
  const kept = Array.from({ length: 1_000_000 }, (_, at) => [at, at])
  collect()
  collect()
  expect(gc).toHaveBeenCalledTimes(1)
  expect(kept).toHaveLength(1_000_000)
  vi.unstubAllGlobals()
})
