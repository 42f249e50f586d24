import pg from 'pg'
import { left } from './env.ts'

/** Asks the database of the product with data for what no call does: time that has passed, rows by the thousand. */
export async function query(sql: string, values: readonly unknown[] = []): Promise<void> {
  const client = new pg.Client(left('fullDatabase'))
  await client.connect()
  try {
    await client.query(sql, [...values])
  } finally {
    await client.end()
  }
}
