import type { Db, Tx } from '#kit/server/database.ts'
import { type DocumentType, examineDocument, submitDocument } from '#kit/server/document.ts'
import { decides } from '#kit/server/documentTypes.ts'
import { answerPage } from '#kit/server/list.ts'
import { deleteRow, insertRow, lockRow, readRow, updateRow } from '#kit/server/rows.ts'
import { change, read, type Served } from '#kit/server/serve.ts'
import { historyOf } from '#kit/server/serveDocument.ts'
import { startTask } from '#kit/server/tasks/start.ts'
import { actorOf } from '#kit/server/transaction.ts'
import type { Entity, EntityRow } from '#kit/shared/entity.ts'
import { conflict, notFound, refuse } from '#kit/shared/errors.ts'
import { type Field, rowIn } from '#kit/shared/field.ts'
import { guardState } from '#kit/shared/states.ts'
import { guardFloor } from '../price/floor.server.ts'
import { lockLive } from '../product/liveProduct.server.ts'
import { product } from '../product/product.entity.ts'
import { skusOf } from '../product/productInfo.server.ts'
import { logProduct } from '../product/productLog.server.ts'
import { readPresent } from './editItems.server.ts'
import { poolCalls as calls } from './pool.calls.ts'
import { integralRow, integralStates, productIntegral, productVip, vipRow, vipStates } from './pool.entity.ts'
import { brokenIntegral, brokenVip, isPaidKind, PAID_KINDS_ONLY } from './pool.rules.ts'
import {
  diffOf,
  type IntegralRow,
  integralExport,
  integralFields,
  integralFigures,
  integralLined,
  integralRows,
  known,
  optionsOf,
  type Pool,
  tabsOf,
  type VipRow,
  vipExport,
  vipFields,
  vipFigures,
  vipLined,
  vipRows,
} from './poolRows.server.ts'

/** What the pools share of a product's place on their shelf. */
type Shelf = Entity<
  string,
  { productId: Field<number>; onShelf: Field<0 | 1>; shelfTime: Field<Date | null, number | null> }
>

const OFF_PAID = '请先将商品从付费区下架'
const OFF_INTEGRAL = '请先将商品从积分区下架'

/** Settings of a pool are known by the names of their products. */
async function nameOf(tx: Tx, productId: number): Promise<string> {
  const { storeName } = await tx
    .selectFrom('product')
    .select('storeName')
    .where('id', '=', productId)
    .executeTakeFirstOrThrow()
  return storeName
}

const process = {
  fields: [{ name: 'productName', label: '商品名称' }],
  vars: async (tx: Tx, { productId }: { productId: number }) => ({
    productName: await nameOf(tx, productId),
  }),
}

/** The price members pay: approved, then shelved by hand. Catalog §3.3. */
const vipType: DocumentType<typeof productVip> = {
  entity: productVip,
  states: vipStates,
  list: '/store/payproduct?type=3',
  returned: '/store/payproduct?type=4',
  page: '/store/common/info/pay/{id}',
  titleOf: (tx, row) => nameOf(tx, row.productId),
  process: { ...process, form: '/store/common/examine/pay/{id}', info: calls.payInfo },
  async approved(tx, row) {
    await updateRow(tx, productVip, row, { approved: row.rows })
  },
}

/** What points buy: the approval puts it on the shelf of the pool. Catalog §3.3. */
const integralType: DocumentType<typeof productIntegral> = {
  entity: productIntegral,
  states: integralStates,
  list: '/store/integralProduct?type=3',
  returned: '/store/integralProduct?type=4',
  page: '/store/common/info/integral/{id}',
  titleOf: (tx, row) => nameOf(tx, row.productId),
  process: { ...process, form: '/store/common/examine/integral/{id}', info: calls.integralInfo },
  async approved(tx, row) {
    await updateRow(tx, productIntegral, row, { approved: row.rows, onShelf: 1, shelfTime: new Date() })
  },
}

/** The pool row of a product, locked after the product itself; null when it is not in the pool. */
async function lockIn<E extends Pool>(
  tx: Tx,
  of: E,
  productId: number,
  version: number | null = null,
): Promise<EntityRow<E> | null> {
  await lockLive(tx, productId)
  const table: 'productVip' | 'productIntegral' = of.name
  const found = await tx
    .selectFrom(table)
    .select('id')
    .where('productId', '=', productId)
    .where('isDel', '=', 0)
    .executeTakeFirst()
  return found === undefined ? null : await lockRow(tx, of, found.id, { version })
}

async function lockMember<E extends Pool>(tx: Tx, of: E, productId: number, version?: number | null) {
  const row = await lockIn(tx, of, productId, version ?? null)
  if (row === null) throw notFound()
  return row
}

