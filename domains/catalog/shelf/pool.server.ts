import { type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { type DocumentType, examineDocument, submitDocument } from '#kit/server/document.ts'
import { decides } from '#kit/server/documentTypes.ts'
import { exportColumns, exportEntity } from '#kit/server/exportEntity.ts'
import { conditionsOf, type ListOptions, listPage } from '#kit/server/list.ts'
import { deleteRow, insertRow, lockRow, readRow, updateRow } from '#kit/server/rows.ts'
import { change, read, type Served } from '#kit/server/serve.ts'
import { historyOf } from '#kit/server/serveDocument.ts'
import { countedTab, countTabs } from '#kit/server/tabCounts.ts'
import { startTask } from '#kit/server/tasks/start.ts'
import { actorOf } from '#kit/server/transaction.ts'
import type { Who } from '#kit/server/who.ts'
import type { Entity, EntityRow } from '#kit/shared/entity.ts'
import { conflict, notFound, refuse } from '#kit/shared/errors.ts'
import { type Field, rowIn } from '#kit/shared/field.ts'
import { formatMoney } from '#kit/shared/money.ts'
import { guardState } from '#kit/shared/states.ts'
import { formatDateTime } from '#kit/shared/time.ts'
import { guardFloor } from '../price/floor.server.ts'
import { lockLive } from '../product/liveProduct.server.ts'
import { product } from '../product/product.entity.ts'
import { skusOf } from '../product/productInfo.server.ts'
import { logProduct } from '../product/productLog.server.ts'
import { readPresent } from './editItems.server.ts'
import { poolCalls as calls } from './pool.calls.ts'
import { integralRow, integralStates, productIntegral, productVip, vipRow, vipStates } from './pool.entity.ts'
import { brokenIntegral, brokenVip, isPaidKind, PAID_KINDS_ONLY, validityText } from './pool.rules.ts'
import { ofProducts, productConditions } from './productWhere.server.ts'

type VipRow = EntityRow<typeof productVip>
type IntegralRow = EntityRow<typeof productIntegral>
type Pool = typeof productVip | typeof productIntegral
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

// ---- lists

// Literals, so that the partial indexes of the tabs serve them.
const TABS = [
  { type: 1, name: '已上架', of: sql<SqlBool>`"onShelf" = 1` },
  { type: 2, name: '未上架', of: sql<SqlBool>`"onShelf" = 0 and "auditStatus" in (-1, 1)` },
  { type: 3, name: '待审核', of: sql<SqlBool>`"onShelf" = 0 and "auditStatus" in (0, 3)` },
  { type: 4, name: '已驳回', of: sql<SqlBool>`"onShelf" = 0 and "auditStatus" = 2` },
] as const

interface PoolInput {
  keywords: string
  cateId: string
  type?: string
}

async function optionsOf(db: Db, of: Pool, input: PoolInput): Promise<ListOptions> {
  const products = await productConditions(db, { ...input, brandId: '', channelId: '' })
  const options = ofProducts(of.name, products)
  const tab = TABS.find((one) => String(one.type) === input.type)
  return tab === undefined ? options : { ...options, where: [...(options.where ?? []), tab.of] }
}

/** Rows of a pool with what their products and skus are. */
async function joined<R extends VipRow | IntegralRow>(db: Db, rows: readonly R[]) {
  const present = await readPresent(
    db,
    rows.map((row) => row.productId),
  )
  return rows.map((row) => {
    const of = present.products.get(row.productId)
    const skus = present.skus.get(row.productId) ?? []
    const named = (lines: R['rows']) =>
      lines.map((line) => {
        const sku = skus.find((one) => one.id === line.skuId)
        return { ...line, suk: sku?.suk ?? '', price: sku?.price ?? null, stock: sku?.stock ?? null }
      })
    return {
      ...row,
      rows: named(row.rows),
      approved: named(row.approved),
      image: of?.image ?? '',
      productName: of?.storeName ?? '',
      productCode: of?.productCode ?? '',
      price: of?.price ?? null,
      stock: of?.stock ?? null,
      giveIntegral: of?.giveIntegral ?? 0,
      validity: validityText(row, formatDateTime),
    }
  })
}

async function vipRows(db: Db, rows: readonly VipRow[]) {
  return (await joined(db, rows)).map((row) => {
    const cheapest = row.rows.reduce<(typeof row.rows)[number] | null>(
      (least, one) => (least === null || one.vipPrice < least.vipPrice ? one : least),
      null,
    )
    return {
      ...row,
      vipPrice: cheapest?.vipPrice ?? null,
      saved: cheapest === null || cheapest.price === null ? null : cheapest.price - cheapest.vipPrice,
    }
  })
}

async function integralRows(db: Db, rows: readonly IntegralRow[]) {
  return (await joined(db, rows)).map((row) => {
    const cheapest = row.rows.reduce<(typeof row.rows)[number] | null>(
      (least, one) => (least === null || one.integralPrice < least.integralPrice ? one : least),
      null,
    )
    return {
      ...row,
      integralPrice: cheapest?.integralPrice ?? null,
      integralCash: cheapest?.integralCash ?? null,
      integralStock: row.rows.reduce((sum, one) => sum + one.integralStock, 0),
    }
  })
}

/** What differs between the setting that waits and the one that was approved, line by line. */
function diffOf(
  row: { rows: readonly Record<string, unknown>[]; approved: readonly Record<string, unknown>[] },
  fields: Readonly<Record<string, Field>>,
) {
  const text = (field: Field, value: unknown): string =>
    value === null || value === undefined
      ? ''
      : field.type === 'money' && typeof value === 'number'
        ? formatMoney(value)
        : String(value)
  return row.rows.flatMap((line) => {
    const old = row.approved.find((one) => one.skuId === line.skuId)
    return Object.entries(fields).flatMap(([name, field]) => {
      const before = text(field, old?.[name])
      const after = text(field, line[name])
      return before === after ? [] : [{ label: `规格“${String(line.suk)}” ${field.label}`, before, after }]
    })
  })
}

const vipFields = { vipPrice: productVip.shape.rows.shape?.vipPrice }
const integralShape = productIntegral.shape.rows.shape
const integralFields = {
  integralPrice: integralShape?.integralPrice,
  integralCash: integralShape?.integralCash,
  integralStock: integralShape?.integralStock,
}
const known = (fields: Readonly<Record<string, Field | undefined>>): Record<string, Field> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => (field === undefined ? [] : [[name, field]])),
  )

