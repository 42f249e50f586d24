import { KEYWORDS } from './generate.ts'
import { compare, load, percentile } from './load.ts'
import { startProgram, untilReady } from './processes.ts'
import { atLeast, atMost, type Figure } from './report.ts'
import type { Bench } from './run.ts'

const YARDSTICK_PORT = 18_401
const LIST = '/api/admin/store/product/list?page=1&limit=20'

/** List of 20 out of 100,000 products against the yardstick. */
export async function listRate({ base, token, databaseUrl }: Bench): Promise<Figure[]> {
  const yardstick = startProgram('bench/yardstick.ts', {
    BENCH_DATABASE_URL: databaseUrl,
    BENCH_PORT: String(YARDSTICK_PORT),
  })
  try {
    const plain = `http://127.0.0.1:${YARDSTICK_PORT}/`
    await untilReady(plain)
    const headers = { 'x-token': token }
    await load(`${base}${LIST}`, headers, 2)
    await load(plain, {}, 2)
    const { one, other, ratio, p99Ratio } = await compare(
      () => load(`${base}${LIST}`, headers),
      () => load(plain, {}),
    )
    if (one.errors + other.errors > 0) throw new Error('the load met errors')
    return [
      atLeast(
        `list of 100,000: ${Math.round(one.perSecond)}/s against ${Math.round(other.perSecond)}/s`,
        ratio,
        0.5,
        '× yardstick',
      ),
      atMost(`list of 100,000: p99 ${one.p99} ms against ${other.p99} ms`, p99Ratio, 3, '× yardstick'),
    ]
  } finally {
    await yardstick.stop()
  }
}

/** Search by two Chinese characters; the first round counts the hits, later ones find the count kept. */
export async function keywordSearch({ base, token }: Bench): Promise<Figure[]> {
  const times: number[] = []
  for (let round = 0; round < 6; round++) {
    for (const word of KEYWORDS) {
      const start = performance.now()
      const answer = await fetch(
        `${base}/api/admin/store/product/list?page=${round + 1}&keywords=${encodeURIComponent(word)}`,
        {
          headers: { 'x-token': token },
        },
      )
      const { code } = await answer.json()
      if (code !== 200) throw new Error(`search for ${word} answered ${code}`)
      times.push(performance.now() - start)
    }
  }
  return [atMost('keyword search in 100,000 products, p95', percentile(times, 0.95), 30, 'ms')]
}
