import { expect, test } from 'vitest'
import { addMetrics, count, countCall, drained, drainMetrics, durations, printMetrics } from './metrics.ts'

test('what another process counted is added to what this one has', async () => {
  const note = durations('test_seconds')
  const noteLong = durations('test_wait_seconds', [1, 60])
  count('test_total', { kind: 'a' }, 2)
  note(0.02, { route: 'x' })
  note(3, { route: 'x' })
  noteLong(30)
  // As it travels between processes.
  const taken = drained.parse(JSON.parse(JSON.stringify(drainMetrics())))
  expect(await printMetrics()).not.toContain('test_total')
  count('test_total', { kind: 'a' })
  note(0.02, { route: 'x' })
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
    'test_wait_seconds_bucket{le="1"} 0',
    'test_wait_seconds_bucket{le="60"} 1',
    'test_wait_seconds_bucket{le="+Inf"} 1',
  ])
    expect(printed).toContain(`${line}\n`)
})

test('calls are counted by route, method and code, and measured by route', async () => {
  countCall('GET', '/a"b/:id', 200, 4)
  countCall('GET', '/a"b/:id', 200, 5)
  countCall('GET', '/a"b/:id', 403, 20_000)
  const printed = await printMetrics()
  for (const line of [
    'http_requests_total{route="/a_b/:id",method="GET",code="200"} 2',
    'http_requests_total{route="/a_b/:id",method="GET",code="403"} 1',
    'http_request_duration_seconds_bucket{route="/a_b/:id",le="0.005"} 2',
    'http_request_duration_seconds_bucket{route="/a_b/:id",le="10"} 2',
    'http_request_duration_seconds_bucket{route="/a_b/:id",le="+Inf"} 3',
  ])
    expect(printed).toContain(`${line}\n`)
})
