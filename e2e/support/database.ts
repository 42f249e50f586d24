import pg from 'pg'
import { left } from './env.ts'

const connected = async <T>(use: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client(left('fullDatabase'))
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

/** Asks the database of the product with data for what no call does: time that has passed, rows by the thousand. */
export async function query(sql: string, values: readonly unknown[] = []): Promise<void> {
  await connected((client) => client.query(sql, [...values]))
}

/** Writes a row that nobody makes by hand; answers its id, which the statement returns. */
export async function inserted(sql: string, values: readonly unknown[] = []): Promise<number> {
  const { rows } = await connected((client) => client.query<{ id: number }>(sql, [...values]))
  return rows[0]?.id ?? 0
}
