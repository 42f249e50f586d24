// npm run bench: what architecture §9 promises, measured beside a yardstick in the same run.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase, openPool } from '#kit/server/database.ts'
import { findPostgres } from '#kit/server/postgres/supervisor.ts'
import { postings } from './accounts.ts'
import { priceMany } from './catalog/price.ts'
import { coldStart } from './coldStart.ts'
import { deskTimes } from './desk.ts'
import { everyList } from './everyList.ts'
import { exportProducts } from './exporting.ts'
import { firstLoad } from './firstLoad.ts'
import { makeProducts } from './generate.ts'
import { importProducts, importRates } from './importing.ts'
import { keywordSearch, listRate } from './lists.ts'
import { slowness } from './machine.ts'
import { memberLists } from './members.ts'
import { memory } from './memory.ts'
import { notificationTimes } from './payments.ts'
import { signIn } from './person.ts'
import { type Program, SERVER, startProgram, untilReady } from './processes.ts'
import { type Figure, onMachine, report } from './report.ts'
import { settle } from './settle.ts'
import { stockLists, stockPostings } from './stock.ts'
import { tagRuns } from './tags.ts'
import { uploadFiles } from './uploading.ts'
import { engineOnDatabase } from './workflow/database.ts'
import { designer } from './workflow/designer.ts'
import { engineInMemory } from './workflow/memory.ts'

export interface Bench {
  /** address of the server, without slash at the end */
  base: string
  token: string
  server: Program
  databaseUrl: string
  dataDir: string
  /** of the imports only these, by name, and with so many rows each */
  imports: { only: readonly string[]; rows: number | null }
}

export const PORT = 18_400
const ACCOUNT = { TS_ADMIN_ACCOUNT: 'admin', TS_ADMIN_PASSWORD: 'Ts-bench-2026', TS_LOGIN_CAPTCHA: 'off' }

const dataDir = await mkdtemp(join(tmpdir(), 'ts-bench-'))
const base = `http://127.0.0.1:${PORT}`
const settings = {
  TS_DATA_DIR: dataDir,
  TS_PORT: String(PORT),
  TS_HOST: '127.0.0.1',
  TS_LOG_LEVEL: 'warn',
  ...ACCOUNT,
}
/** Its workers stand by, so that what they do is measured without their start. */
const standing = { ...settings, TS_WORKER_IDLE: '0' }
const say = (text: string): void => console.log(text)
/**
 * `npm run bench -- list import` measures these alone, and keeps nothing of it. `npm run bench -- 'import rates' --trial company
 * --rows 50000 --products 2000` measures one import, with so many rows, beside so many products. `--except 'every list'` measures
 * all else, and what it keeps names what is missing.
 */
const { positionals: only, values: asked } = parseArgs({
  allowPositionals: true,
  options: {
    trial: { type: 'string', multiple: true, default: [] },
    except: { type: 'string', multiple: true, default: [] },
    rows: { type: 'string' },
    products: { type: 'string', default: '100000' },
  },
})
const products = Number(asked.products)
const imports = { only: asked.trial, rows: asked.rows === undefined ? null : Number(asked.rows) }

const figures: Figure[] = []
const broken: string[] = []
const missing = [...asked.except]

/** Measures one thing if it is wanted; where it breaks the others are measured none the less, and the run has failed. */
async function part(name: string, measure: () => Promise<readonly Figure[]>): Promise<void> {
  if ((only.length > 0 && !only.includes(name)) || asked.except.includes(name)) return
  say(`Measuring: ${name} …`)
  try {
    const before = slowness()
    const measured = await measure()
    const slower = Math.min(before, slowness())
    figures.push(...measured.map((figure) => onMachine(figure, slower)))
    // At once, so that a run that is broken off has told what it measured.
    for (const { what, measured: value, budget } of measured) say(`  ${what}: ${value} (${budget})`)
  } catch (error) {
    console.error(error)
    broken.push(name)
    missing.push(name)
  }
}

say('Starting the product …')
let server = startProgram(SERVER, standing)
try {
  // The web application is built first.
  await untilReady(`${base}/readyz`, 300_000)
  const databaseUrl = (await findPostgres(dataDir)) ?? ''
  const pool = openPool(databaseUrl, 4)
  const token = await signIn(base, ACCOUNT.TS_ADMIN_ACCOUNT, ACCOUNT.TS_ADMIN_PASSWORD, pool)
  say(`Making ${products} products …`)
  await makeProducts(openDatabase(pool), products)
  await pool.end()
  const bench: Bench = { base, token, server, databaseUrl, dataDir, imports }
  const measureAll = async (parts: readonly (readonly [string, (bench: Bench) => Promise<Figure[]>])[]) => {
    for (const [name, measure] of parts)
      await part(name, async () => {
        await settle(bench.databaseUrl)
        return measure({ ...bench, server })
      })
  }
  await measureAll([
    ['list', listRate],
    ['keyword search', keywordSearch],
    ['prices', priceMany],
  ])
  await part('cold start', async () => {
    await server.stop()
    const started = await coldStart(standing, base)
    server = started.server
    return started.figures
  })
  // Before a million rows fill the buffers of the database, which count as well, and before jobs are left to be done.
  await part('memory', async () => {
    await server.stop()
    const measured = await memory(settings, { base, token })
    server = startProgram(SERVER, standing)
    await untilReady(`${base}/readyz`)
    return measured
  })
  await measureAll([
    ['postings', postings],
    ['export', exportProducts],
    ['import', importProducts],
    ['import rates', importRates],
    ['upload of 20 MB', uploadFiles],
    ['processes in memory', engineInMemory],
    ['processes on the database', engineOnDatabase],
    ['drawings', designer],
    ['search and home', deskTimes],
    ['first load', firstLoad],
    ['users', memberLists],
    ['payments', notificationTimes],
    ['stock postings', stockPostings],
    ['stock lists', stockLists],
    ['tags of a million users', tagRuns],
    // Last: it fills every table, and thousands of menus and dictionaries are no installation that anybody has.
    ['every list', everyList],
  ])
} finally {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}
const kept = await report(figures, missing, only.length === 0 ? 'bench/results/latest.json' : null)
if (broken.length > 0) console.error(`Not measured: ${broken.join(', ')}`)
process.exitCode = kept && broken.length === 0 ? 0 : 1
