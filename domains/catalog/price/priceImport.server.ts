import { text } from '#kit/fields/shared.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import type { ImportColumn, ImportDefinition, ImportRow, RowError } from '#kit/server/fileTask.ts'
import { loose } from '#kit/server/loose.ts'
import type { Who } from '#kit/server/who.ts'
import { AppError } from '#kit/shared/errors.ts'
import type { Field, Shape } from '#kit/shared/field.ts'
import { skusByCode } from '../lines/skuLines.server.ts'
import { basePrice, basePriceLine } from './basePrice.entity.ts'
import { basePriceDocument } from './basePrice.server.ts'
import { payerProduct } from './payerProduct.entity.ts'
import { addPayerProduct } from './payerProduct.server.ts'
import { basePriceCalls, payerProductCalls, priceNoticeCalls, saleInfoCalls } from './price.calls.ts'
import type { PriceDocumentPart } from './priceDocument.server.ts'
import { priceNotice, priceNoticeLine, SCOPE_REFS } from './priceNotice.entity.ts'
import { priceNoticeDocument } from './priceNotice.server.ts'
import { saleInfo, saleInfoLine } from './saleInfo.entity.ts'
import { saleInfoDocument } from './saleInfo.server.ts'

const MOST_ROWS = 5000
const CODE = 'code'
const NO_SKU = '商品编码不存在'

/** Tables whose rows a sheet names by their code. */
const CODES: Readonly<Record<string, readonly [column: string, label: string]>> = {
  salesChannel: ['channelCode', '销售渠道'],
  shouda: ['shoudaNum', '售达方'],
  orgLevel: ['levelName', '组织等级'],
  payer: ['payerCode', '付款方'],
}

/** Ids by code or name; what is not there is left out. */
async function idsByCode(db: Db, table: string, codes: readonly string[]): Promise<Map<string, number>> {
  const column = CODES[table]?.[0]
  if (column === undefined || codes.length === 0) return new Map()
  const rows = await loose(db)
    .selectFrom(table)
    .select(['id', column])
    .where(column, 'in', [...new Set(codes)])
    .where('isDel', '=', 0)
    .execute()
  return new Map(rows.map((row) => [String(row[column]), Number(row.id)]))
}

const columnOf = (name: string, field: Field, more: Partial<ImportColumn> = {}): ImportColumn => ({
  name,
  title: field.label,
  field,
  required: field.required === true,
  ...(field.choices === undefined || field.many ? {} : { options: field.choices.map((one) => one.label) }),
  ...more,
})

const codeColumn: ImportColumn = {
  name: CODE,
  title: '商品编码',
  aliases: ['规格编码', '条码'],
  field: text('商品编码', { max: 40, required: true }),
  required: true,
  example: 'P00000001-01',
  note: '规格编码、条码，或只有一个规格的商品编码',
}

const named = (name: string, table: string, more: Partial<ImportColumn> = {}): ImportColumn => {
  const label = `${CODES[table]?.[1] ?? ''}编码`
  return { name, title: label, field: text(label, { max: 2000 }), ...more }
}

/** Typed columns of some fields of a shape. */
const typed = (shape: Shape, names: readonly string[]): ImportColumn[] =>
  names.flatMap((name) => {
    const field = shape[name]
    return field === undefined ? [] : [columnOf(name, field)]
  })

/** The one sku that each row names, or why none. */
async function skusOf(
  db: Db,
  rows: readonly ImportRow[],
): Promise<{ skuOf(row: ImportRow): number; errors: RowError[] }> {
  const codeOf = (row: ImportRow): string => String(row.values[CODE] ?? '')
  const found = await skusByCode(db, rows.map(codeOf))
  const idsOf = (row: ImportRow) => found.get(codeOf(row).trim().toLowerCase()) ?? []
  const errors = rows.flatMap((row): RowError[] => {
    const count = idsOf(row).length
    if (count === 1) return []
    const message = count === 0 ? NO_SKU : '该商品有多个规格，请填写规格编码'
    return [{ rowNo: row.rowNo, column: '商品编码', message }]
  })
  return { skuOf: (row) => idsOf(row)[0] ?? 0, errors }
}

