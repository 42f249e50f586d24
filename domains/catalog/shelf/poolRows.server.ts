import { type SqlBool, sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import { exportColumns, exportEntity } from '#kit/server/exportEntity.ts'
import { type Figures, rowFigure } from '#kit/server/figures.ts'
import { conditionsOf, type ListOptions } from '#kit/server/list.ts'
import { countedTab, countTabs } from '#kit/server/tabCounts.ts'
import { builtRows } from '#kit/server/textRows.ts'
import type { Who } from '#kit/server/who.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import type { Field } from '#kit/shared/field.ts'
import { type Cents, formatMoney } from '#kit/shared/money.ts'
import { formatDateTime } from '#kit/shared/time.ts'
import { poolCalls as calls } from './pool.calls.ts'
import { productIntegral, productVip } from './pool.entity.ts'
import { validityText } from './pool.rules.ts'
import { ofProducts, productConditions } from './productWhere.server.ts'

export type VipRow = EntityRow<typeof productVip>
export type IntegralRow = EntityRow<typeof productIntegral>
export type Pool = typeof productVip | typeof productIntegral

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

export async function optionsOf(db: Db, of: Pool, input: PoolInput): Promise<ListOptions> {
  const products = await productConditions(db, { ...input, brandId: '', channelId: '' })
  const options = ofProducts(of.name, products)
  const tab = TABS.find((one) => String(one.type) === input.type)
  return tab === undefined ? options : { ...options, where: [...(options.where ?? []), tab.of] }
}

interface OfProduct {
  id: number
  image: string
  storeName: string
  productCode: string
  price: Cents
  stock: number
  giveIntegral: number
  /** of those that lines name, with the price that rules in the home channel */
  skus: { id: number; suk: string; price: Cents; stock: number }[]
}

/** Products with those of their living skus that are asked for, by one statement. The home channel is that of homeChannel. */
const productsWith = (db: Db, productIds: readonly number[], skuIds: readonly number[]) =>
  builtRows<OfProduct>(
    db,
    sql`select p."id", p."image", p."storeName", p."productCode", p."price", p."stock", p."giveIntegral",
      ${
        skuIds.length === 0
          ? sql`'[]'::json`
          : sql`(select coalesce(json_agg(json_build_object('id', s."id", 'suk', s."suk", 'stock', s."stock",
              'price', coalesce(r."price", s."price"))), '[]')
            from "sku" s left join lateral (select "price" from "skuPrice" where "skuId" = s."id"
              and "channelId" = case when 1201 = any(p."channels") then 1201 else p."channels"[1] end
              and "scopeType" = 0 and "scopeId" = 0
              and "startTime" <= now() and ("endTime" is null or "endTime" > now())
              order by "startTime" desc, "id" desc limit 1) r on true
            where s."productId" = p."id" and s."isDel" = 0 and s."id" = any(${sql.val([...skuIds])}::int[]))`
      } as "skus"
      from "product" p where p."id" = any(${sql.val([...productIds])}::int[])`,
  )

/** What a list tells of the product of a row beside what is kept of products. */
const ofProduct = (of: Pool, names: readonly string[]): Figures =>
  Object.fromEntries(
    names.map((name) => [
      name,
      rowFigure(
        of,
        `select "product"."${name}" from "product" where "product"."id" = "${of.name}"."productId"`,
      ),
    ]),
  )
export const vipFigures = ofProduct(productVip, ['price', 'stock'])
export const integralFigures = ofProduct(productIntegral, ['price', 'stock', 'giveIntegral'])

type Skus = readonly OfProduct['skus'][number][]

/** A row with its lines as they are shown. */
function withLines<R extends VipRow | IntegralRow>(row: R, of: Skus) {
  const skus = new Map(of.map((one) => [one.id, one]))
  const named = (lines: R['rows']) =>
    lines.map((line) => {
      const sku = skus.get(line.skuId)
      return { ...line, suk: sku?.suk ?? '', price: sku?.price ?? null, stock: sku?.stock ?? null }
    })
  return {
    ...row,
    // A list reads the lines only where they are asked for.
    rows: named(row.rows ?? []),
    approved: named(row.approved ?? []),
  }
}

/** The products of rows, with the skus that their lines name. */
async function productsOf(db: Db, rows: readonly (VipRow | IntegralRow)[], whole: boolean) {
  const lines = rows.flatMap((row): readonly { skuId: number }[] => [
    ...(row.rows ?? []),
    ...(row.approved ?? []),
  ])
  if (!whole && lines.length === 0) return new Map<number, OfProduct>()
  const products = await productsWith(
    db,
    rows.map((row) => row.productId),
    [...new Set(lines.map((line) => line.skuId))],
  )
  return new Map(products.map((one) => [one.id, one]))
}

/** Rows of a pool with what their products and skus are. */
async function joined<R extends VipRow | IntegralRow>(db: Db, rows: readonly R[]) {
  const byId = await productsOf(db, rows, true)
  return rows.map((row) => {
    const of = byId.get(row.productId)
    return {
      ...withLines(row, of?.skus ?? []),
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

/** Rows of a page, which has joined their products already, with their lines. */
async function lined<R extends VipRow | IntegralRow>(db: Db, rows: readonly R[]) {
  const byId = await productsOf(db, rows, false)
  return rows.map((row) => withLines(row, byId.get(row.productId)?.skus ?? []))
}

/** The line with the lowest price, the first of equal ones. */
const cheapestOf = <L>(lines: readonly L[], priceOf: (line: L) => number): L | null =>
  lines.reduce<L | null>(
    (least, one) => (least === null || priceOf(one) < priceOf(least) ? one : least),
    null,
  )

interface VipLine {
  vipPrice: Cents
  price: Cents | null
}

function cheapestVip<R extends { rows: readonly VipLine[] }>(row: R) {
  const cheapest = cheapestOf<VipLine>(row.rows, ({ vipPrice }) => vipPrice)
  return {
    ...row,
    vipPrice: cheapest?.vipPrice ?? null,
    saved: cheapest === null || cheapest.price === null ? null : cheapest.price - cheapest.vipPrice,
  }
}

interface IntegralLine {
  integralPrice: number
  integralCash: Cents
  integralStock: number
}

function cheapestIntegral<R extends { rows: readonly IntegralLine[] }>(row: R) {
  const cheapest = cheapestOf<IntegralLine>(row.rows, ({ integralPrice }) => integralPrice)
  return {
    ...row,
    integralPrice: cheapest?.integralPrice ?? null,
    integralCash: cheapest?.integralCash ?? null,
    integralStock: row.rows.reduce((sum, one) => sum + one.integralStock, 0),
  }
}

export const vipRows = async (db: Db, rows: readonly VipRow[]) => (await joined(db, rows)).map(cheapestVip)
export const integralRows = async (db: Db, rows: readonly IntegralRow[]) =>
  (await joined(db, rows)).map(cheapestIntegral)

/** The same of the rows of a page, which has joined their products already. */
export const vipLined = async <R extends VipRow>(db: Db, rows: readonly R[]) =>
  (await lined(db, rows)).map(cheapestVip)
export const integralLined = async <R extends IntegralRow>(db: Db, rows: readonly R[]) =>
  (await lined(db, rows)).map(cheapestIntegral)

/** What differs between the setting that waits and the one that was approved, line by line. */
export function diffOf(
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

export const vipFields = { vipPrice: productVip.shape.rows.shape?.vipPrice }
const integralShape = productIntegral.shape.rows.shape
export const integralFields = {
  integralPrice: integralShape?.integralPrice,
  integralCash: integralShape?.integralCash,
  integralStock: integralShape?.integralStock,
}
export const known = (fields: Readonly<Record<string, Field | undefined>>): Record<string, Field> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => (field === undefined ? [] : [[name, field]])),
  )

export async function tabsOf(db: Db, who: Who, input: { kind: string; keywords: string; cateId: string }) {
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
