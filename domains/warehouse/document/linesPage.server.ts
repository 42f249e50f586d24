import { type SqlBool, sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import { answerPage, conditionsOf, type ListOptions } from '#kit/server/list.ts'
import { readRow } from '#kit/server/rows.ts'
import type { Who } from '#kit/server/who.ts'
import type { Answer, Page, Paging } from '#kit/shared/call.ts'
import type { Entity } from '#kit/shared/entity.ts'

interface Lines {
  /** what the lines belong to, and which of these is meant */
  parent: Entity
  id: number
  of: Entity
  /** the field of a line by which it belongs to it */
  by: string
}

/**
 * A page of the lines of something that the person sees; 404 where they do not see it. One statement asks for both. Counts are
 * kept: whatever adds or removes lines tells their table.
 */
export async function linesPage<R>(
  db: Db,
  who: Who,
  { parent, id, of, by }: Lines,
  answer: Pick<Answer<Page<R>, unknown>, 'shape' | 'encode'>,
  input: Paging,
  options: ListOptions,
): Promise<Page<R>> {
  const seen = await conditionsOf(
    db,
    who,
    parent,
    {},
    { where: [sql`${sql.ref(`${parent.name}.id`)} = ${id}`] },
  )
  const page = await answerPage(db, who, of, answer, input, {
    ...options,
    reads: [parent.name, ...(options.reads ?? [])],
    where: [
      sql<SqlBool>`${sql.ref(`${of.name}.${by}`)} = ${id}`,
      sql<SqlBool>`exists (select from ${sql.table(parent.name)} where ${sql.join(seen, sql` and `)})`,
      ...(options.where ?? []),
    ],
  })
  // Nothing to show: there are no lines, or nothing that the person sees.
  if (page.list.length === 0) await readRow(db, who, parent, id)
  return page
}
