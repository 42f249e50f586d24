import { expect, test } from 'vitest'
import { addMetrics, count, drained, drainMetrics, observe, printMetrics } from './metrics.ts'

test('what another process counted is added to what this one has', async () => {
  count('test_total', { kind: 'a' }, 2)
  observe('test_seconds', { route: 'x' }, 0.02)
  observe('test_seconds', { route: 'x' }, 3)
  // As it travels between processes.
  const taken = drained.parse(JSON.parse(JSON.stringify(drainMetrics())))
  expect(await printMetrics()).not.toContain('test_total')
  count('test_total', { kind: 'a' })
  observe('test_seconds', { route: 'x' }, 0.02)
  addMetrics(taken)
  const printed = await printMetrics()
  for (const line of [
    '# TYPE test_total counter',
    'test_total{kind="a"} 3',
    'test_seconds_bucket{route="x",le="0.01"} 0',
    'test_seconds_bucket{route="x",le="0.025"} 2',
    'test_seconds_bucket{route="x",le="+Inf"} 3',
    'test_seconds_sum{route="x"} 3.04',
    'test_seconds_count{route="x"} 3',
  ])
    expect(printed).toContain(`${line}\n`)
})
