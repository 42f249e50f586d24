import { openDatabase, openPool } from '#kit/server/database.ts'
import { rooms } from '../../app/domains.ts'
import { compare, load, percentile } from '../load.ts'
import { startProgram, untilReady } from '../processes.ts'
import { atLeast, atMost, type Figure } from '../report.ts'
import type { Bench } from '../run.ts'
import { fillTable, SEARCHED } from './fill.ts'

const YARDSTICK_PORT = 18_402
const ROWS = 100_000
const SECONDS = 2

/** The longest lists of the parties and of the documents of products. */
const LISTS = [
  ['company', '/admin/system/org/list'],
  ['shouda', '/admin/system/org/shouda/list'],
  ['payer', '/admin/system/org/payer/list'],
  ['shipTo', '/admin/system/org/userAddress/list'],
  ['licence', '/admin/system/org/licence/list'],
  ['customer', '/admin/customer/list'],
  ['supplier', '/admin/supplier/list'],
  ['productReply', '/admin/store/product/reply/list'],
  ['payerProduct', '/admin/payerproduct/list'],
  ['priceNotice', '/admin/purpose/priceNotice/list'],
] as const

const entities = new Map(rooms.flatMap((room) => room.facts.entities).map((one) => [one.name, one]))

/** 20 rows out of 100,000 of several lists against the yardstick, and the search in them. */
export async function partyLists({ base, token, databaseUrl }: Bench): Promise<Figure[]> {
  const pool = openPool(databaseUrl, 2)
  try {
    for (const [name] of LISTS) {
      const of = entities.get(name)
      if (of === undefined) throw new Error(`No entity ${name}`)
      await fillTable(openDatabase(pool), of, ROWS)
    }
  } finally {
    await pool.end()
  }
  const yardstick = startProgram('bench/yardstick.ts', {
    BENCH_DATABASE_URL: databaseUrl,
    BENCH_PORT: String(YARDSTICK_PORT),
  })
  const headers = { 'x-token': token }
  try {
    const plain = `http://127.0.0.1:${YARDSTICK_PORT}/`
    await untilReady(plain)
    await load(plain, {}, SECONDS)
    const figures: Figure[] = []
    for (const [name, path] of LISTS) {
      const url = `${base}/api${path}?page=1&limit=20`
      await load(url, headers, 1)
      const { one, other, ratio } = await compare(
        () => load(url, headers, SECONDS),
        () => load(plain, {}, SECONDS),
        1,
      )
      if (one.errors + other.errors > 0) throw new Error(`${path} met errors`)
      figures.push(
        atLeast(
          `${name}: ${Math.round(one.perSecond)}/s against ${Math.round(other.perSecond)}/s`,
          ratio,
          0.5,
          '× yardstick',
        ),
      )
      figures.push(atMost(`${name}: search, p95`, await searchTime(url, headers), 30, 'ms'))
    }
    return figures
  } finally {
    await yardstick.stop()
  }
}

async function searchTime(url: string, headers: Record<string, string>): Promise<number> {
  const times: number[] = []
  for (const word of SEARCHED) {
    const start = performance.now()
    const answer = await fetch(`${url}&keywords=${encodeURIComponent(word)}`, { headers })
    const { code, message } = await answer.json()
    if (code !== 200) throw new Error(`${url} answered ${code} ${message}`)
    times.push(performance.now() - start)
  }
  return percentile(times, 0.95)
}
