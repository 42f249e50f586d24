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

/**
 * 1, 2, 3 … for a purpose, each once on the product with data: for what has few values, such as grades (1–99) and months.
 */
export async function numberOf(purpose: string): Promise<number> {
  const { rows } = await connected((client) =>
    client.query<{ value: number }>(
      `insert into "e2e"."counter" values ($1, 1)
        on conflict ("purpose") do update set "value" = "counter"."value" + 1 returning "value"`,
      [purpose],
    ),
  )
  return rows[0]?.value ?? 0
}

/** The n-th month before 2020: long ago, so that no other test has rules or figures for it. */
export function monthBefore2020(n: number): string {
  return `${2019 - Math.floor((n - 1) / 12)}-${String(12 - ((n - 1) % 12)).padStart(2, '0')}`
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
