import { sql } from 'kysely'
import { skuCards, skusByCode } from '#domains/catalog/catalog.door.ts'
import { takeRows, templateAnswer } from '#domains/files/files.door.ts'
import type { Db } from '#kit/server/database.ts'
import type { ImportColumn, RowError } from '#kit/server/fileTask.ts'
import { readRow } from '#kit/server/rows.ts'
import { type CallRequest, read, type Served } from '#kit/server/serve.ts'
import { may, type Who } from '#kit/server/who.ts'
import { warehouse } from '../place/warehouse.entity.ts'
import { LINES_MAX } from './document.rules.ts'
import type { LineSheet, LineSheetCalls } from './lineSheet.ts'
import { sectionsFor } from './sectionsFor.server.ts'

/** What a person may fill in: who may not see what goods cost gives no price either. */
function columnsFor(who: Who, { columns }: LineSheet): ImportColumn[] {
  return Object.entries(columns)
    .filter(([, { field }]) => field.permission === undefined || may(who, field.permission))
    .map(([name, { field, ...rest }]) => ({ name, title: field.label, field, ...rest }))
}

interface Section {
  id: number
  code: string
  name: string
  status: number
}

/** The sections of a warehouse by their codes, and by their names where these are no codes of others. */
async function sectionsByName(db: Db, warehouseId: number): Promise<Map<string, Section>> {
  const { rows } = await sql<Section>`
    select "id", lower("code") as "code", lower("name") as "name", "status" from "section"
    where "warehouseId" = ${warehouseId} and "isDel" = 0 order by "id"`.execute(db)
  return new Map([
    ...rows.map((one) => [one.name, one] as const),
    ...rows.map((one) => [one.code, one] as const),
  ])
}

const PLACES = ['sectionId', 'toSectionId']

/** Reads a sheet of lines as the form has them, and tells row by row what is wrong with others. Warehouse §9. */
async function readLines(db: Db, who: Who, sheet: LineSheet, warehouseId: number, request: CallRequest) {
  await readRow(db, who, warehouse, warehouseId)
  const columns = columnsFor(who, sheet)
  const rows = await takeRows(db, request, { columns }, LINES_MAX)
  const byCode = await skusByCode(
    db,
    rows.map(({ values }) => textOf(values.code)),
  )
  const sections = await sectionsByName(db, warehouseId)
  const faults: RowError[] = []
  const lines: (Record<string, string | number | null> & { skuId: number })[] = []
  for (const { rowNo, values, errors } of rows) {
    const own: RowError[] = [...errors]
    const say = (name: string, message: string) =>
      own.push({ rowNo, column: sheet.columns[name]?.field.label ?? '', message })
    const code = textOf(values.code).trim()
    const skus = byCode.get(code.toLowerCase()) ?? []
    if (code !== '' && skus.length === 0) say('code', `条码或商品编码不存在：${code}`)
    if (skus.length > 1) say('code', '商品有多个规格，请填写规格编码')
    if (typeof values.qty === 'number' && values.qty <= 0) say('qty', '数量必须大于0')
    const places = PLACES.filter((name) => sheet.columns[name] !== undefined).map((name) => {
      const named = textOf(values[name]).trim()
      const section = sections.get(named.toLowerCase())
      if (named !== '' && section === undefined) say(name, `库区不属于该仓库：${named}`)
      else if (section?.status === 0) say(name, '库区已停用')
      return [name, section?.id ?? null] as const
    })
    const [skuId] = skus
    if (own.length > 0 || skuId === undefined) {
      faults.push(...own)
      continue
    }
    const rest = columns.flatMap(({ name, field }) =>
      name === 'code' || PLACES.includes(name)
        ? []
        : [[name, wireOf(field.encode(values[name] ?? field.empty))]],
    )
    lines.push({ ...Object.fromEntries(rest), ...Object.fromEntries(places), skuId })
  }
  const cards = await skuCards(
    db,
    lines.map((line) => line.skuId),
  )
  const usual =
    sheet.columns.price === undefined || lines.length === 0
      ? null
      : await sectionsFor(
          db,
          warehouseId,
          lines.map((line) => line.skuId),
        )
  return {
    lines: lines.map((line) => {
      const { productName = '', skuCode = '', suk = '', unitName = '' } = cards.get(line.skuId) ?? {}
      const sectionId = line.sectionId ?? usual?.(line.skuId) ?? null
      return { ...line, sectionId, productName, skuCode, suk, unitName }
    }),
    faults,
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const wireOf = (value: unknown): string | number | null =>
  typeof value === 'string' || typeof value === 'number' ? value : null

/** Serves the sheet of lines of a kind of document. Warehouse §9. */
export const serveLineSheet = (calls: LineSheetCalls, sheet: LineSheet): Served[] => [
  read(calls.lineTemplate, async (_db, who) =>
    templateAnswer({
      title: sheet.title,
      columns: columnsFor(who, sheet),
      notes: ['导入只填入明细，保存单据后生效；同一商品、库区和批次的行可以合并'],
    }),
  ),
  read(calls.lineSheet, (db, who, { warehouseId }, request) =>
    readLines(db, who, sheet, warehouseId, request),
  ),
]