const own = <I extends { keywords: string }>(input: I): I => ({ ...input, keywords: '' })

async function tabsOf(db: Db, who: Who, input: { kind: string; keywords: string; cateId: string }) {
  const of: Pool = input.kind === 'pay' ? productVip : productIntegral
  const options = await optionsOf(db, of, input)
  const shared = await conditionsOf(db, who, of, {}, options)
  const counts = await countTabs(
    db,
    of,
    shared,
    TABS.map((one) => one.of),
    options,
  )
  return TABS.map((one, index) => countedTab(one, counts[index]))
}

// ---- what is done with them

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
): Promise<null> {
  const asked = [...new Set([...ids, ...(id === null ? [] : [id])])].sort((a, b) => a - b)
  if (asked.length === 0) throw refuse('请选择商品', 'ids')
  for (const one of asked) {
    const row = await lockMember(tx, of, one, asked.length === 1 ? version : null)
    await examineDocument(tx, type, row, decision)
    await logProduct(tx, one, `${of.label}${decision.auditStatus === 1 ? '审核通过' : '审核驳回'}`)
  }
  return null
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
    const page = await listPage(db, who, productVip, own(input), await optionsOf(db, productVip, input))
    return { ...page, list: await vipRows(db, page.list) }
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
    const page = await listPage(
      db,
      who,
      productIntegral,
      own(input),
      await optionsOf(db, productIntegral, input),
    )
    return { ...page, list: await integralRows(db, page.list) }
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
    return null
  }),
  change(calls.offPaid, async (tx, _who, { id }) => {
    const row = await lockMember(tx, productVip, id)
    if (row.onShelf === 1) throw conflict(OFF_PAID)
    // What waits for a decision is taken back first, so that nobody decides what is gone.
    guardState(vipStates, 'edit', row.auditStatus)
    await deleteRow(tx, productVip, row)
    await logProduct(tx, id, '移出付费商品')
    return null
  }),
  change(calls.putPayOn, async (tx, _who, { id }) => {
    await putPayOn(tx, id)
    return null
  }),
  change(calls.offPay, async (tx, _who, { id }) => {
    await shelve(tx, productVip, await lockMember(tx, productVip, id), 0)
    return null
  }),
  change(calls.putIntegral, async (tx, _who, { id }) => {
    await putIntegral(tx, id)
    return null
  }),
  change(calls.offIntegral, async (tx, _who, { id }) => {
    await shelve(tx, productIntegral, await lockMember(tx, productIntegral, id), 0)
    return null
  }),
  change(calls.vipPrice, async (tx, _who, { id, rows }) => {
    const row = await lockMember(tx, productVip, id)
    await saveVip(tx, row, {
      rows: merged(
        row.rows,
        rows.map((one) => rowIn(vipRow, one)),
      ),
    })
    return null
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
    return null
  }),
  change(calls.saveVip, async (tx, _who, { id, version, ...values }) => {
    await saveVip(tx, await lockMember(tx, productVip, id, version), values)
    return null
  }),
  change(calls.saveIntegral, async (tx, _who, { id, version, ...values }) => {
    await saveIntegral(tx, await lockMember(tx, productIntegral, id, version), values)
    return null
  }),
  change(calls.giveIntegral, async (tx, _who, { ids, giveIntegral }) => {
    for (const id of ids.toSorted((a, b) => a - b)) {
      const before = await lockLive(tx, id)
      const after = await updateRow(tx, product, before, { giveIntegral })
      await logProduct(tx, id, '设置赠送积分', {
        product: [{ type: product.name, id, title: after.productCode, before, after }],
      })
    }
    return null
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

const joinedColumns = (shape: Readonly<Record<string, Field>>) =>
  Object.entries(shape).map(([name, field]) => ({
    name,
    title: field.label,
    kind: field.type === 'money' ? ('money' as const) : ('text' as const),
  }))

const { payList, integralList } = calls
const without = (answer: { shape?: Readonly<Record<string, Field>> }, of: Pool) =>
  Object.fromEntries(
    Object.entries(answer.shape ?? {}).filter(([name]) => !(name in of.all) && name !== 'image'),
  )

export const vipExport = exportEntity(productVip, calls.payExport, {
  list: (_who, input, db) => optionsOf(db, productVip, input),
  columns: [...joinedColumns(without(payList.answer, productVip)), ...exportColumns(productVip)],
  enrich: (db, rows) => vipRows(db, rows),
})
export const integralExport = exportEntity(productIntegral, calls.integralExport, {
  list: (_who, input, db) => optionsOf(db, productIntegral, input),
  columns: [
    ...joinedColumns(without(integralList.answer, productIntegral)),
    ...exportColumns(productIntegral),
  ],
  enrich: (db, rows) => integralRows(db, rows),
})
