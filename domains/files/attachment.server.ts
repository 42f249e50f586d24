import { sql } from 'kysely'
import { categoriesBelow } from '#domains/settings/settings.door.ts'
import type { Db } from '#kit/server/database.ts'
import { joinRows } from '#kit/server/joins.ts'
import { listPage } from '#kit/server/list.ts'
import { writeOperLog } from '#kit/server/log.ts'
import { usesOf } from '#kit/server/refs.ts'
import { deleteRow, lockRow, readRow, updateRow } from '#kit/server/rows.ts'
import { type CallRequest, change, own, read, type Served } from '#kit/server/serve.ts'
import { asSystem, inTransaction } from '#kit/server/transaction.ts'
import type { Who } from '#kit/server/who.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { conflict, notFound } from '#kit/shared/errors.ts'
import {
  attachmentInfo,
  attachmentRow,
  deleteAttachments,
  listAttachments,
  moveAttachments,
  renameAttachment,
  uploadFile,
  uploadImage,
  uploadQuick,
} from './attachment.calls.ts'
import { attachment, ROOT_FOLDER } from './attachment.entity.ts'
import { mimesOf } from './fileTypes.ts'
import { mayRead } from './rights.ts'
import { fileUrl } from './signed.ts'
import {
  checkFolder,
  fileRules,
  imageRules,
  keepSpooled,
  removeBytes,
  storedOf,
  takeFiles,
  textRules,
} from './upload.server.ts'

type Row = EntityRow<typeof attachment>

/** The address a person opens a file by; of a private one it is signed for ten minutes. */
const urlOf = (db: Db, row: Row): string => (row.isPrivate === 1 ? fileUrl(db, row.id) : row.attDir)

/** Rows as the library shows them. */
async function shown(db: Db, who: Who, rows: readonly Row[]) {
  const { createName } = attachmentRow
  const named = await joinRows(db, who, { createName }, rows)
  return named.map((row) => ({
    ...row,
    attId: row.id,
    isSelect: false,
    attDir: urlOf(db, row),
    sattDir: row.isPrivate === 1 ? urlOf(db, row) : row.sattDir,
  }))
}

/** An attachment, for who may read it; 404 for others. */
export async function readable(db: Db, who: Who, id: number): Promise<Row> {
  const row = await readRow(db, who, attachment, id)
  if (!mayRead(row, who)) throw notFound()
  return row
}

/** Deletes what nobody uses, each in a transaction of its own; answers where the others are used. */
async function deleteUnused(
  db: Db,
  who: Who,
  input: { id: number[] },
  request: CallRequest,
): Promise<string | null> {
  const start = Date.now()
  let inUse: string | null = null
  for (const id of input.id) {
    await inTransaction(db, who, async (tx) => {
      const row = await lockRow(tx, attachment, id)
      if (!mayRead(row, who)) throw notFound()
      const [use] = await usesOf(tx, attachment.name, [id])
      if (use === undefined) {
        await deleteRow(tx, attachment, row)
        await writeOperLog(tx, deleteAttachments, { id }, request, start)
      } else inUse ??= `${row.name}：${use.place}`
    })
  }
  return inUse
}

export const attachmentServed: Served[] = [
  own(uploadImage, async (db, who, { pid }, request) => {
    const folder = await checkFolder(db, pid ?? 0)
    const rules = await imageRules(db)
    return takeFiles(request, rules, async (file) => {
      const row = await keepSpooled(db, who, file, { pid: folder }, rules)
      return storedOf(row, urlOf(db, row))
    })
  }),
  own(uploadQuick, async (db, who, _input, request) => {
    const rules = await textRules(db)
    return takeFiles(request, rules, async (file) => {
      const row = await keepSpooled(db, who, file, { pid: 0, isQuick: true }, rules)
      return storedOf(row, urlOf(db, row))
    })
  }),
  own(uploadFile, async (db, who, input, request) => {
    const folder = await checkFolder(db, input.pid ?? 0)
    const rules = await fileRules(db)
    return takeFiles(request, rules, async (file) => {
      const where = { pid: folder, isPrivate: input.private === 1 }
      const row = await keepSpooled(db, who, file, where, rules)
      return storedOf(row, urlOf(db, row))
    })
  }),
  read(listAttachments, async (db, who, { pid: asked, attType, ...input }) => {
    const pid = asked === null || asked === ROOT_FOLDER ? 0 : asked
    const where = [sql<boolean>`"attachment"."isQuick" = 0`]
    if (!who.all)
      where.push(sql<boolean>`("attachment"."isPrivate" = 0 or "attachment"."createBy" = ${who.adminId})`)
    if (pid !== 0) {
      const folders = [pid, ...(await categoriesBelow(db, 2, [pid]))]
      where.push(sql<boolean>`"attachment"."pid" = any(${sql.val(folders)}::int[])`)
    }
    const mimes = mimesOf(attType)
    if (mimes.length > 0) where.push(sql<boolean>`"attachment"."attType" = any(${sql.val(mimes)}::text[])`)
    const page = await listPage(db, who, attachment, input, { where })
    return { ...page, list: await shown(db, who, page.list) }
  }),
  read(attachmentInfo, async (db, who, { id }) => {
    const row = await readable(db, who, id)
    const uses = await asSystem(db, (tx) => usesOf(tx, attachment.name, [id]))
    const [wire] = await shown(db, who, [row])
    if (wire === undefined) throw notFound()
    return { ...wire, uses: uses.map(({ place, n }) => ({ place, n })) }
  }),
  own(deleteAttachments, async (db, who, input, request) => {
    const inUse = await deleteUnused(db, who, input, request)
    if (inUse !== null) throw conflict(`图片正在使用，不能删除（${inUse}）`)
  }),
  change(moveAttachments, async (tx, who, input) => {
    const pid = await checkFolder(tx, input.pid)
    for (const id of [...input.attrId].sort((a, b) => a - b)) {
      const row = await lockRow(tx, attachment, id)
      if (!mayRead(row, who)) throw notFound()
      await updateRow(tx, attachment, row, { pid })
    }
  }),
  change(renameAttachment, async (tx, who, { id, version, name }) => {
    const row = await lockRow(tx, attachment, id, { version })
    if (!mayRead(row, who)) throw notFound()
    await updateRow(tx, attachment, row, name === undefined ? {} : { name })
  }),
]

const KEPT = sql<Date>`now() - interval '30 days'`
const AT_ONCE = 500

/** Removes the bytes of attachments deleted, and of quick uploads nobody uses, 30 days ago. Platform §15.3. */
export async function collectAttachments(db: Db, signal: AbortSignal): Promise<number> {
  const rows = await db
    .selectFrom('attachment')
    .select(['id', 'attDir', 'sattDir', 'isDel'])
    .where((where) => where.or([where('isDel', '=', 1), where('isQuick', '=', 1)]))
    .where('updateTime', '<', KEPT)
    .orderBy('updateTime')
    .limit(AT_ONCE)
    .execute()
  let removed = 0
  for (const row of rows) {
    if (signal.aborted) break
    const gone = await asSystem(db, async (tx) => {
      const uses = row.isDel === 1 ? [] : await usesOf(tx, attachment.name, [row.id])
      const used = uses.length > 0
      // One that is in use is looked at again after another 30 days.
      if (used)
        await tx.updateTable('attachment').set({ updateTime: sql`now()` }).where('id', '=', row.id).execute()
      else await tx.deleteFrom('attachment').where('id', '=', row.id).execute()
      return !used
    })
    if (!gone) continue
    await removeBytes(db, row.attDir, row.sattDir)
    removed += 1
  }
  return removed
}