const refusedFor = (rows: readonly ImportRow[], error: unknown): RowError[] => {
  if (!(error instanceof AppError)) throw error
  const data = Array.isArray(error.data) ? error.data : []
  const told = data.flatMap(({ field, message }): RowError[] => {
    const row = /^lines\.(\d+)\./.exec(field)?.[1]
    const rowNo = row === undefined ? undefined : rows[Number(row)]?.rowNo
    return rowNo === undefined ? [] : [{ rowNo, column: '', message }]
  })
  return told.length > 0 ? told : [{ rowNo: rows[0]?.rowNo ?? 0, column: '', message: error.message }]
}

interface DocumentImport {
  document: PriceDocumentPart
  label: string
  permission: string
  /** field by which rows belong to one document */
  title: string
  head: readonly ImportColumn[]
  lines: readonly ImportColumn[]
  /** the head out of the first row of a document; throws what a person must put right */
  headOf(db: Db, values: Record<string, unknown>): Promise<Record<string, unknown>>
}

/** Sheets whose rows with one title become one draft. Catalog §8.5. */
function documentImport({
  document,
  label,
  permission,
  title,
  head,
  lines,
  headOf,
}: DocumentImport): ImportDefinition {
  const titleOf = (row: ImportRow): string => String(row.values[title] ?? '')
  const lineNames = lines.map((one) => one.name)
  return {
    kind: 'import',
    bizType: document.name,
    title: `${label}导入`,
    permission,
    mode: 'whole',
    maxRows: MOST_ROWS,
    columns: [...head, codeColumn, ...lines],
    groupBy: titleOf,
    notes: ['标题相同的相邻行组成一张未提交的单据，单据的其他信息取其第一行'],
    async check(db, _who, rows) {
      const { errors } = await skusOf(db, rows)
      for (const own of Map.groupBy(rows, titleOf).values()) {
        const [first] = own
        if (first === undefined) continue
        try {
          await headOf(db, first.values)
        } catch (error) {
          errors.push(...refusedFor([first], error))
        }
      }
      return errors
    },
    async write(tx, _who, rows) {
      const { skuOf, errors } = await skusOf(tx, rows)
      if (errors.length > 0) return errors
      for (const own of Map.groupBy(rows, titleOf).values()) {
        const [first] = own
        if (first === undefined) continue
        try {
          const values = own.map((row) => ({
            skuId: skuOf(row),
            ...Object.fromEntries(lineNames.map((name) => [name, row.values[name]])),
          }))
          await document.draft(tx, { ...(await headOf(tx, first.values)), lines: values })
        } catch (error) {
          errors.push(...refusedFor(own, error))
        }
      }
      return errors
    },
  }
}

const pick = (values: Record<string, unknown>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, values[name]]))

const BASE_HEAD = ['priceTitle', 'effectTime', 'reason']
const basePriceImport = documentImport({
  document: basePriceDocument,
  label: basePrice.label,
  permission: basePriceCalls.importSheet.permission,
  title: 'priceTitle',
  head: typed(basePrice.shape, BASE_HEAD),
  lines: typed(basePriceLine, ['basePrice', 'minRate', 'purchaseBase']),
  headOf: async (_db, values) => pick(values, BASE_HEAD),
})

