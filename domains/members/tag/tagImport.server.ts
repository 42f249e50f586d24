import { sql } from 'kysely'
import { choice, text } from '#kit/fields/shared.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { type ImportDefinition, type ImportRow, listOf, type RowError } from '#kit/server/fileTask.ts'
import { attempt } from '#kit/server/transaction.ts'
import type { Who } from '#kit/server/who.ts'
import { valuesIn } from '#kit/shared/field.ts'
import { namedUsers } from '../user/namedUsers.server.ts'
import { giveTags, takeTags } from './hand.server.ts'
import { tagCalls } from './tag.calls.ts'
import { BY_IMPORT, userTagRel } from './userTag.entity.ts'

const ACTIONS = [
  { value: 1, label: '打标' },
  { value: 2, label: '移除' },
] as const

const LINE = {
  user: text('用户', { max: 20, required: true }),
  tag: text('标签', { max: 50, required: true }),
  action: choice('操作', ACTIONS, { initial: 1 }),
}

interface Ready {
  rowNo: number
  uid: number
  tagId: number
  action: 1 | 2
}

/** Users by number or phone within the person's data scope, and tags by name. */
async function readRows(
  db: Db,
  who: Who,
  rows: readonly ImportRow[],
): Promise<{ ready: Ready[]; errors: RowError[] }> {
  const list = rows.map((row) => ({ rowNo: row.rowNo, cells: valuesIn(LINE, row.values) }))
  const named = [...new Set(list.flatMap(({ cells }) => cells.user ?? []))]
  const uidOf = await namedUsers(db, who, named)
  const names = [...new Set(list.flatMap(({ cells }) => cells.tag?.toLowerCase() ?? []))]
  const { rows: tags } = await sql<{ id: number; name: string; status: number }>`
    select "id", lower("name") as "name", "status" from "userTag"
    where "isDel" = 0 and lower("name") = any(${sql.val(names)}::text[])`.execute(db)
  const byName = new Map(tags.map((one) => [one.name, one]))
  const errors: RowError[] = []
  const ready: Ready[] = []
  for (const { rowNo, cells } of list) {
    const uid = uidOf(cells.user ?? '')
    const tag = byName.get((cells.tag ?? '').toLowerCase())
    if (uid === undefined) errors.push({ rowNo, column: '用户', message: '用户不存在' })
    if (tag === undefined) errors.push({ rowNo, column: '标签', message: '标签不存在' })
    else if (tag.status !== 1) errors.push({ rowNo, column: '标签', message: '标签已停用' })
    if (uid !== undefined && tag?.status === 1)
      ready.push({ rowNo, uid, tagId: tag.id, action: cells.action === 2 ? 2 : 1 })
  }
  return { ready, errors }
}

/** All rows of one tag at once; where that is refused each by itself, so that everybody hears why. */
async function write(tx: Tx, who: Who, rows: readonly ImportRow[]): Promise<RowError[]> {
  const { ready, errors } = await readRows(tx, who, rows)
  if (errors.length > 0) return errors
  const refused: RowError[] = []
  for (const some of Map.groupBy(ready, ({ tagId, action }) => `${tagId} ${action}`).values()) {
    const work = (part: readonly Ready[]) =>
      attempt(tx, () => {
        const given = {
          uids: [...new Set(part.map((one) => one.uid))],
          tagIds: [part[0]?.tagId ?? 0],
          source: BY_IMPORT,
        } as const
        return part[0]?.action === 2 ? takeTags(tx, given) : giveTags(tx, given)
      })
    if ((await work(some)).reason === undefined) continue
    for (const one of some) {
      const { reason } = await work([one])
      if (reason !== undefined) refused.push({ rowNo: one.rowNo, column: '用户', message: reason })
    }
  }
  return refused
}

export const TAG_IMPORT = 'admin:user:tag:import'

/** 批量打标 by a sheet of users, by number or phone; at most 200,000 rows. Members §15. */
export const tagImport: ImportDefinition = {
  kind: 'import',
  bizType: userTagRel.name,
  title: '用户打标导入',
  permission: TAG_IMPORT,
  mode: 'rows',
  batchSize: 500,
  mostRows: 200_000,
  columns: [
    {
      name: 'user',
      title: '用户',
      field: LINE.user,
      required: true,
      example: '13800138000',
      note: '填写手机号或用户ID',
    },
    { name: 'tag', title: '标签', field: LINE.tag, required: true, example: '高价值' },
    { name: 'action', title: '操作', field: LINE.action, example: '打标' },
  ],
  source: listOf(userTagRel.name, tagCalls.usersExport),
  async stored(db, _who, ids) {
    const { rows } = await sql<{ id: number; user: string; tag: string }>`
      select r."id", r."uid"::text as "user", t."name" as "tag" from "userTagRel" r join "userTag" t on t."id" = r."tagId"
      where r."id" = any(${sql.val([...ids])}::bigint[])`.execute(db)
    const byId = new Map(rows.map((row) => [row.id, row]))
    return ids.flatMap((id) => {
      const row = byId.get(id)
      return row === undefined ? [] : [{ user: row.user, tag: row.tag, action: 1 }]
    })
  },
  check: async (db, who, rows) => (await readRows(db, who, rows)).errors,
  write: (tx, who, rows) => write(tx, who, rows),
}
