import { ref, text } from '#kit/fields/shared.ts'
import type { Db } from '#kit/server/database.ts'
import {
  type ImportColumn,
  type ImportDefinition,
  type ImportRow,
  type ImportSource,
  listOf,
  type RowError,
} from '#kit/server/fileTask.ts'
import { inWords, rowsInOrder } from '#kit/server/importCells.ts'
import { readRefs } from '#kit/server/importNames.ts'
import { REPEAT } from '#kit/server/importRepeat.ts'
import { wordsFor } from '#kit/server/refs.ts'
import type { Who } from '#kit/server/who.ts'
import type { Entity } from '#kit/shared/entity.ts'
import { type Field, type Shape, valuesIn } from '#kit/shared/field.ts'
import { basePrice, basePriceLine } from './basePrice.entity.ts'
import { basePricePart } from './basePrice.server.ts'
import { basePriceDocument, priceNoticeDocument, saleInfoDocument } from './price.document.ts'
import type { PriceDocumentPart } from './priceDocument.server.ts'
import { priceNotice, priceNoticeLine, SCOPE_REFS } from './priceNotice.entity.ts'
import { priceNoticePart } from './priceNotice.server.ts'
import { type Described, repeatedDocuments } from './priceRepeats.server.ts'
import { saleInfo, saleInfoLine } from './saleInfo.entity.ts'
import { saleInfoPart } from './saleInfo.server.ts'
import { columnsFor, refusedAt, skuColumn, skusOf, skuWords, typedIn } from './skuColumn.server.ts'

type Heads = readonly { rowNo: number; values: Record<string, unknown> }[]

interface DocumentImport {
  of: Entity<string, { lines: Field<{ skuId: number }[]> }>
  document: PriceDocumentPart
  permission: string
  source: ImportSource
  /** field by which neighbouring rows belong to one document */
  title: string
  head: readonly ImportColumn[]
  line: Shape
  /** the fields of a line that are typed */
  typed: readonly string[]
  /** turns the names in heads into ids; answers those that name nothing */
  named?(db: Db, who: Who, heads: Heads): Promise<RowError[]>
  /** the other direction: what a sheet calls what a head names */
  worded?(db: Db, who: Who, head: Record<string, unknown>): Promise<Record<string, unknown>>
}

/** Rows of one title beside each other, in their order. */
function groupsBy(rows: readonly ImportRow[], titleOf: (row: ImportRow) => string): ImportRow[][] {
  const groups: ImportRow[][] = []
  for (const row of rows) {
    const last = groups.at(-1)
    // Whose title cannot be read belongs to nobody known.
    const title = titleOf(row)
    if (last?.[0] !== undefined && title !== '' && titleOf(last[0]) === title) last.push(row)
    else groups.push([row])
  }
  return groups
}

/** Sheets whose neighbouring rows with one title become one draft. Catalog §8.5. */
function documentImport({
  of,
  document,
  permission,
  source,
  title,
  head,
  line,
  typed,
  named,
  worded,
}: DocumentImport): ImportDefinition {
  const titleOf = (row: ImportRow): string => String(row.values[title] ?? '')
  const lineColumns = columnsFor(line, typed)
  const columns = [...head, skuColumn, ...lineColumns]
  const isRead = ({ values }: ImportRow): boolean =>
    columns.every(({ name, required }) => required !== true || values[name] !== undefined)
  const typedOnly = (one: Record<string, unknown>) =>
    Object.fromEntries(typed.map((name) => [name, one[name]]))

  /**
   * Every draft of the rows goes through `work`, those some cells of which say nothing only where it is a trial; what is
   * wrong with them, all of it.
   */
  async function each(
    db: Db,
    who: Who,
    rows: readonly ImportRow[],
    isTrial: boolean,
    work: (values: Record<string, unknown>, rowNo: number, isWhole: boolean) => Promise<unknown>,
  ): Promise<RowError[]> {
    const { skus, errors } = await skusOf(db, rows)
    const groups = groupsBy(rows, titleOf)
    const heads = groups.flatMap(([first]) =>
      first === undefined
        ? []
        : [
            {
              rowNo: first.rowNo,
              values: Object.fromEntries(head.map(({ name }) => [name, first.values[name]])),
            },
          ],
    )
    errors.push(...((await named?.(db, who, heads)) ?? []))
    const wrong = new Set(errors.map((one) => one.rowNo))
    for (const [index, own] of groups.entries()) {
      const isWhole = own.every((row) => !wrong.has(row.rowNo) && isRead(row))
      if (!isWhole && !isTrial) continue
      const lines = own.map((row) => ({ skuId: skus.get(row.rowNo) ?? 0, ...typedIn(lineColumns, row) }))
      try {
        await work({ ...heads[index]?.values, lines }, own[0]?.rowNo ?? 0, isWhole)
      } catch (error) {
        errors.push(...refusedAt(own, columns, error))
      }
    }
    return errors
  }

  return {
    kind: 'import',
    bizType: of.name,
    title: `${of.label}导入`,
    permission,
    mode: 'whole',
    columns,
    groupBy: titleOf,
    notes: ['标题相同的相邻行组成一张未提交的单据，单据的其他信息取其第一行'],
    source,
    async stored(db, who, ids) {
      const documents = await rowsInOrder(db, of, ids)
      const sheets: Record<string, unknown>[] = []
      for (const row of documents) {
        const { lines } = row
        const codes = await skuWords(
          db,
          who,
          lines.map((one) => one.skuId),
        )
        const told = await inWords(db, who, Object.entries(line), lines)
        const words = (await worded?.(db, who, row)) ?? {}
        for (const [index, one] of told.entries())
          sheets.push({
            ...one,
            ...row,
            ...words,
            ...typedOnly(one),
            code: codes.get(lines[index]?.skuId ?? 0),
          })
      }
      return sheets
    },
    ticks: { repeat: REPEAT },
    async check(db, who, rows, _memory, ask) {
      const good: Described[] = []
      const errors = await each(db, who, rows, true, async (values, rowNo, isWhole) => {
        await document.verify(db, who, values, isWhole)
        if (isWhole) good.push({ rowNo, values })
      })
      const kind = { of, title, head: head.map(({ name }) => name), typed }
      return [...errors, ...(await repeatedDocuments(db, who, kind, good, ask))]
    },
    write: (tx, who, rows) => each(tx, who, rows, false, (values) => document.draft(tx, values)),
  }
}

