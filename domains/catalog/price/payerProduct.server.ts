import { type Expression, type SqlBool, sql } from 'kysely'
import { takeImport } from '#domains/files/files.door.ts'
import { categoriesBelow } from '#domains/settings/settings.door.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { filterNumbers } from '#kit/server/list.ts'
import { insertRow, readRow } from '#kit/server/rows.ts'
import { change, own } from '#kit/server/serve.ts'
import { type StandardOptions, standardHandlers } from '#kit/server/standard.ts'
import { actorOf } from '#kit/server/transaction.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { conflict, refuse } from '#kit/shared/errors.ts'
import { trust } from '#kit/shared/loose.ts'
import { formatDate, toSeconds } from '#kit/shared/time.ts'
import { skuCards } from '../lines/skuLines.server.ts'
import { payerMonthUsed } from '../offer/quota/quotaLedger.server.ts'
import { guardFloor } from './floor.server.ts'
import { payerProduct } from './payerProduct.entity.ts'
import { payerProductCalls } from './price.calls.ts'

type Row = EntityRow<typeof payerProduct>
type Values = Partial<Row>

export const OVERLAP = '该付款方商品在此期间已存在'
export const BOTH = '结算价与折扣率只能填写一项'

const today = (): string => formatDate(toSeconds(new Date()))

/** Refuses what no agreement may say, whoever it is with. */
async function checkTerms(tx: Tx, row: Values): Promise<void> {
  const { startDate = '', endDate = '', settlePrice = null, discountRate = null, skuId = 0 } = row
  if (endDate < startDate) throw refuse('结束日期不能早于开始日期', 'endDate')
  if (settlePrice !== null && discountRate !== null) throw refuse(BOTH, 'discountRate')
  if (discountRate === 0) throw refuse('折扣率须大于0', 'discountRate')
  if (settlePrice !== null)
    await guardFloor(tx, actorOf(tx), [{ skuId, price: settlePrice, field: 'settlePrice' }])
}

/** One agreement per payer, sku and day: 422 该付款方商品在此期间已存在. Catalog §8.4. */
async function refuseOverlap(tx: Tx, row: Values, exceptId: number): Promise<void> {
  const { payerId = 0, skuId = 0, startDate = '', endDate = '' } = row
  if (row.status === 0) return
  // Two that agree the same at once must not both pass.
  await sql`select pg_advisory_xact_lock(hashtext('payerProduct'), ${payerId}::int)`.execute(tx)
  const other = await tx
    .selectFrom('payerProduct')
    .select('id')
    .where('payerId', '=', payerId)
    .where('skuId', '=', skuId)
    .where('isDel', '=', 0)
    .where('status', '=', 1)
    .where('id', '<>', exceptId)
    .where('startDate', '<=', endDate)
    .where('endDate', '>=', startDate)
    .executeTakeFirst()
  if (other !== undefined) throw refuse(OVERLAP, 'startDate')
}

/** What a row carries of its payer and its sku, for scope and search. */
async function completed(tx: Tx, row: Values): Promise<Values> {
  const { payerId = 0, skuId = 0 } = row
  const card = (await skuCards(tx, [skuId])).get(skuId)
  if (!card?.isLiving) throw refuse('商品不存在', 'skuIds')
  const payer = await tx.selectFrom('payer').select('companyId').where('id', '=', payerId).executeTakeFirst()
  return {
    ...row,
    companyId: payer?.companyId ?? null,
    goods: [card.productName, card.productCode, card.skuCode, card.suk].join(' '),
  }
}

/** Checks and writes one agreement. */
async function add(tx: Tx, values: Values): Promise<number> {
  await checkTerms(tx, values)
  await refuseOverlap(tx, values, 0)
  return (await insertRow(tx, payerProduct, await completed(tx, values))).id
}