/** Puts a product into a pool, off its shelf and not yet decided. */
async function putInto(tx: Tx, of: Pool, productId: number): Promise<void> {
  const row = await lockLive(tx, productId)
  if (row.auditStatus !== 1) throw conflict('商品未审核通过')
  if (of === productVip && !isPaidKind(row.productKind)) throw conflict(PAID_KINDS_ONLY)
  await insertRow(tx, of, { productId })
  await logProduct(tx, productId, `加入${of.label}`)
}

/** Skus with the prices that rule in the home channel, as the checks of the pools need them. */
async function soldSkus(db: Db, productId: number) {
  return (await readPresent(db, [productId])).skus.get(productId) ?? []
}

async function saveVip(tx: Tx, row: VipRow, values: Partial<VipRow>): Promise<void> {
  guardState(vipStates, 'edit', row.auditStatus)
  if (row.onShelf === 1) throw conflict(OFF_PAID)
  const next = { ...row, ...values }
  const broken = brokenVip(next.rows, await soldSkus(tx, row.productId))
  if (broken !== null) throw refuse(broken.message, broken.field)
  checkTimes(next)
  await guardFloor(
    tx,
    actorOf(tx),
    next.rows.map(({ skuId, vipPrice }, index) => ({
      skuId,
      price: vipPrice,
      field: `rows.${index}.vipPrice`,
    })),
  )
  await submitDocument(tx, vipType, await updateRow(tx, productVip, row, values))
  await logProduct(tx, row.productId, '修改会员价')
}

async function saveIntegral(tx: Tx, row: IntegralRow, values: Partial<IntegralRow>): Promise<void> {
  guardState(integralStates, 'edit', row.auditStatus)
  if (row.onShelf === 1) throw conflict(OFF_INTEGRAL)
  const next = { ...row, ...values }
  const broken = brokenIntegral(next.rows, await soldSkus(tx, row.productId))
  if (broken !== null) throw refuse(broken.message, broken.field)
  checkTimes(next)
  await submitDocument(tx, integralType, await updateRow(tx, productIntegral, row, values))
  await logProduct(tx, row.productId, '修改兑换积分')
}

function checkTimes({ startTime, endTime }: { startTime: Date | null; endTime: Date | null }): void {
  if (startTime !== null && endTime !== null && endTime <= startTime)
    throw refuse('结束时间须晚于开始时间', 'endTime')
}

/** Rows of a setting with some of them changed; a sku that was not in it is added. */
function merged<R extends { skuId: number }>(rows: readonly R[], given: readonly R[]): R[] {
  const kept = rows.map((row): R => ({ ...row, ...given.find((one) => one.skuId === row.skuId) }))
  return [...kept, ...given.filter((one) => !rows.some((row) => row.skuId === one.skuId))]
}

const own = <I extends { keywords: string }>(input: I): I => ({ ...input, keywords: '' })

interface Decision {
  id: number | null
  ids: readonly number[]
  auditStatus: 1 | 2
  opinion: string
  version: number | null
}

async function examine<E extends Pool>(
  tx: Tx,
  of: E,
  type: DocumentType<E>,
  { id, ids, version, ...decision }: Decision,
): Promise<void> {
  const asked = [...new Set([...ids, ...(id === null ? [] : [id])])].sort((a, b) => a - b)
  if (asked.length === 0) throw refuse('请选择商品', 'ids')
  for (const one of asked) {
    const row = await lockMember(tx, of, one, asked.length === 1 ? version : null)
    await examineDocument(tx, type, row, decision)
    await logProduct(tx, one, `${of.label}${decision.auditStatus === 1 ? '审核通过' : '审核驳回'}`)
  }
}

/** Shelves or takes off within a pool. */
async function shelve(tx: Tx, of: Shelf, row: EntityRow<Shelf>, onShelf: 0 | 1): Promise<void> {
  const { onShelf: now, productId } = row
  if (now === onShelf) return
  await updateRow(tx, of, row, { onShelf, ...(onShelf === 1 ? { shelfTime: new Date() } : {}) })
  await logProduct(tx, productId, `${of.label}${onShelf === 1 ? '上架' : '下架'}`)
}

async function putPayOn(tx: Tx, productId: number): Promise<void> {
  const row = await lockMember(tx, productVip, productId)
  if (row.auditStatus !== 1) throw conflict('会员价未审核通过')
  const on = await tx
    .selectFrom('productChannel')
    .select('id')
    .where('productId', '=', productId)
    .where('channelId', 'in', [1201, 1205])
    .where('platformStatus', '=', 5)
    .where('isDel', '=', 0)
    .executeTakeFirst()
  if (on === undefined) throw conflict('商品未在商城或个人渠道上架')
  const broken = brokenVip(row.rows, await soldSkus(tx, productId))
  if (broken !== null) throw conflict(broken.message)
  await shelve(tx, productVip, row, 1)
}

