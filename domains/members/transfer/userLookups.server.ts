import { sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import type { RowError } from '#kit/server/fileTask.ts'
import { meaningsOf } from '#kit/server/importNames.ts'
import { rowScope, scopeCondition } from '#kit/server/scope.ts'
import type { Who } from '#kit/server/who.ts'
import { user } from '../user/user.entity.ts'
import { NAMED, type NamedColumn, tagsIn, titleOf, type UserCells } from './userSheet.ts'

export interface SheetUser {
  rowNo: number
  cells: Partial<UserCells>
}

/** What the cells of one row mean. */
export interface Meant {
  /** the living user of the phone */
  before: { id: number; isSeen: boolean } | null
  districtId: number | null
  groupId: number | null
  storeId: number | null
  level: number | null
  customerLevel: number | null
  tagIds: number[]
  spreadUid: number | null
}

const NOTHING = {
  districtId: null,
  groupId: null,
  storeId: null,
  level: null,
  customerLevel: null,
  spreadUid: null,
}

/** Reads what the names of many rows mean, one query for each kind; answers what means nothing besides. */
export async function meaningsIn(
  db: Db,
  who: Who,
  rows: readonly SheetUser[],
): Promise<{ meant: Map<number, Meant>; errors: RowError[] }> {
  const errors: RowError[] = []
  const meant = new Map<number, Meant>()
  const known = await usersOf(
    db,
    who,
    rows.flatMap(({ cells }) => [cells.phone ?? '', cells.spreadPhone ?? '']),
  )
  for (const { rowNo, cells } of rows)
    meant.set(rowNo, { ...NOTHING, tagIds: [], before: known.get(cells.phone ?? '') ?? null })
  const note = (rowNo: number, name: keyof UserCells, message: string) =>
    void errors.push({ rowNo, column: titleOf(name), message })
  for (const name of ['districtId', 'groupId', 'storeId'] satisfies NamedColumn[]) {
    const meaning = await meaningsOf(
      db,
      who,
      NAMED[name],
      rows.map(({ cells }) => cells[name] ?? ''),
    )
    for (const { rowNo, cells } of rows) {
      const cell = cells[name] ?? ''
      if (cell === '') continue
      const [id, ...others] = meaning(cell)
      const row = meant.get(rowNo)
      if (id === undefined) note(rowNo, name, `${titleOf(name)}“${cell}”不存在`)
      else if (others.length > 0) note(rowNo, name, `${titleOf(name)}“${cell}”有多个，请填写编码`)
      else if (row !== undefined) row[name] = id
    }
  }
  const [levels, tags] = [await levelsOf(db), await tagsOf(db, rows)]
  for (const { rowNo, cells } of rows) {
    const row = meant.get(rowNo)
    if (row === undefined) continue
    for (const [name, type] of [
      ['level', 1],
      ['customerLevel', 3],
    ] as const) {
      const cell = cells[name] ?? ''
      if (cell === '') continue
      const id = levels.get(`${type} ${cell}`)
      if (id === undefined) note(rowNo, name, `${titleOf(name)}“${cell}”不存在`)
      else row[name] = id
    }
    for (const tag of tagsIn(cells.tags ?? '')) {
      const id = tags.get(tag.toLowerCase())
      if (id === undefined) note(rowNo, 'tags', `标签“${tag}”不存在或已停用`)
      else row.tagIds.push(id)
    }
    const spreader = cells.spreadPhone ?? ''
    if (spreader === '') continue
    const found = known.get(spreader)
    if (found === undefined || !found.isSeen) note(rowNo, 'spreadPhone', '推广人不存在')
    else if (spreader === cells.phone) note(rowNo, 'spreadPhone', '上级推广人不能为自己')
    else row.spreadUid = found.id
  }
  return { meant, errors }
}

/** Living users by phone, and whether they lie in the scope of who asks. */
async function usersOf(
  db: Db,
  who: Who,
  phones: readonly string[],
): Promise<Map<string, { id: number; isSeen: boolean }>> {
  const asked = [...new Set(phones)].filter((one) => one !== '')
  if (asked.length === 0) return new Map()
  const scope = scopeCondition(await rowScope(db, who, user), user.name) ?? sql<boolean>`true`
  const { rows } = await sql<{ id: number; phone: string; isSeen: boolean }>`
    select "id", "phone", (${scope}) as "isSeen" from "user"
    where "phone" = any(${sql.val(asked)}::text[]) and "lifeStatus" in (0, 1) and "isDel" = 0`.execute(db)
  return new Map(rows.map(({ id, phone, isSeen }) => [phone, { id, isSeen }]))
}

async function levelsOf(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('systemUserLevel')
    .select(['id', 'name', 'levelType'])
    .where('isDel', '=', 0)
    .execute()
  return new Map(rows.map(({ id, name, levelType }) => [`${levelType} ${name}`, id]))
}

async function tagsOf(db: Db, rows: readonly SheetUser[]): Promise<Map<string, number>> {
  const names = [
    ...new Set(rows.flatMap(({ cells }) => tagsIn(cells.tags ?? '').map((one) => one.toLowerCase()))),
  ]
  if (names.length === 0) return new Map()
  const found = await sql<{ id: number; name: string }>`
    select "id", lower("name") as "name" from "userTag"
    where lower("name") = any(${sql.val(names)}::text[]) and "status" = 1 and "isDel" = 0`.execute(db)
  return new Map(found.rows.map(({ id, name }) => [name, id]))
}
