import { money, text } from '#kit/fields/shared.ts'
import type { Db } from '#kit/server/database.ts'
import { type ImportDefinition, type ImportRow, listOf, type RowError } from '#kit/server/fileTask.ts'
import { foreignIds } from '#kit/server/refs.ts'
import type { Who } from '#kit/server/who.ts'
import { AppError, type FieldError, refuseFields } from '#kit/shared/errors.ts'
import { skusByCode } from '../lines/skuLines.server.ts'
import { enterFeedbacks } from './enterFeedback.server.ts'
import { feedbackFault } from './feedback.rules.ts'
import { feedbackCalls } from './purpose.calls.ts'
import { type MonthQty, monthsText, readMonths } from './purpose.rules.ts'

const columns = [
  {
    name: 'purposeTitle',
    title: '意向标题',
    field: text('意向标题', { max: 50, required: true }),
    example: '中秋礼盒',
  },
  {
    name: 'orgCode',
    title: '单位编码',
    field: text('单位编码', { max: 20, required: true }),
    example: 'KH00001',
  },
  { name: 'shoudaNum', title: '售达方编号', field: text('售达方编号', { max: 20 }) },
  {
    name: 'skuCode',
    title: '规格编码',
    field: text('规格编码', { max: 30, required: true }),
    example: 'P000001-1',
  },
  {
    name: 'months',
    title: '各月数量',
    field: text('各月数量', { max: 500, required: true }),
    example: '2027-01:100;2027-02:200',
    note: '月份:数量，多个月份用分号分隔',
  },
  { name: 'expectPrice', title: '期望价', field: money('期望价') },
]

/** A row of the sheet with what its names stand for. */
interface ReadRow {
  purposeProductId: number
  companyId: number
  shoudaId: number | null
  skuId: number
  monthQty: MonthQty
  expectPrice: number | null
}

const texts = (rows: readonly ImportRow[], name: string): string[] => [
  ...new Set(rows.map((row) => String(row.values[name] ?? '')).filter((one) => one !== '')),
]

/** Reads everything a batch names, in one query each; customers are those in the person's data scope. Decision 0081. */
async function readNames(db: Db, who: Who, rows: readonly ImportRow[]) {
  const [titles, codes, numbers] = [
    texts(rows, 'purposeTitle'),
    texts(rows, 'orgCode'),
    texts(rows, 'shoudaNum'),
  ]
  const purposes = await db
    .selectFrom('purposeProduct')
    .selectAll()
    .where('purposeTitle', 'in', ['', ...titles])
    .where('isDel', '=', 0)
    .orderBy('id')
    .execute()
  const companies = await db
    .selectFrom('company')
    .select(['id', 'orgCode', 'orgLevelId', 'inForce', 'status'])
    .where('orgCode', 'in', ['', ...codes])
    .where('isDel', '=', 0)
    .execute()
  const shoudas = await db
    .selectFrom('shouda')
    .select(['id', 'shoudaNum', 'companyId'])
    .where('shoudaNum', 'in', ['', ...numbers])
    .where('isDel', '=', 0)
    .execute()
  const foreign = {
    companies: await foreignIds(
      db,
      who,
      'company',
      companies.map((one) => one.id),
    ),
    shoudas: await foreignIds(
      db,
      who,
      'shouda',
      shoudas.map((one) => one.id),
    ),
  }
  return {
    // Of intentions of one title the last one is meant.
    purposes: new Map(purposes.map((one) => [one.purposeTitle, one])),
    companies: new Map(
      companies.filter((one) => !foreign.companies.has(one.id)).map((one) => [one.orgCode, one]),
    ),
    shoudas: new Map(
      shoudas.filter((one) => !foreign.shoudas.has(one.id)).map((one) => [one.shoudaNum, one]),
    ),
    skus: await skusByCode(db, texts(rows, 'skuCode')),
  }
}