const SALE_HEAD = ['infoTitle', 'effectTime', 'expireTime']
const saleInfoImport = documentImport({
  document: saleInfoDocument,
  label: saleInfo.label,
  permission: saleInfoCalls.importSheet.permission,
  title: 'infoTitle',
  head: [...typed(saleInfo.shape, SALE_HEAD), named('salesChannel', 'salesChannel', { required: true })],
  lines: typed(saleInfoLine, [
    'supplyPrice',
    'retailPrice',
    'minRetailPrice',
    'minQty',
    'launchDate',
    'offDate',
    'sellingPoints',
  ]),
  async headOf(db, values) {
    const code = String(values.salesChannel ?? '').trim()
    const salesChannelId = (await idsByCode(db, 'salesChannel', [code])).get(code)
    if (salesChannelId === undefined) throw new AppError(422, `销售渠道编码${code}不存在`)
    return { ...pick(values, SALE_HEAD), salesChannelId }
  },
})

const NOTICE_HEAD = [
  'noticeTitle',
  'noticeType',
  'scopeType',
  'channelId',
  'effectTime',
  'expireTime',
  'reason',
]
const priceNoticeImport = documentImport({
  document: priceNoticeDocument,
  label: priceNotice.label,
  permission: priceNoticeCalls.importSheet.permission,
  title: 'noticeTitle',
  head: [
    ...typed(priceNotice.shape, NOTICE_HEAD),
    {
      name: 'scopes',
      title: '适用对象',
      field: text('适用对象', { max: 2000 }),
      note: '销售渠道填编码，售达方填编号，组织等级填名称；多个用顿号分隔，适用渠道时留空',
    },
  ],
  lines: typed(priceNoticeLine, ['newPrice', 'newOtPrice', 'remark']),
  async headOf(db, values) {
    const codes = String(values.scopes ?? '')
      .split(/[、,，\s]+/)
      .filter((code) => code !== '')
    const found = await idsByCode(db, SCOPE_REFS[Number(values.scopeType)] ?? '', codes)
    const missing = codes.find((code) => !found.has(code))
    if (missing !== undefined) throw new AppError(422, `适用对象${missing}不存在`)
    return { ...pick(values, NOTICE_HEAD), scopeIds: [...new Set(found.values())], notifyWay: [] }
  },
})

const PAYER_FIELDS = [
  'settlePrice',
  'discountRate',
  'minQty',
  'monthMaxQty',
  'startDate',
  'endDate',
  'remark',
] as const

const payerProductImport: ImportDefinition = {
  kind: 'import',
  bizType: payerProduct.name,
  title: `${payerProduct.label}导入`,
  permission: payerProductCalls.importSheet.permission,
  mode: 'whole',
  maxRows: MOST_ROWS,
  columns: [
    named('payer', 'payer', { required: true }),
    codeColumn,
    ...typed(payerProduct.shape, PAYER_FIELDS),
  ],
  check: async (db, _who, rows) => (await payerRows(db, rows)).errors,
  async write(tx: Tx, _who: Who, rows) {
    const { ready, errors } = await payerRows(tx, rows)
    if (errors.length > 0) return errors
    for (const { row, values } of ready)
      try {
        await addPayerProduct(tx, values)
      } catch (error) {
        errors.push(...refusedFor([row], error))
      }
    return errors
  },
}

async function payerRows(db: Db, rows: readonly ImportRow[]) {
  const { skuOf, errors } = await skusOf(db, rows)
  const codeOf = (row: ImportRow): string => String(row.values.payer ?? '').trim()
  const payers = await idsByCode(db, 'payer', rows.map(codeOf))
  const ready = rows.map((row) => {
    const payerId = payers.get(codeOf(row))
    if (payerId === undefined)
      errors.push({ rowNo: row.rowNo, column: '付款方编码', message: '付款方编码不存在' })
    return {
      row,
      values: {
        ...pick(row.values, PAYER_FIELDS),
        payerId: payerId ?? 0,
        skuId: skuOf(row),
        status: 1 as const,
      },
    }
  })
  return { ready, errors }
}

/** Lines of price documents and agreements of payers out of spreadsheets. Catalog §8.5. */
export const priceImports = [basePriceImport, saleInfoImport, priceNoticeImport, payerProductImport]
