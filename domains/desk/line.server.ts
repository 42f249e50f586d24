import { sql } from 'kysely'
import { noticesAbout } from '#domains/settings/settings.door.ts'
import type { Db } from '#kit/server/database.ts'
import { changedFields } from '#kit/server/recordLog.ts'
import type { RecordKind } from '#kit/server/records.ts'
import { namesFor } from '#kit/server/refs.ts'
import type { Who } from '#kit/server/who.ts'
import { DECISION_LABELS, documentFields } from '#kit/shared/document.ts'
import { toSeconds } from '#kit/shared/time.ts'
import type { LineEntry } from './desk.calls.ts'

/** The scene of who is named in a note. */
export const MENTIONED = 'recordMentioned'

/** A part of a time line: so many of a record's entries before a moment, the latest first. */
export interface Asked {
  kind: RecordKind
  id: number
  /** address of its page */
  page: string
  before: Date
  limit: number
}

type Entry = LineEntry & { at: number }

type Said = Pick<Entry, 'key' | 'kind' | 'title'> &
  Partial<Pick<Entry, 'text' | 'fields' | 'files' | 'took' | 'noteId'>>

const entry = (time: Date, who: string, said: Said): Entry => ({
  text: '',
  fields: [],
  files: [],
  took: 0,
  noteId: 0,
  ...said,
  at: time.getTime(),
  time: toSeconds(time),
  who,
})

/** What was changed, from the operation log. */
async function logged(db: Db, who: Who, { kind, id, before, limit }: Asked): Promise<Entry[]> {
  const rows = await db
    .selectFrom('operLog')
    .select(['id', 'title', 'adminName', 'time', 'changes'])
    .where('bizType', '=', kind.of.name)
    .where('bizId', '=', id)
    .where('time', '<', before)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  const hidden = rows.length === 0 ? [] : ((await kind.hides?.(db, who, id)) ?? [])
  return rows.map((row) =>
    entry(row.time, row.adminName, {
      key: `log${row.id}`,
      kind: 'log',
      title: row.title,
      fields: changedFields(who, kind.of, id, row.changes, hidden),
    }),
  )
}

/** What somebody waited for: these tell how long. */
const DECIDES = new Set(['pass', 'reject', 'terminate'])

/** How it was handed in and decided. */
async function decided(db: Db, { kind, id, before, limit }: Asked): Promise<Entry[]> {
  const rows = await db
    .selectFrom('documentDecision')
    .select(['id', 'action', 'opinion', 'adminName', 'time'])
    .select(sql<Date | null>`lag("time") over (order by "id")`.as('since'))
    .where('type', '=', kind.of.name)
    .where('documentId', '=', id)
    .where('time', '<', before)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) =>
    entry(row.time, row.adminName, {
      key: `decision${row.id}`,
      kind: 'decision',
      title: DECISION_LABELS[row.action] ?? row.action,
      text: row.opinion,
      took: DECIDES.has(row.action) && row.since !== null ? toSeconds(row.time) - toSeconds(row.since) : 0,
    }),
  )
}

async function noted(db: Db, who: Who, { kind, id, before, limit }: Asked): Promise<Entry[]> {
  const rows = await db
    .selectFrom('recordNote')
    .select(['id', 'content', 'files', 'authorName', 'createBy', 'createTime'])
    .where('recordType', '=', kind.of.name)
    .where('recordId', '=', id)
    .where('isDel', '=', 0)
    .where('createTime', '<', before)
    .orderBy('createTime', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) =>
    entry(row.createTime, row.authorName, {
      key: `note${row.id}`,
      kind: 'note',
      title: '备注',
      text: row.content,
      files: row.files,
      noteId: row.createBy === who.adminId ? row.id : 0,
    }),
  )
}

/** So many of those who were told are named. */
const NAMED = 3

/** Who was told about it. Whoever is named in a note stands in its text already. */
async function told(db: Db, who: Who, { page, before, limit }: Asked): Promise<Entry[]> {
  const notices = await noticesAbout(db, page, { before, limit, without: [MENTIONED] })
  const names = await namesFor(
    db,
    who,
    'admin',
    notices.flatMap((one) => one.told),
  )
  return notices.map(({ id, time, type, content, told: ids }) => {
    const named = [...new Set(ids)].flatMap((one) => names.get(one) ?? [])
    // Whoever the reader may not see is counted and not named.
    const whom =
      named.length === 0
        ? `${ids.length}人`
        : `${named.slice(0, NAMED).join('、')}${ids.length > Math.min(NAMED, named.length) ? `等${ids.length}人` : ''}`
    return entry(time, '系统', {
      key: `message${id}`,
      kind: 'message',
      title: `${type}，已通知${whom}`,
      // It may say more than the reader may see of the record: whoever was not told hears that others were, and of what kind.
      text: ids.includes(who.adminId) ? content : '',
    })
  })
}

/**
 * The time line of a record, the latest first: changes, decisions, messages to staff and notes. A decision and the change that made it carry the
 * same moment, that of their transaction, and are told as one, without the fields that say the same as the decision. Screens §3.
 */
export async function lineOf(
  db: Db,
  who: Who,
  asked: Asked,
  notesOnly: boolean,
): Promise<{ list: LineEntry[]; next: number | null }> {
  const { limit } = asked
  // One more than is shown says whether there is more.
  const wanted = { ...asked, limit: limit + 1 }
  const notes = await noted(db, who, wanted)
  const decisions = notesOnly ? [] : await decided(db, wanted)
  const changes = notesOnly ? [] : await logged(db, who, wanted)
  const changeAt = new Map(changes.map((one) => [one.at, one]))
  const messages = notesOnly ? [] : await told(db, who, wanted)
  const settled = decisions.map((one) => ({
    ...one,
    fields: (changeAt.get(one.at)?.fields ?? []).filter(({ field }) => !(field in documentFields)),
  }))
  const decidedAt = new Set(decisions.map((one) => one.at))
  const all = [...notes, ...messages, ...settled, ...changes.filter((one) => !decidedAt.has(one.at))].sort(
    (a, b) => b.at - a.at,
  )
  const last = all.length > limit ? all[limit - 1] : undefined
  return {
    list: all.slice(0, limit).map(({ at: _at, ...one }) => one),
    // What happened within the same millisecond comes again rather than never.
    next: last === undefined ? null : last.at + 1,
  }
}