async function putIntegral(tx: Tx, productId: number): Promise<void> {
  const row = await lockIn(tx, productIntegral, productId)
  if (row === null) await putInto(tx, productIntegral, productId)
  else if (row.auditStatus === 1) await shelve(tx, productIntegral, row, 1)
}

export const poolServed: Served[] = [
  read(calls.tabs, tabsOf),
  read(calls.payList, async (db, who, input) => {
    const options = await optionsOf(db, productVip, input)
    const page = await answerPage(db, who, productVip, calls.payList.answer, own(input), {
      ...options,
      figures: vipFigures,
    })
    return { ...page, list: await vipLined(db, page.list) }
  }),
  read(calls.payInfo, async (db, who, { id }) => {
    const [row] = await vipRows(db, [await readRow(db, who, productVip, id)])
    if (row === undefined) throw notFound()
    return {
      ...row,
      diff: diffOf(row, known(vipFields)),
      history: await historyOf(db, productVip.name, id),
    }
  }),
  change(calls.payExport, (tx, who, input) => startTask(tx, who, vipExport, { ...input })),
  read(calls.integralList, async (db, who, input) => {
    const options = await optionsOf(db, productIntegral, input)
    const page = await answerPage(db, who, productIntegral, calls.integralList.answer, own(input), {
      ...options,
      figures: integralFigures,
    })
    return { ...page, list: await integralLined(db, page.list) }
  }),
  read(calls.integralInfo, async (db, who, { id }) => {
    const [row] = await integralRows(db, [await readRow(db, who, productIntegral, id)])
    if (row === undefined) throw notFound()
    return {
      ...row,
      diff: diffOf(row, known(integralFields)),
      history: await historyOf(db, productIntegral.name, id),
    }
  }),
  change(calls.integralExport, (tx, who, input) => startTask(tx, who, integralExport, { ...input })),
  change(calls.putPaid, async (tx, _who, { id }) => {
    if ((await lockIn(tx, productVip, id)) === null) await putInto(tx, productVip, id)
  }),
  change(calls.offPaid, async (tx, _who, { id }) => {
    const row = await lockMember(tx, productVip, id)
    if (row.onShelf === 1) throw conflict(OFF_PAID)
    // What waits for a decision is taken back first, so that nobody decides what is gone.
    guardState(vipStates, 'edit', row.auditStatus)
    await deleteRow(tx, productVip, row)
    await logProduct(tx, id, '移出付费商品')
  }),
  change(calls.putPayOn, (tx, _who, { id }) => putPayOn(tx, id)),
  change(calls.offPay, async (tx, _who, { id }) =>
    shelve(tx, productVip, await lockMember(tx, productVip, id), 0),
  ),
  change(calls.putIntegral, (tx, _who, { id }) => putIntegral(tx, id)),
  change(calls.offIntegral, async (tx, _who, { id }) =>
    shelve(tx, productIntegral, await lockMember(tx, productIntegral, id), 0),
  ),
  change(calls.vipPrice, async (tx, _who, { id, rows }) => {
    const row = await lockMember(tx, productVip, id)
    await saveVip(tx, row, {
      rows: merged(
        row.rows,
        rows.map((one) => rowIn(vipRow, one)),
      ),
    })
  }),
  change(calls.integralPrice, async (tx, _who, { id, rows }) => {
    const row = await lockMember(tx, productIntegral, id)
    const skus = await skusOf(tx, [id])
    const given = rows.map((one) => {
      const isNew = !row.rows.some((line) => line.skuId === one.skuId)
      const stock = skus.find((sku) => sku.id === one.skuId)?.stock ?? 0
      return rowIn(integralRow, isNew ? { ...one, integralStock: stock } : one)
    })
    await saveIntegral(tx, row, { rows: merged(row.rows, given) })
  }),
  change(calls.saveVip, async (tx, _who, { id, version, ...values }) =>
    saveVip(tx, await lockMember(tx, productVip, id, version), values),
  ),
  change(calls.saveIntegral, async (tx, _who, { id, version, ...values }) =>
    saveIntegral(tx, await lockMember(tx, productIntegral, id, version), values),
  ),
  change(calls.giveIntegral, async (tx, _who, { ids, giveIntegral }) => {
    for (const id of ids.toSorted((a, b) => a - b)) {
      const before = await lockLive(tx, id)
      const after = await updateRow(tx, product, before, { giveIntegral })
      await logProduct(tx, id, '设置赠送积分', {
        product: [{ type: product.name, id, title: after.productCode, before, after }],
      })
    }
  }),
  decides(
    vipType,
    change(calls.examinePay, (tx, _who, input) => examine(tx, productVip, vipType, input)),
  ),
  decides(
    integralType,
    change(calls.examineIntegral, (tx, _who, input) => examine(tx, productIntegral, integralType, input)),
  ),
]
