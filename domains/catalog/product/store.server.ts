import { type Expression, type SqlBool, sql } from 'kysely'
import { takeImport } from '#domains/files/files.door.ts'
import { bothOf } from '#kit/server/bothOf.ts'
import { countFound } from '#kit/server/counts.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { exportEntity } from '#kit/server/exportEntity.ts'
import type { ExportDefinition } from '#kit/server/fileTask.ts'
import { joinRows } from '#kit/server/joins.ts'
import { answerPage, conditionsOf, filterNumbers, pageOf } from '#kit/server/list.ts'
import { change, own, read } from '#kit/server/serve.ts'
import { startTask } from '#kit/server/tasks/start.ts'
import type { Who } from '#kit/server/who.ts'
import { unfiltered } from '#kit/shared/call.ts'
import { conflict, refuse } from '#kit/shared/errors.ts'
import { askedOf, sourcesOf } from '#kit/shared/join.ts'
import { formatMoney } from '#kit/shared/money.ts'
import { storeCalls as calls, productRows, skuRow } from './product.calls.ts'
import { product } from './product.entity.ts'
import { changeProduct } from './productChange.server.ts'
import { createProduct } from './productCreate.server.ts'
import { productInfo, readSkus } from './productInfo.server.ts'
import {
  deletedProducts,
  deleteProduct,
  recoverProduct,
  recycleProduct,
  restoreProduct,
} from './productLife.server.ts'
import {
  completeRows,
  filterConditions,
  type ProductFilters,
  productOptions,
  productPage,
  STORE_TABS,
  tabCounts,
} from './productList.server.ts'
import { changeWms } from './productWms.server.ts'
import { moveForViolation, putOnShelf, takeOffShelf } from './shelf.server.ts'

/** At most so many ids a "select all that match" answers. Catalog §3.8. */
const STRINGIFY_MAX = 5000

/** Where isexist looks; the value is compared without case. */
const EXIST = {
  productCode: sql<SqlBool>`lower("product"."productCode")`,
  storeName: sql<SqlBool>`lower("product"."storeName")`,
  sapCode: sql<SqlBool>`lower("product"."sapCode")`,
}

const BRIEF = 'storeName,productName,image,price,unitName'

export const storeServed = [
  change(calls.save, (tx, who, input) => createProduct(tx, who, input)),
  change(calls.update, (tx, who, { id, version, ...form }) =>
    changeProduct(tx, who, id, version ?? null, form),
  ),
  read(calls.info, (db, who, { id }) => productInfo(db, who, id)),
  read(calls.list, (db, who, input) => productPage(db, who, STORE_TABS, input, input.withAttrValue === 1)),
  read(calls.tabs, (db, who, input) => tabCounts(db, who, STORE_TABS, input)),
  read(calls.search, async (db, who, input) => {
    const where = await searchConditions(db, input)
    const asked = { ...unfiltered, page: input.page, limit: input.limit }
    const page = await answerPage(db, who, product, productRows, asked, { where })
    await completeRows(db, page.list, true)
    return { ...page, notFound: await codesNotFound(db, input.codes) }
  }),
  read(calls.attrValues, (db, who, input) => skuPage(db, who, input)),
  read(calls.stringify, async (db, who, { ids, ...input }) => {
    const options =
      ids.length > 0
        ? { where: [sql<SqlBool>`"product"."id" = any(${sql.val(ids)}::int[])`] }
        : await productOptions(db, STORE_TABS, input)
    const asked = { ...(ids.length > 0 ? unfiltered : input), page: 1, limit: STRINGIFY_MAX, fields: BRIEF }
    const page = await answerPage(db, who, product, productRows, asked, options)
    const rows = page.list
    const place = new Map(ids.map((id, index) => [id, index]))
    if (ids.length > 0) rows.sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0))
    return {
      ids: rows.map((row) => row.id).join(','),
      list: rows.map(({ id, productName, image, price, unitName }) => ({
        id,
        productName,
        image,
        price: formatMoney(price),
        unitName,
      })),
      total: page.total,
    }
  }),
  read(calls.isExist, async (db, _who, { a, b, excludeId }) => {
    const found = await findExisting(db, a, b, excludeId)
    return { isExist: found !== undefined, id: found?.id ?? 0, productName: found?.storeName ?? '' }
  }),
  change(calls.putOnShell, (tx, who, { id, channelId }) => putOnShelf(tx, who, id, channelId)),
  change(calls.offShell, (tx, who, { id, channelId, reason }) =>
    takeOffShelf(tx, who, id, channelId, reason),
  ),
  change(calls.violation, async (tx, _who, { ids, reason }) => {
    for (const id of ids.toSorted((a, b) => a - b)) await moveForViolation(tx, id, 'violation', reason)
  }),
  change(calls.release, (tx, _who, { id, reason }) => moveForViolation(tx, id, 'release', reason)),
  change(calls.remove, (tx, _who, { id, type }) =>
    type === 'delete' ? deleteProduct(tx, id) : recycleProduct(tx, id),
  ),
  change(calls.restore, (tx, _who, { id }) => restoreProduct(tx, id)),
  read(calls.deleted, deletedProducts),
  change(calls.recover, (tx, _who, { id }) => recoverProduct(tx, id)),
  change(calls.wms, (tx, _who, { id, version, ...form }) => changeWms(tx, id, version ?? null, form)),
  change(calls.exportRows, exportProducts),
  change(calls.exportByGet, exportProducts),
  own(calls.importSheet, async (db, who, { url, form: _form, ...input }, request) => {
    if (url !== '') throw conflict('未配置商品采集服务')
    return takeImport(db, who, calls.importSheet, input, 'product', request)
  }),
  read(calls.remote, async (db, who, { ids, keywords, limit }) => {
    let query = db.selectFrom('product').select(['id', 'storeName', 'isDel', 'isRecycle', 'repoStatus'])
    // Chosen products are named even when they can no longer be chosen.
    if (ids.length > 0) query = query.where('id', 'in', ids)
    else {
      const where = [sql<SqlBool>`"product"."isRecycle" = 0`, sql<SqlBool>`"product"."repoStatus" <> 2`]
      for (const condition of await conditionsOf(db, who, product, { keywords }, { where }))
        query = query.where(condition)
      query = query.orderBy('id', 'desc').limit(limit)
    }
    const rows = await query.execute()
    return rows.map((row) => ({
      value: row.id,
      label: row.storeName,
      disabled: row.isDel === 1 || row.isRecycle === 1 || row.repoStatus === 2,
    }))
  }),
]

