import { PassThrough } from 'node:stream'
import { sql } from 'kysely'
import { takeRows } from '#domains/files/files.door.ts'
import { choice, int, quantity, text } from '#kit/fields/shared.ts'
import type { Db } from '#kit/server/database.ts'
import type { ImportColumn, RowError } from '#kit/server/fileTask.ts'
import { writeOperLog } from '#kit/server/log.ts'
import { readRow } from '#kit/server/rows.ts'
import type { CallRequest } from '#kit/server/serve.ts'
import { createWorkbook } from '#kit/server/spreadsheet/spreadsheet.ts'
import { inTransaction } from '#kit/server/transaction.ts'
import type { Who } from '#kit/server/who.ts'
import type { BinaryAnswer } from '#kit/shared/binary.ts'
import { refuse } from '#kit/shared/errors.ts'
import { decimalFault } from '../document/document.rules.ts'
import { isLot } from '../stock/lotNo.ts'
import { countCalls } from './count.document.ts'
import { COUNT_REASONS, SHEET, stockCount } from './count.entity.ts'
import type { Count } from './count.rules.ts'
import { enterCounts, setReasons } from './rounds.server.ts'

/** As many lines as a sheet of a count has at most. */
const MOST = 20_000
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const COUNT_SN = { name: 'countSn', title: '盘点表号', field: text('盘点表号', { max: 24, required: true }) }
const SEQ = { name: 'seq', title: '行号', field: int('行号', { min: 1, required: true }), aliases: ['序'] }
/** What is typed while it is counted, and what while its differences are explained. Warehouse §9. */
const COUNTED: readonly ImportColumn[] = [
  COUNT_SN,
  SEQ,
  { name: 'qty', title: '实盘', field: quantity('实盘', { required: true }), aliases: ['实盘数量'] },
]
const EXPLAINED: readonly ImportColumn[] = [
  COUNT_SN,
  SEQ,
  {
    name: 'reason',
    title: '原因',
    field: choice('原因', COUNT_REASONS, { required: true }),
    aliases: ['差异原因'],
  },
  { name: 'note', title: '说明', field: text('说明', { max: 100 }) },
]

const isCounted = ({ status }: Count): boolean =>
  status === SHEET.first || status === SHEET.second || status === SHEET.third

interface Line {
  id: number
  seq: number
  isOpen: boolean
  section: string
  code: string
  goods: string
  suk: string
  lotNo: string
  expiryDate: string | null
  decimals: number
}

/** The lines of a sheet; open: still to be counted in this round, or differing and to be explained. */
async function linesOf(db: Db, sheet: Count): Promise<Line[]> {
  const { rows } = await sql<Line>`
    select l."id", l."seq", c."name" as "section", coalesce(nullif(k."skuCode", ''), p."productCode") as "code", p."storeName" as "goods", k."suk",
      l."lotNo", l."expiryDate"::text as "expiryDate", coalesce(u."decimals", 0)::int as "decimals",
      ${isCounted(sheet) ? sql`(${sheet.status} = ${SHEET.first} or l."finalQty" is null)` : sql`l."diffQty" <> 0`} as "isOpen"
    from "stockCountLine" l join "section" c on c."id" = l."sectionId" join "sku" k on k."id" = l."skuId"
    join "product" p on p."id" = k."productId" left join "unit" u on u."id" = p."unitId"
    where l."countId" = ${sheet.id} order by l."seq"`.execute(db)
  return rows
}

/** 422 unless a round is open or differences wait for their reasons. */
async function openSheet(db: Db, who: Who, id: number): Promise<Count> {
  const sheet = await readRow(db, who, stockCount, id)
  if (isCounted(sheet) || sheet.status === SHEET.differing) return sheet
  throw refuse('盘点表未在盘点中，不能导入')
}

