import './desk.tables.ts'
import { fileURLToPath } from 'node:url'
import { declareScene, notify } from '#domains/settings/settings.door.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { writeErrorLog } from '#kit/server/log.ts'
import { findRecords, readRecord } from '#kit/server/records.ts'
import type { RoomServer } from '#kit/server/room.ts'
import { deleteRow, insertRow, lockRow } from '#kit/server/rows.ts'
import { change, read } from '#kit/server/serve.ts'
import { loadPerson } from '#kit/server/tasks/person.ts'
import type { Who } from '#kit/server/who.ts'
import { AppError, forbidden, refuse } from '#kit/shared/errors.ts'
import { deskCalls as calls } from './desk.calls.ts'
import { deskFacts } from './desk.shared.ts'
import { homeOf } from './home.server.ts'
import { lineOf, MENTIONED } from './line.server.ts'
import { viewServed } from './listView.server.ts'
import { recordNote } from './recordNote.entity.ts'

/** Records of each kind that a search shows. */
const SHOWN = 5

export const deskRoom: RoomServer = {
  facts: deskFacts,
  migrations: fileURLToPath(new URL('./migrations', import.meta.url)),
  served: [
    read(calls.search, (db, who, { keywords }) => findRecords(db, who, keywords, SHOWN)),
    read(calls.home, (db, who) => homeOf(db, who, (error) => keepFailure(db, who, error))),
    read(calls.line, async (db, who, { recordType, recordId: id, before, limit, notesOnly }) => {
      const { kind, page } = await readRecord(db, who, recordType, id)
      const moment = new Date(before ?? Date.now() + 1000)
      return lineOf(db, who, { kind, id, page, before: moment, limit }, notesOnly === 1)
    }),
    read(calls.page, async (db, who, { recordType, recordId }) => ({
      page: await readRecord(db, who, recordType, recordId).then(({ page }) => page, noPage),
    })),
    change(calls.saveNote, async (tx, who, { recordType, recordId, content, mentions, files }) => {
      const { kind, title, page } = await readRecord(tx, who, recordType, recordId)
      const authorName = who.realName
      const others = mentions.filter((one) => one !== who.adminId)
      for (const one of others) await refuseBlind(tx, one, recordType, recordId)
      const row = { recordType, recordId, content, mentions, files, authorName }
      const { id } = await insertRow(tx, recordNote, row)
      await notify(
        tx,
        MENTIONED,
        others.map((one) => ({ kind: 'admin', id: one })),
        { name: authorName, label: kind.of.label, title, content, page },
        `recordNote:${id}`,
      )
      return { id }
    }),
    ...viewServed,
    change(calls.removeNote, async (tx, who, { id }) => {
      const note = await lockRow(tx, recordNote, id)
      if (note.createBy !== who.adminId) throw forbidden()
      await deleteRow(tx, recordNote, note)
    }),
  ],
  registers: [
    declareScene({
      mark: MENTIONED,
      type: '备注提到我',
      description: '同事在记录的时间线上提到某人时',
      sendType: 2,
      channels: ['notice', 'sms', 'wechat'],
      content: '{name}在{label}“{title}”提到你：{content}',
      link: '{page}',
    }),
  ],
}

/** A record that cannot be read has no page; any other failure is one. */
function noPage(error: unknown): string {
  if (error instanceof AppError) return ''
  throw error
}

/** Refuses (422) to mention somebody who may not read the record: what they are told names it. */
async function refuseBlind(tx: Tx, adminId: number, type: string, id: number): Promise<void> {
  const person = await loadPerson(tx, adminId)
  if (person === null) return
  const sees = await readRecord(tx, person, type, id).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError) return false
      throw error
    },
  )
  if (!sees) throw refuse(`${person.realName}无权查看该记录，不能提到`, 'mentions')
}

/** Why a card of the home page could not be read stands in the error log: the page itself only says that it could not. */
async function keepFailure(db: Db, who: Who, error: unknown): Promise<void> {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error))
  const what = { requestId: '', source: 'server', path: calls.home.path, adminId: who.adminId } as const
  await writeErrorLog(db, { ...what, message, stack }).catch(() => undefined)
}
