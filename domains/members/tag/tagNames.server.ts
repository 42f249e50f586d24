import { sql } from 'kysely'
import { tableCache } from '#kit/server/cache.ts'

interface NamedTag {
  name: string
  /** its place among all tags, in the order in which they are shown */
  place: number
}

/** Every tag of users by its id: a shop has a few hundred, and every page of users names some of them. */
export const tagNameCache = tableCache(
  'userTagName',
  '用户标签名称',
  ['userTag'],
  async (db): Promise<ReadonlyMap<number, NamedTag>> => {
    const { rows } = await sql<{
      id: number
      name: string
    }>`select "id", "name" from "userTag" where "isDel" = 0 order by "sort", "id"`.execute(db)
    return new Map(rows.map(({ id, name }, place) => [id, { name, place }]))
  },
  { keys: (kept) => [...kept.keys()].map(String), value: (kept, key) => kept.get(Number(key)) },
)

const SHOWN_TAGS = 3
const MOST_TEXTS = 5000

/** The texts of ids, for as long as the tags are these: many users have the same ones, and to put them in order takes longer than a row. */
const textsOf = new WeakMap<ReadonlyMap<number, NamedTag>, Map<string, string>>()

/** Tags in words, of their ids parted by commas: the first three of them, and how many more. */
export function tagsText(tags: ReadonlyMap<number, NamedTag>, ids: string): string {
  if (ids === '') return ''
  const texts = textsOf.get(tags) ?? new Map<string, string>()
  textsOf.set(tags, texts)
  const known = texts.get(ids)
  if (known !== undefined) return known
  const text = namesOf(tags, ids.split(','))
  if (texts.size >= MOST_TEXTS) texts.clear()
  texts.set(ids, text)
  return text
}

function namesOf(tags: ReadonlyMap<number, NamedTag>, ids: readonly string[]): string {
  const found = ids.flatMap((id) => tags.get(Number(id)) ?? []).sort((one, other) => one.place - other.place)
  const names = found
    .slice(0, SHOWN_TAGS)
    .map(({ name }) => name)
    .join('、')
  return found.length > SHOWN_TAGS ? `${names} +${found.length - SHOWN_TAGS}` : names
}
