import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { CHANNELS } from './dict.entity.ts'

const LEAST = 3000

/** The lines of a file of seeds/ below its heading, each split at its commas; only the last value may hold one. */
export async function seedLines(name: string): Promise<string[][]> {
  const text = await readFile(new URL(`./seeds/${name}`, import.meta.url), 'utf8')
  const [, ...lines] = text.trim().split('\n')
  return lines.map((line) => line.split(','))
}

/**
 * The regions a new house begins with, reached by every channel; what people changed since stays. Throws when there are
 * fewer than 3,000, so that the product does not start without them. Platform §8.2.
 */
export async function seedRegions(tx: Tx): Promise<void> {
  if ((await countRegions(tx)) === 0) await insertRegions(tx)
  const count = await countRegions(tx)
  if (count < LEAST) throw new Error(`城市数据不完整：只有${count}条，至少应有${LEAST}条`)
}

async function countRegions(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as "count" from "systemCity" where "isDel" = 0`.execute(tx)
  return rows[0]?.count ?? 0
}

async function insertRegions(tx: Tx): Promise<void> {
  const lines = await seedLines('regions.csv')
  const column = (at: number) => sql`${sql.val(lines.map((line) => line[at] ?? ''))}::text[]`
  // One statement: a new house starts with four thousand rows in some ten milliseconds.
  await sql`insert into "systemCity" ("id", "parentId", "level", "name", "areaCode", "pinyin", "lng", "lat")
    overriding system value
    select "id"::integer, "parentId"::integer, "level"::smallint, "name", "areaCode", "pinyin",
      nullif("lng", '')::numeric, nullif("lat", '')::numeric
    from unnest(${sql.join([0, 1, 2, 3, 4, 5, 6, 7].map(column))})
      as line ("id", "parentId", "level", "name", "areaCode", "pinyin", "lng", "lat")`.execute(tx)
  await sql`insert into "cityChannel" ("channelId", "cityId")
    select channel, "id" from "systemCity", unnest(${sql.val(CHANNELS.map((one) => one.value))}::integer[]) as channel
    where "parentId" = 0`.execute(tx)
}
