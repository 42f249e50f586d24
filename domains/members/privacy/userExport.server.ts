import { type SqlBool, sql } from 'kysely'
import { declareScene, notify } from '#domains/settings/settings.door.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { type DocumentType, examineDocument, submitDocument } from '#kit/server/document.ts'
import { decides } from '#kit/server/documentTypes.ts'
import { declareFileGuard, type PackDefinition } from '#kit/server/fileTask.ts'
import { answerPage, answerRow } from '#kit/server/list.ts'
import { nextNumber } from '#kit/server/number.ts'
import { contextOf } from '#kit/server/points.ts'
import { insertRow, lockRow, updateRow } from '#kit/server/rows.ts'
import { encryptSecret } from '#kit/server/secrets.ts'
import { change, read, type Served } from '#kit/server/serve.ts'
import { historyOf } from '#kit/server/serveDocument.ts'
import { taskLimits } from '#kit/server/tasks/limits.ts'
import { loadPerson } from '#kit/server/tasks/person.ts'
import { startTask } from '#kit/server/tasks/start.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { demand, type Who } from '#kit/server/who.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { conflict, notFound, refuse } from '#kit/shared/errors.ts'
import { memberSettings } from '../config/config.server.ts'
import { userFilters } from '../user/user.calls.ts'
import { user } from '../user/user.entity.ts'
import { dataPack } from './dataFile.server.ts'
import { freshPassword, fullPack, maskedPack, userRows } from './exportFile.server.ts'
import { sensitiveLog } from './sensitiveLog.entity.ts'
import { exportCalls as calls, EXPORT_FULL, EXPORT_LIST, exportStates } from './userExport.calls.ts'
import { userExport } from './userExport.entity.ts'

type Export = EntityRow<typeof userExport>

/** Numbers of exports. */
export const EXPORT_PREFIX = 'YHDC'
const LIVES_HOURS = 24
const MOST_DOWNLOADS = 3
const PAGE = `${EXPORT_LIST}/info/{id}`

export const exportScene = declareScene({
  mark: 'adminExport',
  type: '明文导出密码',
  description: '明文导出开始生成时把解压密码告知导出人',
  sendType: 2,
  channels: ['notice'],
  content: '导出{exportNo}的解压密码是 {password}，文件生成后{hours}小时内可下载{times}次，请勿转发。',
  link: PAGE,
})

/** Who asked for a file gets it made: in full behind a password of its own. */
export async function startFile(tx: Tx, row: Export, pack: PackDefinition): Promise<number> {
  const maker = await loadPerson(tx, row.adminId)
  if (maker === null) throw conflict('导出人的账号已停用')
  if (row.isFull === 1) {
    const password = freshPassword()
    await tx
      .insertInto('exportSecret')
      .values({ exportId: row.id, cipher: encryptSecret(contextOf(tx).secretKey, password) })
      .execute()
    const { exportNo } = row
    const params = { exportNo, password, hours: LIVES_HOURS, times: MOST_DOWNLOADS, id: row.id }
    await notify(tx, 'adminExport', [{ kind: 'admin', id: row.adminId }], params, exportNo)
  }
  const { taskId } = await startTask(tx, maker, pack, { exportId: row.id })
  const fileUntil = new Date(Date.now() + LIVES_HOURS * 3_600_000)
  await updateRow(
    tx,
    userExport,
    await lockRow(tx, userExport, row.id, { anyScope: true }),
    { taskId, ...(row.isFull === 1 && { fileUntil }) },
    { anyField: true },
  )
  return taskId
}

/** What is decided about one: whoever holds the permission, never the maker. Members §10.2. */
export const exportType: DocumentType<typeof userExport> = {
  entity: userExport,
  states: exportStates,
  list: `${EXPORT_LIST}?auditStatus=0`,
  returned: `${EXPORT_LIST}?auditStatus=2`,
  page: PAGE,
  async approved(tx, row) {
    await startFile(tx, row, fullPack)
  },
  process: {
    fields: [
      { name: 'rows', label: '行数' },
      { name: 'isFull', label: '明文' },
    ],
    vars: (_tx, row) => ({ rows: row.rows, isFull: row.isFull }),
    form: `${EXPORT_LIST}/examine/{id}`,
    info: calls.info,
  },
}

/** The filters of the list, without what only a page of it needs. */
function filtersOf(input: object): Record<string, unknown> {
  const left = new Set(['page', 'limit', 'fields', 'exactTotal', 'columns', 'isFull', 'reason'])
  return Object.fromEntries(
    Object.entries(input).filter(([name, value]) => !left.has(name) && value !== '' && value !== null),
  )
}

/** Says what a filter asks for, as a person reads it. */
function filterText(filters: Record<string, unknown>): string {
  const labels: Record<string, { label: string }> = { ...user.all, ...userFilters }
  return Object.entries(filters)
    .map(
      ([name, value]) =>
        `${labels[name]?.label ?? (name === 'keywords' ? '关键字' : name)}：${String(value)}`,
    )
    .join('；')
}

