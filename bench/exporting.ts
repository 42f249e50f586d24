import { LIST } from './lists.ts'
import { load } from './load.ts'
import { peakMegabytes, workersOf } from './processes.ts'
import { atMost, type Figure } from './report.ts'
import type { Bench } from './run.ts'
import { untilEnded } from './tasks.ts'

/** Export of 100,000 products: seconds, memory, and what it does to the calls answered meanwhile. */
export async function exportProducts(bench: Bench): Promise<Figure[]> {
  const { base, token } = bench
  const headers = { 'x-token': token }
  const alone = await load(`${base}${LIST}`, headers, 4, 4)
  const start = performance.now()
  const answer = await fetch(`${base}/api/admin/store/product/productExport`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: '{}',
  })
  const { code, message, data } = await answer.json()
  if (code !== 200) throw new Error(`export refused: ${message}`)
  const meanwhile = await load(`${base}${LIST}`, headers, 4, 4)
  const ended = await untilEnded(bench, data.taskId, start)
  if (ended.status !== 2) throw new Error(`export ended with ${ended.status}: ${ended.message}`)
  const workers = await workersOf(bench.server.child.pid ?? 0)
  const memory = Math.max(0, ...(await Promise.all(workers.map(peakMegabytes))))
  return [
    atMost('export of 100,000 products', ended.ms / 1000, 30, 's'),
    atMost('export: memory of the worker', memory, 300, 'MB'),
    atMost(
      `p99 of the list while it runs: ${meanwhile.p99} ms against ${alone.p99} ms`,
      meanwhile.p99 / Math.max(1, alone.p99),
      2,
      '×',
    ),
  ]
}