const basePriceImport = documentImport({
  of: basePrice,
  document: basePricePart,
  permission: basePriceDocument.calls.importSheet.permission,
  source: listOf(basePrice.name, basePriceDocument.calls.exportRows),
  title: 'priceTitle',
  head: columnsFor(basePrice.shape, ['priceTitle', 'effectTime', 'reason']),
  line: basePriceLine,
  typed: ['basePrice', 'minRate', 'purchaseBase'],
})

const CHANNEL = ref('销售渠道', 'salesChannel')

const saleInfoImport = documentImport({
  of: saleInfo,
  document: saleInfoPart,
  permission: saleInfoDocument.calls.importSheet.permission,
  source: listOf(saleInfo.name, saleInfoDocument.calls.exportRows),
  title: 'infoTitle',
  head: [
    ...columnsFor(saleInfo.shape, ['infoTitle', 'effectTime', 'expireTime']),
    {
      name: 'salesChannelId',
      title: CHANNEL.label,
      aliases: ['销售渠道编码'],
      field: text(CHANNEL.label, { max: 50, required: true }),
      required: true,
      note: '填写编码或名称',
    },
  ],
  line: saleInfoLine,
  typed: ['supplyPrice', 'retailPrice', 'minRetailPrice', 'minQty', 'launchDate', 'offDate', 'sellingPoints'],
  named: (db, who, heads) => readRefs(db, who, 'salesChannelId', CHANNEL, heads),
  async worded(db, who, { salesChannelId }) {
    const id = Number(salesChannelId)
    return { salesChannelId: (await wordsFor(db, who, 'salesChannel', [id])).get(id) }
  },
})

const priceNoticeImport = documentImport({
  of: priceNotice,
  document: priceNoticePart,
  permission: priceNoticeDocument.calls.importSheet.permission,
  source: listOf(priceNotice.name, priceNoticeDocument.calls.exportRows),
  title: 'noticeTitle',
  head: [
    ...columnsFor(priceNotice.shape, [
      'noticeTitle',
      'noticeType',
      'scopeType',
      'channelId',
      'effectTime',
      'expireTime',
      'reason',
      'notifyWay',
    ]),
    {
      name: 'scopeIds',
      title: '适用对象',
      field: text('适用对象', { max: 2000 }),
      note: '销售渠道、售达方填编码或名称，组织等级填名称；多个用顿号分隔，适用渠道时留空',
      requiredWhen: '不是适用整个渠道时必填',
    },
  ],
  line: priceNoticeLine,
  typed: ['newPrice', 'newOtPrice', 'remark'],
  async worded(db, who, head) {
    const { scopeType, scopeIds: ids = [] } = valuesIn(priceNotice.shape, head)
    const entity = SCOPE_REFS[Number(scopeType)]
    const words = entity === undefined ? new Map<number, string>() : await wordsFor(db, who, entity, ids)
    return { scopeIds: ids.flatMap((id) => words.get(id) ?? []).join('、') }
  },
  async named(db, who, heads) {
    const errors: RowError[] = []
    for (const [scopeType, own] of Map.groupBy(heads, ({ values }) => Number(values.scopeType))) {
      const entity = SCOPE_REFS[scopeType]
      // Objects of a whole channel stay as they are typed: the document refuses them.
      if (entity === undefined) for (const { values } of own) values.scopeIds = values.scopeIds ? [0] : []
      else
        errors.push(
          ...(await readRefs(db, who, 'scopeIds', { ...priceNotice.shape.scopeIds, ref: entity }, own)),
        )
    }
    return errors
  },
})

/** Price documents out of spreadsheets. Catalog §8.5. */
export const priceImports = [basePriceImport, saleInfoImport, priceNoticeImport]
