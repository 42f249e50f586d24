import { openDatabase, openPool } from '#kit/server/database.ts'
import { rooms } from '../app/domains.ts'
import { fillUp, SEARCHED } from './fill.ts'
import { KEYWORDS } from './generate.ts'
import { percentile } from './load.ts'
import { atMost, type Figure } from './report.ts'
import type { Bench } from './run.ts'

const COMPANIES = 100_000
const OTHERS = 20_000
/** Besides products: what the search looks through. */
const OTHER_RECORDS = [
  'shouda',
  'payer',
  'shipTo',
  'invoiceTo',
  'customer',
  'orgUser',
  'supplier',
  'store',
  'priceNotice',
]
const ROUNDS = 5

/** The search of everything and the home page, beside 100,000 products and 100,000 companies. Screens §6, §7. */
export async function deskTimes({ base, token, databaseUrl }: Bench): Promise<Figure[]> {
  const pool = openPool(databaseUrl, 2)
  try {
    for (const of of rooms.flatMap((room) => room.facts.entities)) {
      if (of.name === 'company') await fillUp(openDatabase(pool), of, COMPANIES)
      if (OTHER_RECORDS.includes(of.name)) await fillUp(openDatabase(pool), of, OTHERS)
    }
  } finally {
    await pool.end()
  }
  const words = [...KEYWORDS, ...SEARCHED, '1234', '99', '北辰商贸1', 'A', '没有这样的']
  const search = words.map((word) => `/api/admin/search?keywords=${encodeURIComponent(word)}`)
  const home = Array.from({ length: ROUNDS * 4 }, () => '/api/admin/home/cards')
  return [
    atMost('search of everything, p95', await timeOf(base, token, search), 100, 'ms'),
    atMost('home page in one call, p95', await timeOf(base, token, home), 300, 'ms'),
  ]
}

/** Every address asked once, then measured; the 95th percentile in ms. */
async function timeOf(base: string, token: string, paths: readonly string[]): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++)
    for (const path of paths) {
      const start = performance.now()
      const { code, message } = await fetch(base + path, { headers: { 'x-token': token } }).then((one) =>
        one.json(),
      )
      if (code !== 200) throw new Error(`${path} answered ${code} ${message}`)
      if (round > 0) times.push(performance.now() - start)
    }
  return percentile(times, 0.95)
}
