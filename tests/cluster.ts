import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from '#kit/server/postgres/supervisor.ts'
import { ADMIN_URL, databaseUrl, TEMPLATE } from './database.ts'
import { runDir } from './runDir.ts'

const PREPARE = new URL('../app/testing.ts', import.meta.url)

/**
 * One PostgreSQL for a whole test run, in a temporary directory, with the migrated and seeded database every test
 * database is copied from (architecture §6). Its address goes to the test processes by environment, which the
 * runners of both kinds of tests inherit. Answers how to end it. Where one stands already, it is used and not ended.
 */
export async function startTestCluster(): Promise<() => Promise<void>> {
  // For the processes of the run as well, which inherit it.
  process.env.TMPDIR = await runDir()
  if (process.env[ADMIN_URL] !== undefined) return async () => undefined
  const dataDir = await mkdtemp(join(tmpdir(), 'ts-test-'))
  const log = { info() {}, warn: console.warn, error: console.error }
  const { url, stop } = await startPostgres({ dataDir, log, forgetful: true })
  const end = async () => {
    await stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    process.env[ADMIN_URL] = databaseUrl(url, 'postgres')
    const client = new pg.Client(url)
    await client.connect()
    await client.query(`create database ${TEMPLATE}`)
    await client.end()
    if (existsSync(PREPARE)) {
      const { prepareTemplate } = await import('#app/testing.ts')
      await prepareTemplate(databaseUrl(url, TEMPLATE))
    } else {
      console.warn('app/testing.ts is missing: test databases are empty')
    }
  } catch (error) {
    await end()
    throw error
  }
  return end
}
