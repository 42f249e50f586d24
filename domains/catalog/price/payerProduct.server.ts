import { type Expression, type SqlBool, sql } from 'kysely'
import { takeImport } from '#domains/files/files.door.ts'
import { categoriesBelow } from '#domains/settings/settings.door.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { rowFigure } from '#kit/server/figures.ts'
import { filterNumbers } from '#kit/server/list.ts'
import { referenceErrors } from '#kit/server/rowReferences.ts'
import { insertRows, readRow } from '#kit/server/rows.ts'
import { rowScope, scopeCondition } from '#kit/server/scope.ts'
import { change, own } from '#kit/server/serve.ts'
import { type StandardOptions, standardHandlers } from '#kit/server/standard.ts'
import { actorOf } from '#kit/server/transaction.ts'
import type { Who } from '#kit/server/who.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { conflict, refuse, refuseFields } from '#kit/shared/errors.ts'
import { today } from '#kit/shared/time.ts'
import { skuCards } from '../lines/skuLines.server.ts'
import { payerMonthUsed } from '../offer/quota/quotaLedger.server.ts'
import { guardFloor } from './floor.server.ts'
import { payerProduct } from './payerProduct.entity.ts'
import { payerProductCalls, payerProductJoined } from './price.calls.ts'
import { overlaps } from './price.rules.ts'

type Row = EntityRow<typeof payerProduct>
type Values = Partial<Row>

export const OVERLAP = '该付款方商品在此期间已存在'
const BOTH = '结算价与折扣率只能填写一项'
export const NO_PAYER = '付款方不存在或已停用'

/** Refuses what no agreement may say, whoever it is with. */
export function checkTerms(row: Values): void {
  const { startDate = '', endDate = '', settlePrice = null, discountRate = null } = row
  if (endDate < startDate) throw refuse('结束日期不能早于开始日期', 'endDate')
  if (settlePrice !== null && discountRate !== null) throw refuse(BOTH, 'discountRate')
  if (discountRate === 0) throw refuse('折扣率须大于0', 'discountRate')
}

const guard = (db: Db, who: Who, rows: readonly Values[]) =>
  guardFloor(
    db,
    who,
    rows.flatMap(({ skuId = 0, settlePrice = null }) =>
      settlePrice === null ? [] : [{ skuId, price: settlePrice, field: 'settlePrice' }],
    ),
  )

export type Agreed = Pick<Row, 'id' | 'payerId' | 'skuId' | 'startDate' | 'endDate' | 'status'>

export const pairOf = ({ payerId, skuId }: Values): string => `${payerId} ${skuId}`

/** What the payers of these rows have agreed about their skus, by pairOf. */
export async function agreedWith(db: Db, rows: readonly Values[]): Promise<Map<string, Agreed[]>> {
  const found = await db
    .selectFrom('payerProduct')
    .select(['id', 'payerId', 'skuId', 'startDate', 'endDate', 'status'])
    .where('payerId', 'in', [0, ...new Set(rows.map((row) => row.payerId ?? 0))])
    .where('skuId', 'in', [0, ...new Set(rows.map((row) => row.skuId ?? 0))])
    .where('isDel', '=', 0)
    .execute()
  return Map.groupBy(found, pairOf)
}

/** Whether an agreement would rule on a day on which one of others rules. */
export function clashes(row: Values, others: readonly Agreed[]): boolean {
  const { startDate = '', endDate = '', status = 1 } = row
  const period = { startDate, endDate }
  return status === 1 && others.some((one) => one.status === 1 && one.id !== row.id && overlaps(period, one))
}

/** One agreement per payer, sku and day: 422 该付款方商品在此期间已存在. Catalog §8.4. */
async function refuseOverlap(tx: Tx, rows: readonly Values[]): Promise<void> {
  // Two that agree the same at once must not both pass.
  const payers = [...new Set(rows.map((row) => row.payerId ?? 0))].sort((a, b) => a - b)
  await sql`select pg_advisory_xact_lock(hashtext('payerProduct'), "payerId")
    from unnest(${sql.val(payers)}::int[]) as "payerId"`.execute(tx)
  const agreed = await agreedWith(tx, rows)
  if (rows.some((row) => clashes(row, agreed.get(pairOf(row)) ?? []))) throw refuse(OVERLAP, 'startDate')
}

