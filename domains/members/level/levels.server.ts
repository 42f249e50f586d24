import { sql } from 'kysely'
import { tableCache } from '#kit/server/cache.ts'
import type { Db } from '#kit/server/database.ts'
import type { Equity } from './equity.rules.ts'
import type { LevelType } from './level.entity.ts'
import type { GrowthLevel } from './level.rules.ts'

/** A level as the rules look at it; those that are hidden are still held by who has them. */
export interface LevelFacts extends GrowthLevel {
  levelType: LevelType
  name: string
  /** percent; null: none */
  discount: number | null
  equities: Equity[]
  isShow: 0 | 1
}

/** Every level there is, by its id: a shop has a few, and every evaluation and price looks at them. */
export const levelCache = tableCache(
  'memberLevel',
  '会员等级',
  ['systemUserLevel'],
  async (db) => {
    const { rows } = await sql<LevelFacts>`
      select "id", "levelType", "name", "grade", coalesce("experience", 0) as "experience", "keepExperience",
        "needNetAmount", "needPayCount", "needTaskId", "discount", "equities", "isShow"
      from "systemUserLevel" where "isDel" = 0 order by "levelType", "grade"`.execute(db)
    return new Map(rows.map((row) => [row.id, row]))
  },
  { keys: (kept) => [...kept.keys()].map(String), value: (kept, key) => kept.get(Number(key)) },
)

/** The levels of a type that are shown, from the lowest on. */
export async function shownLevels(db: Db, levelType: LevelType): Promise<LevelFacts[]> {
  const all = await levelCache.read(db)
  return [...all.values()].filter((one) => one.levelType === levelType && one.isShow === 1)
}

/** A level, shown or hidden; undefined when it was deleted or there is none. */
export async function levelOf(db: Db, id: number | null): Promise<LevelFacts | undefined> {
  return id === null ? undefined : (await levelCache.read(db)).get(id)
}
