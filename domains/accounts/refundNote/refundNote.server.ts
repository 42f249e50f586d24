import { type SqlBool, sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import { examineDocument, submitDocument } from '#kit/server/document.ts'
import { decides } from '#kit/server/documentTypes.ts'
import { declareTodo, declareWatch, rowsWhere } from '#kit/server/home.ts'
import { joinRows } from '#kit/server/joins.ts'
import { conditionsOf } from '#kit/server/list.ts'
import { changedSinceApproval } from '#kit/server/recordLog.ts'
import { declareRecord } from '#kit/server/records.ts'
import type { ServerPart } from '#kit/server/room.ts'
import { readRow } from '#kit/server/rows.ts'
import { change, own, read, type Served } from '#kit/server/serve.ts'
import { historyOf } from '#kit/server/serveDocument.ts'
import { standardHandlers } from '#kit/server/standard.ts'
import { servedCounts } from '#kit/server/tabCounts.ts'
import type { Who } from '#kit/server/who.ts'
import { refuse } from '#kit/shared/errors.ts'
import { rowIn } from '#kit/shared/field.ts'
import { findPayable, payableName } from '../payment/payable.server.ts'
import { changeWay, execute, payOffline, voidNote } from './execute.server.ts'
import { lockNote, type Note } from './note.server.ts'
import { refundNoteCalls as calls, noteWhole } from './refundNote.calls.ts'
import { NOTE_STATES, refundNote } from './refundNote.entity.ts'
import { NOTE_LIST, NOTE_PAGE, noteType } from './refundNote.type.server.ts'

const EXCEPTION = 'paymentException'

const master = standardHandlers(refundNote, { ...calls, info: undefined }, {})

/** Rows with all that info and print tell. */
async function whole(db: Db, who: Who, rows: readonly Note[]) {
  const shape = calls.print.answer.shape ?? refundNote.all
  const told = await Promise.all(
    rows.map(async (row) => ({
      ...row,
      bizTypeName: payableName(db, row.bizType),
      bizPage: findPayable(db, row.bizType)?.page?.replace('{id}', String(row.bizId)) ?? '',
      exceptionId: row.sourceType === EXCEPTION ? row.sourceId : null,
      history: await historyOf(db, refundNote.name, row.id),
    })),
  )
  const joined = await joinRows(db, who, shape, told)
  return joined.map((row) => rowIn(noteWhole, row))
}

const served: readonly Served[] = [
  servedCounts(
    calls.counts,
    refundNote,
    'status',
    Object.fromEntries(NOTE_STATES.map(({ value }) => [String(value), [value]])),
  ),
  read(calls.info, async (db, who, { id }) => {
    const row = await readRow(db, who, refundNote, id)
    const [told] = await whole(db, who, [row])
    if (told === undefined) throw new Error('The refund note was not told')
    const isDecided = row.auditStatus === 1
    return { ...told, changed: isDecided ? null : await changedSinceApproval(db, who, refundNote, id) }
  }),
  read(calls.print, async (db, who, { ids }) => {
    const rows: Note[] = []
    for (const id of ids) rows.push(await readRow(db, who, refundNote, id))
    return whole(db, who, rows)
  }),
  change(calls.submit, async (tx, _who, { id }) => {
    const { note } = await lockNote(tx, id)
    if (note.dropped === 1) throw refuse('退款单已作废，不能提交')
    await submitDocument(tx, noteType, note)
  }),
  decides(
    noteType,
    change(calls.examine, async (tx, _who, { id, version, auditStatus, opinion }) => {
      const { note } = await lockNote(tx, id, { version })
      await examineDocument(tx, noteType, note, { auditStatus, opinion })
    }),
  ),
  own(calls.execute, async (db, who, target) => ({ message: await execute(db, who, target) })),
  own(calls.way, (db, who, input) => changeWay(db, who, input)),
  own(calls.offline, (db, who, input) => payOffline(db, who, input)),
  own(calls.void, (db, who, input) => voidNote(db, who, input)),
]

const { permission } = calls.list

/** Refund notes: decided, carried out, followed. Orders §2.5, §6.5. */
export const refundNoteServer = {
  served: [...master.served, ...served],
  tasks: master.tasks,
  registers: [
    ...master.registers,
    declareRecord({ of: refundNote, read: calls.info, page: NOTE_PAGE }),
    declareTodo('refundNote.execute', {
      label: '待执行的退款单',
      to: `${NOTE_LIST}?status=1`,
      permission: calls.execute.permission,
      async count(db, who) {
        const where = await conditionsOf(
          db,
          who,
          refundNote,
          {},
          { where: [sql<SqlBool>`"refundNote"."status" = 1`] },
        )
        const { rows } = await sql<{ n: number; oldest: Date | null }>`
          select count(*)::int as "n", min("auditTime") as "oldest" from (
            select "auditTime" from "refundNote" where ${sql.join(where, sql` and `)} limit 100) as "rows"`.execute(
          db,
        )
        return rows[0] ?? { n: 0, oldest: null }
      },
    }),
    declareWatch(
      'refundNote.failed',
      rowsWhere(
        refundNote,
        { label: '退款失败的退款单', to: `${NOTE_LIST}?status=4`, permission },
        () => sql<SqlBool>`"refundNote"."status" = 4`,
      ),
    ),
  ],
} satisfies ServerPart