/** The export of the product list: its filters and tab, the chosen columns. */
export const storeExport: ExportDefinition = exportEntity(product, calls.exportRows, {
  list: (_who, input, db) => productOptions(db, STORE_TABS, input),
})

async function exportProducts(tx: Tx, who: Who, input: ProductFilters) {
  const task = await startTask(tx, who, storeExport, { ...input })
  return { ...task, fileName: `${task.taskNo}-result.xlsx` }
}

async function searchConditions(
  db: Db,
  input: {
    codes: string[]
    barCodes: string[]
    ids: number[]
    nameLike: string
    cateIds: number[]
    brandIds: number[]
    channelIds: number[]
    tagIds: number[]
    kinds: number[]
    stockMin: number | null
    stockMax: number | null
  },
): Promise<Expression<SqlBool>[]> {
  const found = await filterConditions(db, {
    ...unfiltered,
    page: 1,
    limit: 1,
    type: '',
    cateId: input.cateIds.join(','),
    channelId: input.channelIds.join(','),
    tagId: input.tagIds.join(','),
    priceMin: null,
    priceMax: null,
  })
  found.push(sql<SqlBool>`"product"."isRecycle" = 0`)
  const named: Expression<SqlBool>[] = []
  if (input.codes.length > 0)
    named.push(sql<SqlBool>`lower("product"."productCode") = any(${sql.val(lower(input.codes))}::text[])
      or "product"."id" in (select "productId" from "sku" where "isDel" = 0
        and lower("skuCode") = any(${sql.val(lower(input.codes))}::text[]))`)
  if (input.barCodes.length > 0)
    named.push(
      sql<SqlBool>`"product"."id" in (select "productId" from "productBarcode" where "barCode" = any(${sql.val(input.barCodes)}::text[]))`,
    )
  if (input.ids.length > 0) named.push(sql<SqlBool>`"product"."id" = any(${sql.val(input.ids)}::int[])`)
  if (named.length > 0) found.push(sql<SqlBool>`(${sql.join(named, sql` or `)})`)
  if (input.nameLike !== '')
    found.push(sql<SqlBool>`"product"."searchGrams" @> "gramsOf"(${input.nameLike})
      and "product"."storeName" ilike ${`%${input.nameLike.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`}`)
  if (input.brandIds.length > 0)
    found.push(sql<SqlBool>`"product"."brandId" = any(${sql.val(input.brandIds)}::int[])`)
  if (input.kinds.length > 0)
    found.push(sql<SqlBool>`"product"."productKind" = any(${sql.val(input.kinds)}::int[])`)
  if (input.stockMin !== null) found.push(sql<SqlBool>`"product"."stock" >= ${input.stockMin}`)
  if (input.stockMax !== null) found.push(sql<SqlBool>`"product"."stock" <= ${input.stockMax}`)
  return found
}

const lower = (texts: readonly string[]): string[] => texts.map((text) => text.toLowerCase())

/** The codes no product and no sku has, in the order they were given. */
async function codesNotFound(db: Db, codes: readonly string[]): Promise<string[]> {
  if (codes.length === 0) return []
  const { rows } = await sql<{ code: string }>`
    select given.code from unnest(${sql.val([...codes])}::text[]) with ordinality as given (code, place)
    where not exists (select 1 from "product" where "isDel" = 0 and lower("productCode") = lower(given.code))
      and not exists (select 1 from "sku" where "isDel" = 0 and lower("skuCode") = lower(given.code))
    order by given.place`.execute(db)
  return rows.map((row) => row.code)
}

async function findExisting(db: Db, what: string, value: string, excludeId: number | null) {
  const base = db
    .selectFrom('product')
    .select(['product.id', 'product.storeName'])
    .where('product.isDel', '=', 0)
    .where('product.id', '<>', excludeId ?? 0)
  if (what === 'productCode' || what === 'storeName' || what === 'sapCode')
    return base.where(sql<SqlBool>`${EXIST[what]} = ${value.toLowerCase()}`).executeTakeFirst()
  if (what === 'barCode')
    return base
      .innerJoin('productBarcode', 'productBarcode.productId', 'product.id')
      .where('productBarcode.barCode', '=', value)
      .executeTakeFirst()
  if (what === 'skuCode')
    return base
      .innerJoin('sku', 'sku.productId', 'product.id')
      .where('sku.isDel', '=', 0)
      .where(sql<SqlBool>`lower("sku"."skuCode") = ${value.toLowerCase()}`)
      .executeTakeFirst()
  throw refuse('项目格式不正确', 'a')
}

/** Skus of products that match, for pickers of specifications. */
async function skuPage(
  db: Db,
  who: Who,
  input: {
    page: number
    limit: number
    fields: string
    keywords: string
    cateId: string
    brandId: string
    channelId: string
    productId: number | null
    ids: readonly number[]
    isShow: 0 | 1 | null
    kind: number | null
  },
) {
  if (input.ids.length > 0)
    return skuRows(db, who, [sql<SqlBool>`"sku"."id" = any(${sql.val([...input.ids])}::int[])`], input)
  const where: Expression<SqlBool>[] = [
    sql<SqlBool>`"sku"."isDel" = 0 and "product"."isDel" = 0 and "product"."isRecycle" = 0`,
    ...(await filterConditions(db, { ...unfiltered, ...input, type: '', priceMin: null, priceMax: null })),
  ]
  const brandIds = filterNumbers(input.brandId, '品牌', 'brandId')
  if (brandIds.length > 0) where.push(sql<SqlBool>`"product"."brandId" = any(${sql.val(brandIds)}::int[])`)
  if (input.productId !== null) where.push(sql<SqlBool>`"product"."id" = ${input.productId}`)
  if (input.isShow !== null) where.push(sql<SqlBool>`"sku"."isShow" = ${input.isShow}`)
  if (input.kind !== null) where.push(sql<SqlBool>`"product"."productKind" = ${input.kind}`)
  if (input.keywords !== '')
    where.push(sql<SqlBool>`"product"."searchGrams" @> "gramsOf"(${input.keywords})
      and concat_ws(' ', "product"."storeName", "product"."productCode", "product"."barCode", "product"."skuSearch")
        ilike ${`%${input.keywords.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`}`)
  return skuRows(db, who, where, input)
}

/** A page of skus with what their products tell, as far as it is asked for. */
async function skuRows(
  db: Db,
  who: Who,
  where: readonly Expression<SqlBool>[],
  input: { page: number; limit: number; fields: string },
) {
  const asked = askedOf(skuRow, input.fields)
  const fields = [...(asked ?? Object.keys(skuRow))].flatMap((name) => sourcesOf(skuRow, name))
  // Rows and count ask for the same skus: what they have in common is compiled once.
  const found =
    sql`from "sku" join "product" on "product"."id" = "sku"."productId" where ${sql.join([...where], sql` and `)}`.compile(
      db,
    )
  const page = `${found.sql} order by "sku"."productId" desc, "sku"."sort", "sku"."id"
    limit ${input.limit} offset ${(input.page - 1) * input.limit}`
  const order = '"page"."productId" desc, "page"."sort", "page"."id"'
  const [skus, count] = await bothOf(
    readSkus(db, { sql: page, parameters: found.parameters }, order, fields),
    countFound(db, found, ['sku', 'product']),
  )
  return pageOf(await joinRows(db, who, skuRow, skus, asked), count, input)
}
