import { ref, text } from '#kit/fields/shared.ts'
import type { Db } from '#kit/server/database.ts'
import {
  type ImportColumn,
  type ImportDefinition,
  type ImportRow,
  listOf,
  type RowError,
} from '#kit/server/fileTask.ts'
import { rowsInOrder } from '#kit/server/importCells.ts'
import { readRefs } from '#kit/server/importNames.ts'
import { saveRows } from '#kit/server/manyRows.ts'
import { wordsFor } from '#kit/server/refs.ts'
import { lockRows } from '#kit/server/rows.ts'
import type { Who } from '#kit/server/who.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { refuse } from '#kit/shared/errors.ts'
import { valuesIn } from '#kit/shared/field.ts'
import { guardFloor } from './floor.server.ts'
import { payerProduct } from './payerProduct.entity.ts'
import {
  type Agreed,
  addPayerProducts,
  agreedWith,
  checkTerms,
  clashes,
  companiesOf,
  NO_PAYER,
  OVERLAP,
  pairOf,
} from './payerProduct.server.ts'
import { payerProductCalls } from './price.calls.ts'
import { columnsFor, refusedAt, skuColumn, skusOf, skuWords, typedIn } from './skuColumn.server.ts'

type Values = Partial<EntityRow<typeof payerProduct>>

const PAYER = ref('付款方', 'payer')

const TERMS = columnsFor(payerProduct.shape, [
  'settlePrice',
  'discountRate',
  'minQty',
  'monthMaxQty',
  'startDate',
  'endDate',
  'remark',
])

const columns: readonly ImportColumn[] = [
  {
    name: 'payerId',
    title: PAYER.label,
    aliases: ['付款方编码'],
    field: text(PAYER.label, { max: 80, required: true }),
    required: true,
    example: '0010002345',
    note: '填写编码或名称',
  },
  skuColumn,
  ...TERMS,
]

const NO_DATES = { startDate: '', endDate: '' }
/** periods of a file, by the memory of its import */
const seenIn = new WeakMap<Map<string, unknown>, Map<string, Agreed[]>>()

/** Rows with their payers and skus, and the agreement each changes: that of the same payer, sku and period. */
async function readAgreements(
  db: Db,
  who: Who,
  rows: readonly ImportRow[],
  memory: Map<string, unknown>,
): Promise<{ ready: { values: Values; beforeId: number | null }[]; errors: RowError[] }> {
  const { skus, errors } = await skusOf(db, rows)
  const list = rows.map((row) => ({ rowNo: row.rowNo, values: { ...row.values } }))
  errors.push(...(await readRefs(db, who, 'payerId', PAYER, list)))
  const wrong = new Set(errors.map((one) => one.rowNo))
  const named = list.map((row) => ({
    row,
    values: {
      ...valuesIn(payerProduct.shape, { ...typedIn(TERMS, row), payerId: row.values.payerId ?? undefined }),
      skuId: skus.get(row.rowNo),
    },
  }))
  const given = named.map((one) => one.values)
  const companies = await companiesOf(
    db,
    who,
    given.map((one) => one.payerId ?? 0),
  )
  const agreed = await agreedWith(db, given)
  const seen = seenIn.get(memory) ?? new Map<string, Agreed[]>()
  seenIn.set(memory, seen)
  const ready = named.map(({ row, values }) => {
    const pair = pairOf(values)
    const there = agreed.get(pair) ?? []
    const same = there.find((one) => one.startDate === values.startDate && one.endDate === values.endDate)
    const { payerId = 0, skuId = 0, startDate = '', endDate = '' } = values
    const dates = { startDate, endDate }
    const period: Agreed = { payerId, skuId, ...dates, id: same?.id ?? 0, status: same?.status ?? 1 }
    // What cannot be read is told already; what else is wrong with the row is told with it.
    const isDated = values.startDate !== undefined && values.endDate !== undefined
    const isNamed = !wrong.has(row.rowNo) && values.payerId !== undefined && values.skuId !== undefined
    try {
      if (isNamed && !companies.has(period.payerId)) throw refuse(NO_PAYER, 'payerId')
      checkTerms(isDated ? values : { ...values, ...NO_DATES })
      if (!isDated || !isNamed) return { values, beforeId: null }
      const before = seen.get(pair) ?? []
      if (clashes(period, there) || clashes({ ...period, id: -1 }, before)) throw refuse(OVERLAP, 'startDate')
      seen.set(pair, [...before, period])
    } catch (error) {
      errors.push(...refusedAt([row], columns, error))
    }
    return { values, beforeId: same?.id ?? null }
  })
  const priced = given.flatMap(({ skuId = 0, settlePrice = null }, index) =>
    settlePrice === null || skuId === 0
      ? []
      : [{ skuId, price: settlePrice, field: `lines.${index}.settlePrice` }],
  )
  await guardFloor(db, who, priced).catch((error: unknown) =>
    errors.push(
      ...refusedAt(
        named.map((one) => one.row),
        columns,
        error,
      ),
    ),
  )
  return { ready, errors }
}

/** Agreements of payers out of spreadsheets; one of the same payer, sku and period is changed. Catalog §8.5. */
export const payerProductImport: ImportDefinition = {
  kind: 'import',
  bizType: payerProduct.name,
  title: `${payerProduct.label}导入`,
  permission: payerProductCalls.importSheet.permission,
  mode: 'whole',
  batchSize: 500,
  columns,
  source: listOf(payerProduct.name, payerProductCalls.exportRows),
  async stored(db, who, ids) {
    const rows = await rowsInOrder(db, payerProduct, ids)
    const payers = await wordsFor(db, who, 'payer', [...new Set(rows.map((row) => Number(row.payerId)))])
    const skus = await skuWords(
      db,
      who,
      rows.map((row) => Number(row.skuId)),
    )
    return rows.map((row) => ({
      ...row,
      payerId: payers.get(Number(row.payerId)),
      code: skus.get(Number(row.skuId)),
    }))
  },
  notes: [
    '结算价与折扣率只能填写一项；都不填写时只限定付款方可以购买的商品',
    '付款方、商品、开始日期和结束日期都相同的行更新已有的约定，空白单元格会清空原值',
  ],
  check: async (db, who, rows, memory) => (await readAgreements(db, who, rows, memory)).errors,
  async write(tx, who, rows, memory) {
    const { ready, errors } = await readAgreements(tx, who, rows, memory)
    if (errors.length > 0) return errors
    const stored = await lockRows(
      tx,
      payerProduct,
      ready.flatMap(({ beforeId }) => beforeId ?? []),
    )
    await saveRows(
      tx,
      payerProduct,
      ready.flatMap(({ values, beforeId }) => {
        const before = beforeId === null ? undefined : stored.get(beforeId)
        return before === undefined ? [] : [{ before, values }]
      }),
    )
    const fresh = ready.filter((one) => one.beforeId === null)
    if (fresh.length > 0)
      await addPayerProducts(
        tx,
        fresh.map((one) => ({ ...one.values, status: 1 })),
      )
    return []
  },
}
