import { besideYardstick } from './besideYardstick.ts'
import { KEYWORDS } from './generate.ts'
import { compare, load, percentile } from './load.ts'
import { atLeast, atMost, type Figure } from './report.ts'
import type { Bench } from './run.ts'

const PRODUCTS = '/api/admin/store/product'
/** What /store/index asks for with its usual columns. */
const SHOWN =
  'image,storeName,productCode,cateId,cateValues,brandId,brandName,price,cost,sales,stock,channels,labels,sort,auditStatus,platformStatus,createTime,isShow'
/** A page of the list of products. */
export const LIST = `${PRODUCTS}/list?page=1&limit=20&fields=${SHOWN}`
const MOST_BYTES = 10_240

/** List, search and record of 100,000 products against the yardstick, and how large an answer of the list is. */
export function listRate({ base, token, databaseUrl }: Bench): Promise<Figure[]> {
  return besideYardstick(databaseUrl, async (plain) => {
    const headers = { 'x-token': token }
    const first = await fetch(base + LIST, { headers: { ...headers, 'accept-encoding': 'identity' } })
    const body = await first.text()
    const id: unknown = JSON.parse(body).data.list[0].id
    const search = `${LIST}&keywords=${encodeURIComponent(KEYWORDS[0] ?? '')}`
    const figures: Figure[] = []
    for (const [what, path, budget] of [
      ['list', LIST, 0.4],
      ['search', search, 0.15],
      ['record', `${PRODUCTS}/info/${id}`, 0.25],
    ] as const) {
      const own = () => load(base + path, headers)
      await load(base + path, headers, 2)
      const { one, other, ratio, p99Ratio } = await compare(own, () => load(plain, {}))
      if (one.errors + other.errors > 0) throw new Error(`the load of the ${what} met errors`)
      const rates = `${Math.round(one.perSecond)}/s against ${Math.round(other.perSecond)}/s`
      figures.push(atLeast(`${what} of 100,000 products: ${rates}`, ratio, budget, '× yardstick'))
      if (what === 'list')
        figures.push(
          atMost(
            `list: p99 ${one.p99.toFixed(1)} ms against ${other.p99.toFixed(1)} ms`,
            p99Ratio,
            3,
            '× yardstick',
          ),
        )
    }
    return [...figures, atMost('list: answer of 20 rows', Buffer.byteLength(body), MOST_BYTES, 'bytes')]
  })
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