const columnNames = (columns: string): string =>
  columns
    .split(',')
    .flatMap((name) => userRows.columns.find((one) => one.name === name)?.title ?? [])
    .join('、') || '全部列'

async function started(tx: Tx, who: Who, input: Parameters<typeof filtersOf>[0] & Asked, ip: string) {
  const { isFull, reason, columns } = input
  if (isFull === 1) {
    demand(who, EXPORT_FULL)
    if (reason === '') throw refuse('请输入导出原因', 'reason')
  }
  const filters = filtersOf(input)
  const rows = await userRows.count(tx, who, filters)
  const { exportMaxRows } = await taskLimits(tx)
  if (rows > exportMaxRows) throw refuse(`导出数据超过${exportMaxRows}条，请缩小筛选范围`)
  const { export_audit_rows: most } = await memberSettings(tx, 'privacy')
  const exportNo = await nextNumber(tx, EXPORT_PREFIX)
  const waits = isFull === 1 && rows > most
  const row = await insertRow(
    tx,
    userExport,
    {
      exportNo,
      what: '用户',
      adminId: who.adminId,
      filters,
      columns,
      isFull,
      reason,
      rows,
      ip,
      auditStatus: waits ? -1 : 1,
    },
    { anyScope: true },
  )
  if (!waits)
    return {
      id: row.id,
      exportNo,
      waits,
      taskId: await startFile(tx, row, isFull === 1 ? fullPack : maskedPack),
    }
  const submitted = await submitDocument(tx, exportType, row)
  return { id: row.id, exportNo, waits: submitted.auditStatus !== 1, taskId: submitted.taskId ?? 0 }
}

interface Asked {
  isFull: 0 | 1
  reason: string
  columns: string
}

/** A file is its maker's alone; one with full values three times, within a day. Members §10.2. */
async function guardFile(
  db: Db,
  who: Who,
  { taskId, ip }: { taskId: number; ownerId: number; ip: string },
): Promise<void> {
  await asSystem(db, async (tx) => {
    const row = await tx
      .selectFrom('userExport')
      .select(['id', 'adminId', 'isFull', 'downloads', 'fileUntil'])
      .where('taskId', '=', taskId)
      .forUpdate()
      .executeTakeFirst()
    if (row === undefined || row.adminId !== who.adminId) throw notFound('文件不存在')
    if (row.fileUntil !== null && row.fileUntil < new Date()) throw conflict('文件已过期')
    if (row.isFull === 1 && row.downloads >= MOST_DOWNLOADS) throw conflict('下载次数已达上限')
    await tx
      .updateTable('userExport')
      .set({ downloads: row.downloads + 1 })
      .where('id', '=', row.id)
      .execute()
    await tx.insertInto('exportDownload').values({ exportId: row.id, adminId: who.adminId, ip }).execute()
  })
}

export const exportGuards = [maskedPack, fullPack, dataPack].map(({ bizType }) =>
  declareFileGuard(bizType, guardFile),
)
export const exportTasks = [maskedPack, fullPack, dataPack]

export const exportServed: readonly Served[] = [
  change(calls.start, (tx, who, input, { ip }) => started(tx, who, input, ip)),
  read(calls.list, (db, who, input) => answerPage(db, who, userExport, calls.list.answer, input)),
  read(calls.info, async (db, who, { id }) => {
    const row = await answerRow(db, who, userExport, calls.info.answer, id)
    const fetched = await db
      .selectFrom('exportDownload')
      .innerJoin('admin', 'admin.id', 'exportDownload.adminId')
      .select(['admin.realName as adminName', 'exportDownload.ip', 'exportDownload.time'])
      .where('exportId', '=', id)
      .orderBy('exportDownload.id', 'desc')
      .execute()
    const task =
      row.taskId === null
        ? undefined
        : await db.selectFrom('fileTask').select('status').where('id', '=', row.taskId).executeTakeFirst()
    return {
      ...row,
      fetched,
      columnNames: columnNames(row.columns),
      filterText: filterText(row.filters) || '全部',
      history: await historyOf(db, userExport.name, id),
      taskStatus: task?.status ?? null,
    }
  }),
  decides(
    exportType,
    change(calls.examine, async (tx, _who, { id, version, auditStatus, opinion }) => {
      const row = await lockRow(tx, userExport, id, { version })
      await examineDocument(tx, exportType, row, { auditStatus, opinion })
    }),
  ),
  read(calls.logs, (db, who, { uid, ...asked }) =>
    answerPage(db, who, sensitiveLog, calls.logs.answer, asked, {
      where: uid === null ? [] : [sql<SqlBool>`"sensitiveLog"."uid" = ${uid}`],
    }),
  ),
]
