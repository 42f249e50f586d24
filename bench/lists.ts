import { KEYWORDS } from './generate.ts'
import { compare, type Load, load, percentile } from './load.ts'
import { startProgram, untilReady } from './processes.ts'
import { atLeast, atMost, type Figure } from './report.ts'
import type { Bench } from './run.ts'

const YARDSTICK_PORT = 18_401
const PRODUCTS = '/api/admin/store/product'
/** What /store/index asks for with its usual columns. */
const SHOWN =
  'image,storeName,productCode,cateId,cateValues,brandId,brandName,price,cost,sales,stock,channels,labels,sort,auditStatus,platformStatus,createTime,isShow'
const LIST = `${PRODUCTS}/list?page=1&limit=20&fields=${SHOWN}`
const MOST_BYTES = 10_240

/** List, search and record of 100,000 products against the yardstick, and how large an answer of the list is. */
export async function listRate({ base, token, databaseUrl }: Bench): Promise<Figure[]> {
  const yardstick = startProgram('bench/yardstick.ts', {
    BENCH_DATABASE_URL: databaseUrl,
    BENCH_PORT: String(YARDSTICK_PORT),
  })
  const headers = { 'x-token': token }
  try {
    const plain = `http://127.0.0.1:${YARDSTICK_PORT}/`
    await untilReady(plain)
    const first = await fetch(base + LIST, { headers: { ...headers, 'accept-encoding': 'identity' } })
    const body = await first.text()
    const id: unknown = JSON.parse(body).data.list[0].id
    const against = (url: string): Promise<{ one: Load; other: Load; ratio: number; p99Ratio: number }> =>
      compare(
        () => load(url, headers),
        () => load(plain, {}),
      )
    const search = `${base}${LIST}&keywords=${encodeURIComponent(KEYWORDS[0] ?? '')}`
    const record = `${base}${PRODUCTS}/info/${id}`
    for (const url of [base + LIST, search, record]) await load(url, headers, 2)
    await load(plain, {}, 2)
    const figures: Figure[] = []
    for (const [what, url, budget] of [
      ['list', base + LIST, 0.4],
      ['search', search, 0.15],
      ['record', record, 0.25],
    ] as const) {
      const { one, other, ratio, p99Ratio } = await against(url)
      if (one.errors + other.errors > 0) throw new Error(`the load of the ${what} met errors`)
      const rates = `${Math.round(one.perSecond)}/s against ${Math.round(other.perSecond)}/s`
      figures.push(atLeast(`${what} of 100,000 products: ${rates}`, ratio, budget, '× yardstick'))
      if (what === 'list')
        figures.push(atMost(`list: p99 ${one.p99} ms against ${other.p99} ms`, p99Ratio, 3, '× yardstick'))
    }
    return [...figures, atMost('list: answer of 20 rows', Buffer.byteLength(body), MOST_BYTES, 'bytes')]
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
      const query = `page=${round + 1}&fields=${SHOWN}&keywords=${encodeURIComponent(word)}`
      const answer = await fetch(`${base}${PRODUCTS}/list?${query}`, { headers: { 'x-token': token } })
      const { code } = await answer.json()
      if (code !== 200) throw new Error(`search for ${word} answered ${code}`)
      times.push(performance.now() - start)
    }
  }
  return [atMost('keyword search in 100,000 products, p95', percentile(times, 0.95), 30, 'ms')]
}
