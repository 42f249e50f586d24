import { sql } from 'kysely'
import { jsonText, type Tx } from '#kit/server/database.ts'
import { usesOf } from '#kit/server/refs.ts'
import { actorOf, type Change, recordChange, touch } from '#kit/server/transaction.ts'
import { may, type Who } from '#kit/server/who.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { conflict, refuse } from '#kit/shared/errors.ts'
import type { RowOf } from '#kit/shared/field.ts'
import { namesOf } from '#kit/shared/record.ts'
import type { skuLine } from './product.form.shared.ts'
import { COST, sku } from './sku.entity.ts'
import type { PlannedSku } from './spec.rules.ts'
import { skusWithStock } from './stock.server.ts'

export type SkuRow = EntityRow<typeof sku>
export type SkuLine = RowOf<typeof skuLine>

/** What is written of a sku; the stock goes through the stock door, and prices are also written into the channels. */
export type SkuValues = Pick<
  SkuRow,
  | 'sort'
  | 'suk'
  | 'attrValue'
  | 'skuCode'
  | 'image'
  | 'price'
  | 'otPrice'
  | 'cost'
  | 'barCode'
  | 'weight'
  | 'volume'
  | 'brokerage'
  | 'brokerageTwo'
  | 'isShow'
  | 'stock'
>

/** What the log notes of a new sku. */
const NOTED: readonly (keyof SkuValues)[] = ['skuCode', 'price', 'otPrice', 'cost', 'barCode']

/** A sku as it will be: what is stored of it (null: new) and what is written. */
export interface NextSku {
  stored: SkuRow | null
  values: SkuValues
}

/** Every sku of products, deleted ones too, locked in order. */
export function lockSkus(tx: Tx, productIds: readonly number[]): Promise<SkuRow[]> {
  return tx
    .selectFrom('sku')
    .selectAll()
    .where('productId', 'in', [...productIds])
    .orderBy('id')
    .forUpdate()
    .execute()
}

interface SkuRules {
  isSub: 0 | 1
  isWeight: 0 | 1
  /** stock is typed for goods without a warehouse only */
  typesStock: boolean
}

/** The values of a planned sku: typed ones, costs only of who may set them, the stored figure of the rest. */
export function nextSku(
  who: Who,
  planned: PlannedSku<SkuLine, SkuRow>,
  rules: SkuRules,
  newCode: () => string,
): NextSku {
  const { line, stored, sort, suk, attrValue } = planned
  const at = (field: string): string => `attrValue.${sort}.${field}`
  const cost = may(who, COST) ? (line.cost ?? stored?.cost) : (stored?.cost ?? 0)
  if (cost === undefined) throw refuse('请输入成本价', at('cost'))
  if (rules.typesStock && rules.isWeight === 0 && !Number.isInteger(line.stock))
    throw refuse('库存须为整数', at('stock'))
  if (rules.isSub === 1 && line.brokerage + line.brokerageTwo > line.price)
    throw refuse('一级返佣与二级返佣之和不能大于售价', at('brokerage'))
  const values: SkuValues = {
    sort,
    suk,
    attrValue,
    skuCode: line.skuCode || stored?.skuCode || newCode(),
    image: line.image,
    price: line.price,
    otPrice: line.otPrice,
    cost,
    barCode: line.barCode,
    weight: line.weight,
    volume: line.volume,
    brokerage: line.brokerage,
    brokerageTwo: line.brokerageTwo,
    isShow: line.isShow,
    stock: rules.typesStock ? line.stock : (stored?.stock ?? 0),
  }
  return { stored, values }
}

/** Refuses to remove skus that have stock or stand in an open document. Catalog §2.4. */
export async function refuseUsedSkus(tx: Tx, gone: readonly SkuRow[]): Promise<void> {
  if (gone.length === 0) return
  const ids = gone.map((one) => one.id)
  const held = await skusWithStock(tx, ids)
  const used = new Set((await usesOf(tx, 'sku', ids)).map((use) => use.id))
  const kept = gone.find((one) => held.has(one.id) || used.has(one.id))
  if (kept !== undefined) throw conflict(`规格“${kept.suk}”仍有库存或未完成单据，不能移除`)
}

const COLUMNS =
  sql.raw(`v ("id" int, "productId" int, "sort" int, "suk" text, "attrValue" jsonb, "skuCode" text, "image" text,
  "price" bigint, "otPrice" bigint, "cost" bigint, "barCode" text, "weight" numeric, "volume" numeric,
  "brokerage" bigint, "brokerageTwo" bigint, "isShow" smallint)`)

/** The skus of a product as they will be, and the stored ones that go. */
export interface SkuPlan {
  productId: number
  next: readonly NextSku[]
  gone: readonly SkuRow[]
}
export type LivingSku = SkuValues & { id: number }

