import { createHash, randomBytes } from 'node:crypto'
import { PassThrough, type Writable } from 'node:stream'
import type { Db } from '#kit/server/database.ts'
import { exportEntity, shapeColumns } from '#kit/server/exportEntity.ts'
import type { ExportColumn, ExportDefinition, PackDefinition } from '#kit/server/fileTask.ts'
import { contextOf } from '#kit/server/points.ts'
import { decryptSecret } from '#kit/server/secrets.ts'
import { type Cell, type ColumnSpec, createWorkbook } from '#kit/server/spreadsheet/spreadsheet.ts'
import { asSystem } from '#kit/server/transaction.ts'
import type { Who } from '#kit/server/who.ts'
import { formatMoney } from '#kit/shared/money.ts'
import { formatTime, toSeconds } from '#kit/shared/time.ts'
import { PHONE, SENSITIVE } from '../members.rules.ts'
import { user } from '../user/user.entity.ts'
import { userListOptions } from '../user/userList.server.ts'
import { lockedZip } from './lockedZip.ts'
import { EXPORT_FULL, exportCalls } from './userExport.calls.ts'

const PASSWORD_BYTES = 9

/** A password nobody guesses, of twelve signs. */
export const freshPassword = (): string => randomBytes(PASSWORD_BYTES).toString('base64url')

/** The codes of a person but those that show values in full. */
class AllBut extends Set<string> {
  readonly #has: (code: string) => boolean
  constructor(has: (code: string) => boolean) {
    super()
    this.#has = has
  }
  override has(code: string): boolean {
    return code !== PHONE && code !== SENSITIVE && this.#has(code)
  }
}

/** A person as they see consumers in a file: masked, or in full; their scope stays what it is. */
function readerOf(who: Who, isFull: boolean): Who {
  if (isFull) return who.all ? who : { ...who, permissions: new Set([...who.permissions, PHONE, SENSITIVE]) }
  const has = (code: string): boolean => who.all || who.permissions.has(code)
  return { ...who, all: false, permissions: new AllBut(has), scopes: who.all ? [{ kind: 1 }] : who.scopes }
}

/** The list of users as rows of a file: same filters, order and scope. */
export const userRows: ExportDefinition = exportEntity(user, exportCalls.start, {
  bizType: 'userRows',
  list: (who, input, db) => userListOptions(db, who, input),
  columns: shapeColumns(user.all),
})

const KINDS: Record<ExportColumn['kind'], NonNullable<ColumnSpec['kind']>> = {
  text: 'text',
  money: 'amount',
  number: 'number',
  time: 'dateTime',
  date: 'date',
}

function cellOf({ kind }: ExportColumn, value: unknown): Cell {
  if (value === null || value === undefined) return null
  if (kind === 'money' && typeof value === 'number') return formatMoney(value)
  return value instanceof Date || typeof value === 'number' ? value : String(value)
}

/** Collects what is written to it. */
export async function collected(write: (target: PassThrough) => Promise<void>): Promise<Buffer> {
  const target = new PassThrough()
  const parts: Buffer[] = []
  target.on('data', (part: Buffer) => void parts.push(part))
  await write(target)
  return Buffer.concat(parts)
}

/** What a file of an export is made of, as its row says. */
interface Asked {
  id: number
  filters: Record<string, unknown>
  columns: string
  isFull: 0 | 1
}

/** The workbook of an export; who made it and when stands on every sheet. */
async function workbookOf(
  db: Db,
  who: Who,
  asked: Asked,
  progress: (done: number, total: number) => Promise<void>,
): Promise<{ data: Buffer; rows: number }> {
  const reader = readerOf(who, asked.isFull === 1)
  const names = asked.columns.split(',').filter((name) => name !== '')
  const chosen = names.flatMap((name) => userRows.columns.find((one) => one.name === name) ?? [])
  const columns = chosen.length > 0 ? chosen : userRows.columns
  const total = await userRows.count(db, reader, asked.filters)
  const mark = `${who.realName} ${who.account} ${formatTime(toSeconds(new Date()))}`
  let rows = 0
  const data = await collected(async (target) => {
    const book = createWorkbook(target, {
      mark,
      sheets: [{ name: '用户', columns: columns.map(({ title, kind }) => ({ title, kind: KINDS[kind] })) }],
    })
    for await (const batch of userRows.rows(db, reader, asked.filters)) {
      for (const row of batch)
        await book.addRow(
          0,
          columns.map((column) => cellOf(column, row[column.name])),
        )
      rows += batch.length
      await progress(rows, total)
    }
    await book.end()
  })
  return { data, rows }
}

async function askedOf(db: Db, params: Record<string, unknown>): Promise<Asked> {
  return db
    .selectFrom('userExport')
    .select(['id', 'filters', 'columns', 'isFull'])
    .where('id', '=', Number(params.exportId))
    .executeTakeFirstOrThrow()
}

export async function finish(
  db: Db,
  target: Writable,
  id: number,
  file: Buffer,
  rows: number,
): Promise<void> {
  const fileHash = createHash('sha256').update(file).digest('hex')
  await asSystem(db, async (tx) => {
    await tx.updateTable('userExport').set({ fileHash, rows }).where('id', '=', id).execute()
  })
  target.end(file)
}

/** The password of a file, for its maker. */
export async function passwordOf(db: Db, exportId: number): Promise<string> {
  const { cipher } = await db
    .selectFrom('exportSecret')
    .select('cipher')
    .where('exportId', '=', exportId)
    .executeTakeFirstOrThrow()
  return decryptSecret(contextOf(db).secretKey, cipher)
}

/** Masked values: a workbook. Members §10.2. */
export const maskedPack: PackDefinition = {
  kind: 'pack',
  taskKind: 4,
  bizType: 'userExport',
  title: '用户导出',
  permission: exportCalls.start.permission,
  extension: 'xlsx',
  async write(db, who, params, target, progress) {
    const asked = await askedOf(db, params)
    const { data, rows } = await workbookOf(db, who, { ...asked, isFull: 0 }, progress)
    await finish(db, target, asked.id, data, rows)
  },
}

/** Full values: the workbook in a zip that opens with the password its maker was told. Members §10.2. */
export const fullPack: PackDefinition = {
  kind: 'pack',
  taskKind: 4,
  bizType: 'userExportFull',
  title: '用户导出（明文）',
  permission: EXPORT_FULL,
  extension: 'zip',
  async write(db, who, params, target, progress) {
    const asked = await askedOf(db, params)
    const { data, rows } = await workbookOf(db, who, asked, progress)
    await finish(
      db,
      target,
      asked.id,
      lockedZip([{ name: '用户.xlsx', data }], await passwordOf(db, asked.id)),
      rows,
    )
  },
}