/** The companies of payers, those of others' scopes left out. Catalog §8.8. */
export async function companiesOf(
  db: Db,
  who: Who,
  payerIds: readonly number[],
): Promise<Map<number, number>> {
  let query = db
    .selectFrom('payer')
    .select(['id', 'companyId'])
    .where('id', 'in', [0, ...new Set(payerIds)])
  const scope = scopeCondition(await rowScope(db, who, payerProduct), 'payer')
  if (scope !== null) query = query.where(scope)
  return new Map((await query.execute()).map((row) => [row.id, row.companyId]))
}

/** Checks and writes agreements, each with what it carries of its payer and its sku; all name the same fields. */
export async function addPayerProducts(tx: Tx, rows: readonly Values[]): Promise<number[]> {
  for (const row of rows) checkTerms(row)
  await guard(tx, actorOf(tx), rows)
  const companies = await companiesOf(
    tx,
    actorOf(tx),
    rows.map((row) => row.payerId ?? 0),
  )
  const cards = await skuCards(
    tx,
    rows.map((row) => row.skuId ?? 0),
  )
  const whole = rows.map((row) => {
    const card = cards.get(row.skuId ?? 0)
    if (!card?.isLiving) throw refuse('商品不存在', 'skuIds')
    const companyId = companies.get(row.payerId ?? 0)
    if (companyId === undefined) throw refuse(NO_PAYER, 'payerId')
    return {
      ...row,
      companyId,
      goods: [card.productName, card.productCode, card.skuCode, card.suk].join(' '),
    }
  })
  const wrong = (await referenceErrors(tx, payerProduct.shape, whole)).flat()
  if (wrong.length > 0) throw refuseFields(wrong)
  await refuseOverlap(tx, rows)
  return (await insertRows(tx, payerProduct, whole)).map((row) => row.id)
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

const options: StandardOptions<typeof payerProduct> = {
  list: async (_who, input, db) => ({ where: await conditions(db, input) }),
  figures: { monthUsed: rowFigure(payerProduct, payerMonthUsed) },
  joined: payerProductJoined,
  async prepare(tx, values, before) {
    const row = { ...before, ...values }
    checkTerms(row)
    await guard(tx, actorOf(tx), [row])
    await refuseOverlap(tx, [row])
    if (before !== null && values.payerId !== undefined && values.payerId !== before.payerId)
      throw conflict('付款方不能修改，请停用后重新新增')
    return values
  },
  async switching(tx, row, status) {
    if (status === 1) await refuseOverlap(tx, [{ ...row, status }])
  },
}

const usual = standardHandlers(payerProduct, { ...payerProductCalls, save: undefined }, options)

export const payerProductServed = [
  ...usual.served,
  change(payerProductCalls.save, async (tx, _who, { skuIds, ...values }) => {
    const ids = await addPayerProducts(
      tx,
      skuIds.map((skuId) => ({ ...values, skuId })),
    )
    return { id: ids[0] ?? 0 }
  }),
  change(payerProductCalls.copyTo, async (tx, who, { ids, payerIds }) => {
    const rows = []
    for (const id of ids) rows.push(await readRow(tx, who, payerProduct, id))
    const copies = rows.flatMap((row) => {
      const { skuId, settlePrice, discountRate, minQty, monthMaxQty, startDate, endDate, remark } = row
      const values = { skuId, settlePrice, discountRate, minQty, monthMaxQty, startDate, endDate, remark }
      return payerIds
        .filter((payerId) => payerId !== row.payerId)
        .map((payerId) => ({ ...values, payerId, status: 1 as const }))
    })
    await addPayerProducts(tx, copies)
  }),
  own(payerProductCalls.importSheet, (db, who, input, request) =>
    takeImport(db, who, payerProductCalls.importSheet, input, payerProduct.name, request),
  ),
]

export const payerProductExport = usual.exporting
