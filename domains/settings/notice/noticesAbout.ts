import { sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'

/** What staff were told about a record at one moment. */
export interface NoticeAbout {
  /** of one of them */
  id: number
  time: Date
  /** scene, e.g. 审核结果 */
  type: string
  content: string
  /** ids of staff who were told */
  told: number[]
}

/**
 * The messages inside the product that lead to the page of a record, without those of some scenes, before a moment, the
 * latest first; those with one text sent at one moment are one. Screens §3.
 */
export async function noticesAbout(
  db: Db,
  page: string,
  { before, limit, without }: { before: Date; limit: number; without: readonly string[] },
): Promise<NoticeAbout[]> {
  const { rows } = await sql<NoticeAbout>`
    select min("id")::int as "id", "createTime" as "time", "type", "content", array_agg("adminId" order by "id") as "told"
    from "adminNotice"
    where ("link" = ${page} or "link" like ${`${page.replaceAll(/[\\%_]/g, '\\$&')}?%`})
      and "link" <> '' and "isDel" = 0 and "createTime" < ${before} and not "mark" = any(${sql.val([...without])}::text[])
    group by "createTime", "type", "content"
    order by "createTime" desc, 1 desc
    limit ${limit}`.execute(db)
  return rows
}