/** One row as it will be entered, checked; throws what a person is told, all of it. */
function readRow(names: Awaited<ReturnType<typeof readNames>>, { values }: ImportRow, now: Date): ReadRow {
  const given = (name: string): string => String(values[name] ?? '')
  const errors: FieldError[] = []
  const missing = (field: string, message: string) => void errors.push({ field, message })
  const purpose = names.purposes.get(given('purposeTitle'))
  if (purpose === undefined) missing('purposeTitle', '意向标题不存在')
  const company = names.companies.get(given('orgCode'))
  if (company === undefined) missing('orgCode', '单位编码不存在')
  const shouda = given('shoudaNum') === '' ? null : names.shoudas.get(given('shoudaNum'))
  if (shouda === undefined) missing('shoudaNum', '售达方编号不存在')
  const [skuId, other] = names.skus.get(given('skuCode').toLowerCase()) ?? []
  if (skuId === undefined) missing('skuCode', '商品编码不存在')
  if (other !== undefined) missing('skuCode', '该商品有多个规格，请填写规格编码')
  const monthQty = readMonths(given('months'))
  if (monthQty === null) missing('months', '各月数量格式不正确，例：2027-01:100;2027-02:200')
  if (errors.length > 0 || !purpose || !company || shouda === undefined || skuId === undefined || !monthQty)
    throw refuseFields(errors)
  const fault = feedbackFault({ purpose, company, shouda, skuId, monthQty }, now)
  if (fault !== null) throw fault
  const { expectPrice } = values
  return {
    purposeProductId: purpose.id,
    companyId: company.id,
    shoudaId: shouda?.id ?? null,
    skuId,
    monthQty,
    expectPrice: typeof expectPrice === 'number' ? expectPrice : null,
  }
}

/** A refusal at its column; the fields of an entry stand under other headings in the sheet. */
const COLUMN_OF: Readonly<Record<string, string>> = {
  companyId: 'orgCode',
  shoudaId: 'shoudaNum',
  skuId: 'skuCode',
  monthQty: 'months',
}

async function told(rowNo: number, work: () => unknown): Promise<RowError[]> {
  try {
    await work()
    return []
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const faults: readonly FieldError[] = Array.isArray(error.data)
      ? error.data
      : [{ field: '', message: error.message }]
    return faults.map(({ field, message }) => {
      const name = COLUMN_OF[field] ?? field
      return { rowNo, column: columns.find((one) => one.name === name)?.title ?? '', message }
    })
  }
}

/** What the sheet says of feedback: everything by the code people know it by, outside the person's scope by its number. */
async function rowsFor(db: Db, who: Who, ids: readonly number[]): Promise<Record<string, unknown>[]> {
  const rows = await db
    .selectFrom('purposeFeedback as f')
    .innerJoin('purposeProduct as p', 'p.id', 'f.purposeProductId')
    .innerJoin('company as c', 'c.id', 'f.companyId')
    .innerJoin('sku as s', 's.id', 'f.skuId')
    .leftJoin('shouda as d', 'd.id', 'f.shoudaId')
    .select([
      'f.id',
      'f.companyId',
      'f.shoudaId',
      'p.purposeTitle',
      'c.orgCode',
      'd.shoudaNum',
      's.skuCode',
      'f.monthQty',
      'f.expectPrice',
    ])
    .where('f.id', 'in', [...ids])
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const companies = await foreignIds(
    db,
    who,
    'company',
    rows.map((row) => row.companyId),
  )
  const shoudas = await foreignIds(
    db,
    who,
    'shouda',
    rows.flatMap((row) => row.shoudaId ?? []),
  )
  return ids.flatMap((id) => {
    const row = byId.get(id)
    if (row === undefined) return []
    const { orgCode, companyId, shoudaNum, shoudaId, monthQty } = row
    return [
      {
        ...row,
        orgCode: companies.has(companyId) ? companyId : orgCode,
        shoudaNum: shoudaId !== null && shoudas.has(shoudaId) ? shoudaId : shoudaNum,
        months: monthsText(monthQty),
      },
    ]
  })
}

/** Catalog §4.3, §8.5. */
export const feedbackImport: ImportDefinition = {
  kind: 'import',
  bizType: 'purposeFeedback',
  title: '意向反馈导入',
  permission: feedbackCalls.importRows.permission,
  mode: 'whole',
  columns,
  batchSize: 500,
  source: listOf('purposeFeedback', feedbackCalls.exportRows),
  stored: rowsFor,
  notes: ['同一意向、客户、售达方和规格再次导入时，以后一次为准'],
  async check(db, who, rows) {
    const names = await readNames(db, who, rows)
    const now = new Date()
    const errors = await Promise.all(rows.map((row) => told(row.rowNo, () => readRow(names, row, now))))
    return errors.flat()
  },
  async write(tx, who, rows) {
    const names = await readNames(tx, who, rows)
    const now = new Date()
    const errors: RowError[] = []
    const entries: { rowNo: number; entry: ReadRow }[] = []
    for (const row of rows)
      errors.push(
        ...(await told(row.rowNo, () => entries.push({ rowNo: row.rowNo, entry: readRow(names, row, now) }))),
      )
    if (errors.length > 0) return errors
    const { refused } = await enterFeedbacks(
      tx,
      entries.map(({ entry }) => entry),
    )
    for (const [index, fault] of refused)
      errors.push(
        ...(await told(entries[index]?.rowNo ?? 0, () => {
          throw fault
        })),
      )
    return errors
  },
}