/** The lines that are to be filled in, without what the book says of them: a sheet to count with. Warehouse §9. */
export async function countTemplate(db: Db, who: Who, id: number): Promise<BinaryAnswer> {
  const sheet = await openSheet(db, who, id)
  const lines = (await linesOf(db, sheet)).filter((one) => one.isOpen)
  const last = isCounted(sheet) ? ['实盘'] : ['原因', '说明']
  const target = new PassThrough()
  const named = ['库区', '编码', '商品名称', '规格', '批次号', '到期日期']
  const book = createWorkbook(target, {
    sheets: [
      {
        name: '实盘数量',
        columns: ['*盘点表号', '*行号', ...named, `*${last[0]}`, ...last.slice(1)].map((title) => ({
          title,
        })),
      },
    ],
  })
  const write = async () => {
    for (const { seq, section, code, goods, suk, lotNo, expiryDate } of lines)
      await book.addRow(0, [
        ...[sheet.countSn, String(seq), section, code, goods, suk],
        ...[isLot(lotNo) ? lotNo : '', expiryDate ?? '', ...last.map(() => '')],
      ])
    await book.end()
  }
  write().catch((error: unknown) => target.destroy(error instanceof Error ? error : new Error(String(error))))
  return { body: target, fileName: `${sheet.countSn} 实盘数量.xlsx`, contentType: XLSX }
}

/**
 * Takes what was counted, or why lines differ, from a sheet; rows that were left blank stay open. With anything wrong nothing is
 * written. The rules of the round hold as when it is typed. Warehouse §5.9, §9.
 */
export async function importCounts(
  db: Db,
  who: Who,
  id: number,
  request: CallRequest,
): Promise<{ done: number; faults: RowError[] }> {
  const start = Date.now()
  const sheet = await openSheet(db, who, id)
  const columns = isCounted(sheet) ? COUNTED : EXPLAINED
  const typed = columns[2]?.name ?? ''
  const lines = new Map((await linesOf(db, sheet)).map((line) => [line.seq, line]))
  const faults: RowError[] = []
  const seen = new Set<number>()
  const found: { lineId: number; values: Record<string, unknown> }[] = []
  for (const { rowNo, values, errors } of await takeRows(db, request, { columns }, MOST)) {
    const say = (column: string, message: string) => faults.push({ rowNo, column, message })
    const isBlank = errors.some((one) => one.column === columns[2]?.title) && values[typed] === undefined
    const others = errors.filter((one) => one.column !== columns[2]?.title)
    // A line that nobody has filled in is no mistake: people send what they have.
    if (isBlank && others.length === 0 && errors.every((one) => one.message.startsWith('请'))) continue
    faults.push(...errors)
    if (errors.length > 0) continue
    const line = lines.get(Number(values.seq))
    if (values.countSn !== sheet.countSn) say('盘点表号', `不是本盘点表（${sheet.countSn}）`)
    else if (line === undefined) say('行号', '盘点明细不存在')
    else if (!line.isOpen) say('行号', isCounted(sheet) ? '该行已确认，不需要复盘' : '该行没有差异')
    else if (seen.has(line.id)) say('行号', '行号在文件中重复')
    else {
      const fault = isCounted(sheet) ? decimalFault(Number(values.qty), line.decimals) : null
      if (fault !== null) say('实盘', fault)
      seen.add(line.id)
      found.push({ lineId: line.id, values })
    }
  }
  if (faults.length > 0 || found.length === 0) return { done: 0, faults }
  await inTransaction(db, who, async (tx) => {
    if (isCounted(sheet))
      await enterCounts(
        tx,
        id,
        found.map(({ lineId, values }) => ({ lineId, qty: Number(values.qty), adds: 0, scanId: '' })),
      )
    else
      await setReasons(
        tx,
        id,
        found.map(({ lineId, values }) => ({
          ...{ lineId, reason: Number(values.reason) },
          note: typeof values.note === 'string' ? values.note : '',
        })),
      )
    await writeOperLog(tx, countCalls.importEntry, { id, lines: found.length }, request, start)
  })
  return { done: found.length, faults }
}
