import pg from 'pg'
import { expect, test } from 'vitest'
import { databaseUrl, testDatabase } from './database.ts'

async function tables(url: string): Promise<unknown[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const answer = await client.query(`select tablename from pg_tables where tablename = 'only_here'`)
    return answer.rows
  } finally {
    await client.end()
  }
}

test('every test file works in a copy of its own', async () => {
  const one = await testDatabase()
  const other = await testDatabase()
  try {
    const client = new pg.Client(one.url)
    await client.connect()
    await client.query('create table only_here ()')
    await client.end()
    expect(await tables(one.url)).toHaveLength(1)
    expect(await tables(other.url)).toHaveLength(0)
  } finally {
    await one.drop()
    await other.drop()
  }
  await expect(tables(one.url)).rejects.toThrow(/does not exist/)
})

test('the database is exchanged in an address, nothing else', () => {
  expect(databaseUrl('postgres://a:b@/tongshang?host=%2Ftmp%2Frun&port=5432', 'x')).toBe(
    'postgres://a:b@/x?host=%2Ftmp%2Frun&port=5432',
  )
  expect(databaseUrl('postgres://a:b@127.0.0.1:5433/tongshang', 'x')).toBe('postgres://a:b@127.0.0.1:5433/x')
})
