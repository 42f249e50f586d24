import { openDatabase, openPool } from '#kit/server/database.ts'
import type { Call } from '#kit/shared/call.ts'
import { rooms } from '../app/domains.ts'
import { besideYardstick } from './besideYardstick.ts'
import { fillAll, SEARCHED } from './fill.ts'
import { load, percentile } from './load.ts'
import { pageFields } from './pageFields.ts'
import { atLeast, atMost, type Figure } from './report.ts'
import type { Bench } from './run.ts'
import { settle } from './settle.ts'

const SECONDS = 1
/** A list that is slower than its budget is measured so often: its figure is the median. */
const AGAIN = 3
/** The yardstick is asked again after so many lists: the machine is not always equally fast. */
const TOGETHER = 8
const LEAST = 0.4
const SEARCH_MS = 30
/** as many as the server has of its database, or more */
const CONNECTIONS = 16

/**
 * Every list call of the house by its name, as its page asks for it, against the yardstick, and the search in it; what is
 * furthest from its budget stands first. Tables that hold fewer rows are filled before, and no job works on them.
 */
export async function everyList({ base, token, databaseUrl }: Bench): Promise<Figure[]> {
  const pool = openPool(databaseUrl, 2)
  try {
    // Jobs would work on the rows that are made here, beside what is measured.
    await pool.query('update "scheduleJob" set "status" = 1')
    await fillAll(
      openDatabase(pool),
      rooms.flatMap((room) => room.facts.entities),
    )
  } finally {
    await pool.end()
  }
  await settle(databaseUrl)
  const fields = await pageFields({ base, token })
  console.log(`${fields.size} lists as their pages ask for them`)
  const headers = { 'x-token': token, 'accept-encoding': 'identity' }
  const lists = rooms
    .flatMap((room) => room.served.map((served) => served.call))
    .filter((call) => call.answer.kind === 'list' && call.method === 'GET')
  return besideYardstick(databaseUrl, async (plain) => {
    const figures: Figure[] = []
    let yardstick = 0
    for (const [index, call] of lists.entries()) {
      if (index % TOGETHER === 0) yardstick = (await load(plain, {}, SECONDS)).perSecond
      const url = `${base}/api${addressOf(call, fields.get(call.path))}`
      const body = await fetch(url, { headers }).then((answer) => answer.text())
      const { code, message, data } = JSON.parse(body)
      if (code !== 200) {
        // Of parts of a thing that is not there a list may say just that.
        console.log(`${call.path} answered ${code} ${message}`)
        continue
      }
      const rate = async (): Promise<number> => {
        const { perSecond, errors } = await load(url, headers, SECONDS)
        if (errors > 0) throw new Error(`${call.path} met errors`)
        return perSecond
      }
      await rate()
      let perSecond = await rate()
      if (perSecond / yardstick < LEAST) {
        const more = [perSecond]
        while (more.length < AGAIN) more.push(await rate())
        perSecond = percentile(more, 0.5)
        yardstick = (await load(plain, {}, SECONDS)).perSecond
      }
      const size = `${data.list.length} rows, ${(Buffer.byteLength(body) / 1024).toFixed(1)} KB`
      figures.push(atLeast(`${call.path}: ${size}`, perSecond / yardstick, LEAST, '× yardstick'))
      if ('keywords' in call.shape)
        figures.push(atMost(`${call.path}: search, p95`, await searchTime(url, headers), SEARCH_MS, 'ms'))
    }
    return figures.sort((a, b) => b.ratio - a.ratio)
  })
}

/**
 * The address of a list as its page asks; where no page opens by its address alone, for the columns that the call declares. Of
 * parts those of the first thing there is.
 */
function addressOf(call: Call, asked: string | undefined): string {
  const query = new URLSearchParams({ page: '1', limit: '20' })
  const { shape = {} } = call.answer
  const shown = Object.keys(shape).filter((name) => shape[name]?.list !== false)
  query.set('fields', asked ?? shown.join(','))
  for (const [name, field] of Object.entries(call.shape))
    if (field.required && !call.path.includes(`:${name}`)) query.set(name, '1')
  return `${call.path.replace(/:\w+/g, '1')}?${query}`
}

async function searchTime(url: string, headers: Record<string, string>): Promise<number> {
  // As in a house where somebody has searched before: connections that have not seen the statement plan it anew.
  const letters = [...new Set(SEARCHED.join(''))]
  await Promise.all(
    letters
      .slice(0, CONNECTIONS)
      .map((letter) =>
        fetch(`${url}&keywords=${encodeURIComponent(letter)}`, { headers }).then((answer) => answer.text()),
      ),
  )
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