/**
 * Writes the skus of products in three statements, however many they are: the removed, the changed, the new.
 * Answers per product every living sku with its id, and the changes for the log.
 */
export async function writeSkus(
  tx: Tx,
  plans: readonly SkuPlan[],
): Promise<{ living: LivingSku[]; changes: Change[] }[]> {
  const actor = actorOf(tx).adminId
  const by = actor === 0 ? null : actor
  const gone = plans.flatMap((plan) => plan.gone)
  if (gone.length > 0)
    await sql`update "sku" set "isDel" = 1, "updateTime" = now(), "updateBy" = ${by}::int, "version" = "version" + 1
      where "id" = any(${sql.val(gone.map((one) => one.id))}::int[])`.execute(tx)
  const next = plans.flatMap((plan) => plan.next.map((one) => ({ productId: plan.productId, ...one })))
  const changed = next.flatMap(({ stored, values }) =>
    stored === null || isSame(stored, values) ? [] : [{ id: stored.id, ...values }],
  )
  if (changed.length > 0)
    await sql`update "sku" s set "sort" = v."sort", "suk" = v."suk", "attrValue" = v."attrValue",
      "skuCode" = v."skuCode", "image" = v."image", "price" = v."price", "otPrice" = v."otPrice",
      "cost" = v."cost", "barCode" = v."barCode",
      "weight" = v."weight", "volume" = v."volume", "brokerage" = v."brokerage",
      "brokerageTwo" = v."brokerageTwo", "isShow" = v."isShow", "isDel" = 0,
      "updateTime" = now(), "updateBy" = ${by}::int, "version" = s."version" + 1
      from jsonb_to_recordset(${jsonText(changed)}::jsonb) as ${COLUMNS} where s."id" = v."id"`.execute(tx)
  const fresh = next.flatMap(({ productId, stored, values }) =>
    stored === null ? [{ productId, ...values }] : [],
  )
  const ids = new Map<string, number>()
  if (fresh.length > 0) {
    const { rows } = await sql<{ id: number; productId: number; suk: string }>`
      insert into "sku" ("productId", "sort", "suk", "attrValue", "skuCode", "image", "price", "otPrice", "cost",
        "barCode", "weight", "volume", "brokerage", "brokerageTwo", "isShow", "createBy", "updateBy")
      select "productId", "sort", "suk", "attrValue", "skuCode", "image", "price", "otPrice", "cost",
        "barCode", "weight", "volume", "brokerage", "brokerageTwo", "isShow", ${by}::int, ${by}::int
      from jsonb_to_recordset(${jsonText(fresh)}::jsonb) as ${COLUMNS}
      returning "id", "productId", "suk"`.execute(tx)
    for (const { id, productId, suk } of rows) ids.set(`${productId} ${suk}`, id)
  }
  touch(tx, sku.name)
  return plans.map((plan) => {
    const idOf = ({ stored, values }: NextSku): number =>
      stored?.id ?? ids.get(`${plan.productId} ${values.suk}`) ?? 0
    const changes = changesOf(plan, idOf)
    for (const change of changes) recordChange(tx, change)
    return { living: plan.next.map((one) => ({ id: idOf(one), ...one.values })), changes }
  })
}

/** What the log notes of a plan: removed skus, changed fields, the facts of new ones. */
function changesOf({ next, gone }: SkuPlan, idOf: (one: NextSku) => number): Change[] {
  const written = next.flatMap((one): Change[] => {
    const { stored, values } = one
    if (stored === null) return [changeOf(idOf(one), values.suk, null, pick(values, NOTED))]
    if (isSame(stored, values)) return []
    const fields = differing(stored, values)
    return [changeOf(stored.id, values.suk, pick(stored, fields), pick(values, fields))]
  })
  return [...gone.map((one) => changeOf(one.id, one.suk, { isDel: 0 }, { isDel: 1 })), ...written]
}

/** Whether a stored sku lives on as it is. */
export function isSame(stored: SkuRow, values: SkuValues): boolean {
  return stored.isDel === 0 && differing(stored, values).length === 0
}

function changeOf(
  id: number,
  title: string,
  before: Record<string, unknown> | null,
  after: Record<string, unknown>,
): Change {
  return { type: sku.name, id, title, before, after }
}

/** The written fields that differ from the stored ones. */
function differing(stored: SkuRow, values: SkuValues): (keyof SkuValues)[] {
  return namesOf(values).filter((name) =>
    name === 'attrValue' ? !samePairs(stored.attrValue, values.attrValue) : stored[name] !== values[name],
  )
}

function samePairs(one: Record<string, string>, other: Record<string, string>): boolean {
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
}

function pick(from: SkuValues, names: readonly (keyof SkuValues)[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, from[name]]))
}