async function conditions(db: Db, input: Record<string, unknown>): Promise<Expression<SqlBool>[]> {
  const found: Expression<SqlBool>[] = []
  const day = sql`${today()}::date`
  const start = sql.ref('payerProduct.startDate')
  const end = sql.ref('payerProduct.endDate')
  if (input.valid === '0') found.push(sql<SqlBool>`${start} > ${day}`)
  if (input.valid === '1') found.push(sql<SqlBool>`${start} <= ${day} and ${end} >= ${day}`)
  if (input.valid === '2') found.push(sql<SqlBool>`${end} between ${day} and ${day} + 30`)
  if (input.valid === '3') found.push(sql<SqlBool>`${end} < ${day}`)
  if (typeof input.cateId === 'string' && input.cateId !== '') {
    const below = await categoriesBelow(db, 1, filterNumbers(input.cateId, '商品分类', 'cateId'))
    found.push(sql<SqlBool>`"payerProduct"."skuId" in (select s."id" from "sku" s
      join "product" p on p."id" = s."productId" where p."cateId" && ${sql.val(below)}::int[])`)
  }
  return found
}

async function enrich(db: Db, rows: readonly Row[]): Promise<Record<string, unknown>[]> {
  const [cards, payers, used] = await Promise.all([
    skuCards(
      db,
      rows.map((row) => row.skuId),
    ),
    db
      .selectFrom('payer')
      .select(['id', 'payerCode'])
      .where('id', 'in', [0, ...rows.map((row) => row.payerId)])
      .execute(),
    payerMonthUsed(
      db,
      rows.map((row) => row.id),
    ),
  ])
  const codes = new Map(payers.map((one) => [one.id, one.payerCode]))
  return rows.map((row) => {
    const card = cards.get(row.skuId)
    return {
      ...row,
      payerCode: codes.get(row.payerId) ?? '',
      productCode: card?.skuCode ?? '',
      productName: card?.productName ?? '',
      suk: card?.suk ?? '',
      monthUsed: (used.get(row.id) ?? 0) / 1000,
      validity: `${row.startDate} 至 ${row.endDate}`,
    }
  })
}

const options: StandardOptions<typeof payerProduct> = {
  list: async (_who, input, db) => ({ where: await conditions(db, input) }),
  enrich,
  async prepare(tx, values, before) {
    const row = { ...before, ...values }
    await checkTerms(tx, row)
    await refuseOverlap(tx, row, before?.id ?? 0)
    if (before !== null && values.payerId !== undefined && values.payerId !== before.payerId)
      throw conflict('付款方不能修改，请停用后重新添加')
    return values
  },
  async switching(tx, row, status) {
    if (status === 1) await refuseOverlap(tx, { ...row, status }, row.id)
  },
}

const usual = standardHandlers(payerProduct, trust(payerProductCalls), options)

export const payerProductServed = [
  ...usual.served.filter((one) => one.call.path !== payerProductCalls.save.path),
  change(payerProductCalls.save, async (tx, _who, { skuIds, ...values }) => {
    const ids: number[] = []
    for (const skuId of skuIds) ids.push(await add(tx, { ...values, skuId }))
    return { id: ids[0] ?? 0 }
  }),
  change(payerProductCalls.copyTo, async (tx, who, { ids, payerIds }) => {
    for (const id of ids) {
      const row = await readRow(tx, who, payerProduct, id)
      const { skuId, settlePrice, discountRate, minQty, monthMaxQty, startDate, endDate, remark } = row
      const values = { skuId, settlePrice, discountRate, minQty, monthMaxQty, startDate, endDate, remark }
      for (const payerId of payerIds.filter((one) => one !== row.payerId))
        await add(tx, { ...values, payerId, status: 1 })
    }
    return null
  }),
  own(payerProductCalls.importSheet, (db, who, input, request) =>
    takeImport(db, who, trust(payerProductCalls.importSheet), input, payerProduct.name, request),
  ),
]

export const payerProductExport = usual.exporting
export const addPayerProduct = add
