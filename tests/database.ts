import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** Environment variable with the address of the run's cluster, set by the global setup of both runners. */
export const ADMIN_URL = 'TS_TEST_ADMIN_URL'
export const TEMPLATE = 'ts_template'

/** The address of another database of the same cluster. */
export function databaseUrl(url: string, database: string): string {
  return url.replace(/\/\w+(?=\?|$)/, `/${database}`)
}

/** A fresh copy of the prepared database for one test file; `drop` also ends connections that are left. */
export async function testDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const adminUrl = process.env[ADMIN_URL]
  if (adminUrl === undefined) throw new Error('no test cluster: run through vitest or playwright')
  const name = `t_${randomBytes(8).toString('hex')}`
  // Copied as files: half of what it takes to write every page to the log of changes.
  await administer(adminUrl, `create database ${name} template ${TEMPLATE} strategy file_copy`)
  return {
    url: databaseUrl(adminUrl, name),
    drop: () => administer(adminUrl, `drop database ${name} with (force)`),
  }
}

async function administer(adminUrl: string, sql: string): Promise<void> {
  const client = new pg.Client(adminUrl)
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
